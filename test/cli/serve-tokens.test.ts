import { generateKeyPairSync } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readTokenSettings } from "../../src/cli/serve-tokens.ts";
import { createTokenKey } from "../../src/server/authn/service-account-key.ts";

const directory = mkdtempSync(join(tmpdir(), "serve-tokens-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function file(name: string, text: string, mode = 0o600): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const ownKey = async (): Promise<string> => createTokenKey();

test("without flags, the server uses its generated key, and one issuer that is also the audience", async () => {
  const { issuers, audiences, signingKey, otherKeys } = await readTokenSettings({}, ownKey);
  expect({ issuers, audiences, otherKeys }).toEqual({
    issuers: ["https://kubernetes.default.svc"],
    audiences: ["https://kubernetes.default.svc"],
    otherKeys: [],
  });
  expect(signingKey.algorithm).toBe("ES256");
});

test("flags set issuers, audiences and keys", async () => {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const settings = await readTokenSettings(
    {
      serviceAccountIssuer: ["https://new.example", "https://old.example"],
      apiAudiences: ["a", "b"],
      serviceAccountSigningKeyFile: file("rsa.key", String(pair.privateKey.export({ type: "pkcs8", format: "pem" }))),
      serviceAccountKeyFile: [file("other.key", createTokenKey())],
    },
    () => Promise.reject(new Error("not needed")),
  );
  expect(settings.issuers).toEqual(["https://new.example", "https://old.example"]);
  expect(settings.audiences).toEqual(["a", "b"]);
  expect(settings.signingKey.algorithm).toBe("RS256");
  expect(settings.otherKeys.map(({ algorithm }) => algorithm)).toEqual(["ES256"]);
});

test.each([
  {
    flags: { serviceAccountSigningKeyFile: file("no.key", "x") },
    message: "--service-account-signing-key-file must be",
  },
  { flags: { serviceAccountKeyFile: [file("no.pub", "x")] }, message: "--service-account-key-file must be" },
  {
    flags: { serviceAccountSigningKeyFile: file("open.key", createTokenKey(), 0o644) },
    message: "--service-account-signing-key-file must not be accessible to other users; the mode of",
  },
  { flags: { serviceAccountKeyFile: [join(directory, "none")] }, message: "--service-account-key-file cannot be read" },
])("$message", async ({ flags, message }) => {
  await expect(readTokenSettings(flags, ownKey)).rejects.toMatchObject({
    name: "UsageError",
    message: expect.stringContaining(message),
  });
});
