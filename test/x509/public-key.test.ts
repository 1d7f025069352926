import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { readPublicKey } from "../../src/x509/public-key.ts";

const spki = {
  publicKeyEncoding: { type: "spki", format: "der" },
  privateKeyEncoding: { type: "pkcs8", format: "der" },
} as const;

test("a key says its sort and how strong it is", () => {
  expect(readPublicKey(generateKeyPairSync("ed25519", spki).publicKey)).toEqual({ sort: "ed25519" });
  const elliptic = generateKeyPairSync("ec", { namedCurve: "secp224r1", ...spki }).publicKey;
  expect(readPublicKey(elliptic)).toEqual({ sort: "ecdsa", curve: "P-224" });
  const rsa = generateKeyPairSync("rsa", { modulusLength: 1024, ...spki }).publicKey;
  expect(readPublicKey(rsa)).toEqual({ sort: "rsa", bits: 1024 });
});

test("other sorts and other bytes are no key", () => {
  expect(readPublicKey(generateKeyPairSync("x25519", spki).publicKey)).toBeUndefined();
  expect(readPublicKey(new Uint8Array([0x30, 0]))).toBeUndefined();
});
