import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { signatureFault } from "../../src/access/signature.ts";

async function signed(alg: string, header: { readonly kid?: string } = {}) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const token = await new SignJWT({ sub: "jane" }).setProtectedHeader({ alg, ...header }).sign(privateKey);
  return { token, key: { ...(await exportJWK(publicKey)), kid: "right" } };
}

describe("signatures", () => {
  test.each(["RS256", "ES512", "PS256"])("%s", async (alg) => {
    const { token, key } = await signed(alg);
    expect(await signatureFault(token, { keys: [key] })).toBeUndefined();
  });

  test("of other keys fail, also of the same algorithm", async () => {
    const { token } = await signed("ES256");
    const { key } = await signed("ES256");
    const fault = "failed to verify signature: failed to verify id token signature";
    expect(await signatureFault(token, { keys: [key] })).toBe(fault);
    expect(await signatureFault(token, { keys: [] })).toBe(fault);
  });

  test("only the key that the token names counts", async () => {
    const { token, key } = await signed("ES256", { kid: "right" });
    expect(await signatureFault(token, { keys: [key] })).toBeUndefined();
    expect(await signatureFault(token, { keys: [{ ...key, kid: "wrong" }] })).toContain("failed to verify");
  });

  test("of other algorithms are not looked at", async () => {
    const { token, key } = await signed("EdDSA");
    expect(await signatureFault(token, { keys: [key] })).toMatch(/unsupported algorithm, expected .* got "EdDSA"$/);
  });

  test("of text that is no token", async () => {
    expect(await signatureFault("a.b.c", { keys: [] })).toMatch(/^oidc: malformed jwt/);
  });
});
