import { expect, test } from "vitest";
import { reporters } from "../../src/report/reporters.ts";
import { directoryWith, runCli } from "./run-cli.ts";

/** Each secret is on a line with an error, or on the next one. */
const secrets = ["c2hvcnQ=", "bm90IGJhc2U2NA", "bWlzc3BlbHQ=", "Zmlyc3Q=", "c2Vjb25k", "9081726354"];
const encryption = `apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
  - resources: [Secrets]
    providers:
      - aescbc:
          keys:
            - name: ""
              secret: ${secrets[0]}
            - { nam: a, secret: ${secrets[1]} }
            - secrett: ${secrets[2]}
              name: ""
            - name: b
              secret: ${secrets[3]}
              secret: ${secrets[4]}
            - { name: "", secret: ${secrets[5]} }
      - aesgcm: {}
        secretbox: {}
`;

test.each(Object.keys(reporters))("no report contains a secret: %s", (format) => {
  const cwd = directoryWith({ "encryption.yaml": encryption });
  const { code, stdout } = runCli(["lint", "--format", format], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain("encryption.yaml");
  for (const secret of secrets) expect(stdout).not.toContain(secret);
});

const reviews = `apiVersion: authentication.k8s.io/v1
kind: TokenReview
spec: { audience: [api], token: eyJhbGciOiJub25lIn0 }
---
apiVersion: admission.k8s.io/v1
kind: AdmissionReview
request: { uid: a, objekt: 1, object: { kind: Secret, data: { key: c2hvcnQ= } } }
---
apiVersion: client.authentication.k8s.io/v1
kind: ExecCredential
status: { clientKeyData: bm90IGEga2V5 }
`;

test.each(Object.keys(reporters))(
  "no report contains a token, a key or values of an object under review: %s",
  (format) => {
    const cwd = directoryWith({ "reviews.yaml": reviews });
    const { code, stdout } = runCli(["lint", "--format", format], { cwd });
    expect(code).toBe(1);
    for (const place of ["audience", "objekt", "must both be set"]) expect(stdout).toContain(place);
    for (const secret of ["eyJhbGciOiJub25lIn0", "c2hvcnQ=", "bm90IGEga2V5"]) expect(stdout).not.toContain(secret);
  },
);
