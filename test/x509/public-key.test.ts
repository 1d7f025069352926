import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect, test } from "vitest";
import { readPublicKey } from "../../src/x509/public-key.ts";

const der = (key: KeyObject) => key.export({ type: "spki", format: "der" });

test("a public key has its type and its curve or size", () => {
  expect(readPublicKey(der(generateKeyPairSync("ed25519").publicKey))).toEqual({ keyAlgorithm: "ed25519" });
  const elliptic = generateKeyPairSync("ec", { namedCurve: "secp224r1" }).publicKey;
  expect(readPublicKey(der(elliptic))).toEqual({ keyAlgorithm: "ecdsa", curve: "P-224" });
  const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey;
  expect(readPublicKey(der(rsa))).toEqual({ keyAlgorithm: "rsa", bits: 1024 });
});

test("other key types and other bytes are rejected", () => {
  expect(readPublicKey(der(generateKeyPairSync("x25519").publicKey))).toBeUndefined();
  expect(readPublicKey(new Uint8Array([0x30, 0]))).toBeUndefined();
});
