import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { signatureFault } from "../../src/access/signature.ts";

async function newKey(alg: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const sign = async (header: { readonly alg: string; readonly kid?: string }) => {
    const { importJWK } = await import("jose");
    const key = await importJWK(await exportJWK(privateKey), header.alg);
    return new SignJWT({ sub: "jane" }).setProtectedHeader(header).sign(key);
  };
  return { key: await exportJWK(publicKey), sign };
}

const unsigned = (header: object) =>
  [header, { sub: "jane" }].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
const bad = "failed to verify signature: failed to verify id token signature";

describe("signatures", () => {
  let rsa: Awaited<ReturnType<typeof newKey>>;
  let other: Awaited<ReturnType<typeof newKey>>;
  beforeAll(async () => {
    rsa = await newKey("RS256");
    other = await newKey("RS256");
  });

  test.each(["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"])("%s", async (alg) => {
    expect(await signatureFault(await rsa.sign({ alg }), { keys: [rsa.key] })).toBeUndefined();
  });

  test.each(["ES256", "ES384", "ES512"])("%s", async (alg) => {
    const { key, sign } = await newKey(alg);
    expect(await signatureFault(await sign({ alg }), { keys: [key] })).toBeUndefined();
  });

  test("only keys with the right type, and with the `kid` of the token if it has one, verify it", async () => {
    const [plain, named] = [await rsa.sign({ alg: "RS256" }), await rsa.sign({ alg: "RS256", kid: "right" })];
    const right = { ...rsa.key, kid: "right" };
    const cases: readonly [string, readonly JWK[], string | undefined][] = [
      [plain, [], bad],
      [plain, [other.key], bad],
      [plain, [other.key, right], undefined],
      [plain, [{ ...rsa.key, kty: "EC" }, rsa.key], undefined],
      [named, [right], undefined],
      [named, [{ ...other.key, kid: "right" }, right], undefined],
      [named, [rsa.key], bad],
      [named, [{ ...rsa.key, kid: "wrong" }], bad],
      [named, [{ ...other.key, kid: "right" }, rsa.key], bad],
      [plain.replace(/\.[^.]*$/, "."), [rsa.key], bad],
      [plain.replace(/\.[^.]*\./, ".e30."), [rsa.key], bad],
      [plain.replace(/^[^.]*/, "eyJhbGciOiJQUzI1NiJ9"), [rsa.key], bad],
    ];
    for (const [index, [token, keys, fault]] of cases.entries()) {
      expect(await signatureFault(token, { keys }), `case ${index}`).toBe(fault);
    }
  });

  test.each([
    { header: { alg: "none" }, shown: "none" },
    { header: { alg: "HS256" }, shown: "HS256" },
    { header: { alg: "EdDSA" }, shown: "EdDSA" },
    { header: { alg: "rs256" }, shown: "rs256" },
    { header: {}, shown: "" },
  ])("a token with the algorithm $shown is rejected before its signature is verified", async ({ header, shown }) => {
    const expected = "ES256 ES384 ES512 PS256 PS384 PS512 RS256 RS384 RS512".replace(/\w+/g, '"$&"');
    const fault = `oidc: id token signed with unsupported algorithm, expected [${expected}] got "${shown}"`;
    expect(await signatureFault(`${unsigned(header)}.`, { keys: [rsa.key] })).toBe(fault);
    expect(await signatureFault(`${unsigned(header)}.c2ln`, { keys: [{ kty: "oct", k: "c2ln" }] })).toBe(fault);
  });

  test.each(["a.b.c", "", "e30", "W10.e30."])("%j is rejected as malformed", async (token) => {
    expect(await signatureFault(token, { keys: [rsa.key] })).toBe("oidc: malformed jwt: the header can't be read");
  });
});
