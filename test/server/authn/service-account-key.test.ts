import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { createTokenKey, readSigningKey, readTokenKey } from "../../../src/server/authn/service-account-key.ts";

const pem = { format: "pem" } as const;
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve });

test("a new key signs with P-256, and its public key has the same id", () => {
  const key = readSigningKey(createTokenKey());
  expect(key.algorithm).toBe("ES256");
  expect(readTokenKey(key.publicKey.export({ type: "spki", ...pem }).toString()).id).toBe(key.id);
  expect(readSigningKey(createTokenKey()).id).not.toBe(key.id);
});

test.each([
  { name: "RSA", pair: rsa, algorithm: "RS256" },
  { name: "P-384", pair: ec("secp384r1"), algorithm: "ES384" },
  { name: "P-521", pair: ec("secp521r1"), algorithm: "ES512" },
])("$name keys use $algorithm", ({ pair, algorithm }) => {
  const text = pair.privateKey.export({ type: "pkcs8", ...pem }).toString();
  expect(readSigningKey(text).algorithm).toBe(algorithm);
  expect(readTokenKey(text).algorithm).toBe(algorithm);
});

test.each([
  { name: "text that is not a key", text: "x" },
  { name: "a key that cannot sign", text: generateKeyPairSync("x25519").privateKey.export({ type: "pkcs8", ...pem }) },
  { name: "a key of an unsupported curve", text: ec("secp256k1").privateKey.export({ type: "pkcs8", ...pem }) },
])("$name is refused", ({ text }) => {
  expect(() => readSigningKey(String(text))).toThrow(SyntaxError);
});

test("a public key cannot sign", () => {
  const text = rsa.publicKey.export({ type: "spki", ...pem }).toString();
  expect(() => readSigningKey(text)).toThrow("must be a private key");
  expect(readTokenKey(text).algorithm).toBe("RS256");
});
