import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeHost } from "../../../src/cli/node-host.ts";
import { certificateSigningRequest } from "../../../src/kinds/certificates/certificate-signing-request.ts";
import { clusterTrustBundle } from "../../../src/kinds/certificates/cluster-trust-bundle.ts";
import { readSource } from "../../../src/source/read-source.ts";
import { findings } from "../../rule/rule-ids.ts";

function fixture(path: string): { metadata: object; spec: Record<string, string> } {
  const file = join(import.meta.dirname, "../../../fixtures/certificates.k8s.io", path);
  return readSource(path, readFileSync(file)).documents[0]?.root?.value as never;
}

const request = fixture("certificate-signing-request/valid/request.yaml");
const bundle = fixture("cluster-trust-bundle/valid/certificates.yaml");
const host = nodeHost(undefined);

test("without a host, an info finding says that signatures and certificates were not checked", () => {
  for (const found of [findings(certificateSigningRequest, request), findings(clusterTrustBundle, bundle)]) {
    expect(found).toMatchObject([{ severity: "info", message: expect.stringContaining("did not check") }]);
  }
  expect(findings(certificateSigningRequest, request, { host })).toEqual([]);
  expect(findings(clusterTrustBundle, bundle, { host })).toEqual([]);
});

test("an update does not validate the certificate request again", () => {
  const changed = { ...request, spec: { request: "", signerName: "a", usages: [], expirationSeconds: 1 } };
  expect(findings(certificateSigningRequest, changed, { host, oldObject: request })).toEqual([]);
});

test("an update validates the trust bundle only if it changes", () => {
  const faulty = { ...bundle, spec: { trustBundle: "none" } };
  expect(findings(clusterTrustBundle, faulty, { host, oldObject: faulty })).toEqual([]);
  expect(findings(clusterTrustBundle, faulty, { host, oldObject: bundle })).toHaveLength(1);
});

test("a trust bundle of more than a mebibyte is rejected", () => {
  const large = { ...bundle, spec: { trustBundle: "x".repeat(1024 * 1024 + 1) } };
  expect(findings(clusterTrustBundle, large, { host })).toMatchObject([{ cause: "too-long" }]);
});

test("an update must not change the signer of a bundle", () => {
  const signed = { metadata: { name: "a.example:b:c" }, spec: { ...bundle.spec, signerName: "a.example/b" } };
  const other = { metadata: { name: "a.example:b:c" }, spec: bundle.spec };
  const found = findings(clusterTrustBundle, signed, { host, oldObject: other });
  expect(found.map(({ rule }) => rule)).toEqual(["cluster-trust-bundle/signer"]);
});
