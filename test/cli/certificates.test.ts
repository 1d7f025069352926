import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keyPairFault } from "../../src/cli/certificates.ts";
import { readSource } from "../../src/source/read-source.ts";
import { pemBlocks } from "../../src/x509/pem.ts";

const file = join(
  import.meta.dirname,
  "../../fixtures/client.authentication.k8s.io/exec-credential/valid/key-pair.yaml",
);
const credential = readSource(file, readFileSync(file)).documents[0]?.value as {
  readonly status: { readonly clientCertificateData: string; readonly clientKeyData: string };
};
const { clientCertificateData: certificate, clientKeyData: key } = credential.status;
const bytes = Buffer.from(pemBlocks(certificate)[0]?.bytes ?? []);
const pem = (content: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(content).toString("base64")}\n-----END CERTIFICATE-----\n`;
const junk = Buffer.from("junk");

test.each([
  { name: "a pair", text: certificate, fault: undefined },
  { name: "text around the certificate", text: `leaf\n${certificate}end`, fault: undefined },
  { name: "a key before the certificate", text: key + certificate, fault: undefined },
  { name: "a malformed issuer", text: certificate + pem(junk), fault: undefined },
  { name: "a malformed leaf", text: pem(junk) + certificate, fault: "the certificate is malformed" },
  {
    name: "additional certificates after the leaf",
    text: pem(Buffer.concat([bytes, junk])),
    fault: "the certificate is malformed",
  },
  { name: "no certificate", text: key, fault: "the text has no certificate" },
])("certificate and key: $name", ({ text, fault }) => {
  expect(keyPairFault(text, key)).toBe(fault);
});

test.each([
  { name: "a certificate before the key", text: certificate + key, fault: undefined },
  { name: "no key", text: certificate, fault: "the text has no private key" },
  {
    name: "a malformed key",
    text: pem(junk).replaceAll("CERTIFICATE", "PRIVATE KEY"),
    fault: "the private key is malformed",
  },
])("key to a certificate: $name", ({ text, fault }) => {
  expect(keyPairFault(certificate, text)).toBe(fault);
});

test("a client key of type Ed448 is rejected", () => {
  const { privateKey } = generateKeyPairSync("ed448");
  const text = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  expect(keyPairFault(certificate, text)).toBe("the private key must be RSA, elliptic curve or Ed25519");
});
