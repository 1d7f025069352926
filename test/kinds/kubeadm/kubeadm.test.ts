import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createVetter } from "../../../src/engine/vetter.ts";
import { applyEdit, type Change } from "../edited.ts";

/**
 * Files for kubeadm, with the verdict of `kubeadm config validate` of 1.37.1. Each document is one of those in the
 * first line of the record, with edits. kubeadm does not validate the flags of components, so findings about flags are
 * ignored.
 */
const record = readFileSync(join(import.meta.dirname, "data/verdicts.jsonl"), "utf8")
  .trim()
  .split("\n");
const [{ bases = [] } = {}, ...rows] = record.map((line) => JSON.parse(line)) as [
  { readonly bases?: readonly unknown[] },
  ...Row[],
];

interface Row {
  readonly ok: boolean;
  readonly documents: readonly { readonly base: number; readonly edits?: readonly Change[] }[];
}

const textOf = ({ documents }: Row): string =>
  documents
    .map(({ base, edits = [] }) => `# document\n${JSON.stringify(edits.reduce<unknown>(applyEdit, bases[base]))}\n`)
    .join("---\n");

/** The known differences, with the reasons. */
const known = [
  // The kubelet rejects the taint effect, which kubeadm only passes on to it.
  (row: Row) => row.ok && JSON.stringify(row).includes('"effect":"Foo"'),
  // Whether the file exists is known only on the node.
  (row: Row) => !row.ok && JSON.stringify(row).includes('"kubeConfigPath"],"to":"//x"'),
  // A file without a kubeadm document is not meant for kubeadm.
  (row: Row) => row.documents.every(({ base }) => JSON.stringify(bases[base]).includes("ConfigMap")),
  // The kubelet itself ignores unknown fields and logs a warning.
  (row: Row) => row.documents.some(({ base }) => JSON.stringify(bases[base]).includes('"foo":1')),
];

test("files get the verdict of kubeadm", () => {
  const vetter = createVetter({ target: "1.37" });
  const differing = rows.filter((row) => {
    const found = vetter.vetText(textOf(row), "kubeadm.yaml");
    const errors = found.filter(({ severity, rule }) => severity === "error" && !rule.startsWith("flags/"));
    return (errors.length === 0) !== row.ok;
  });
  expect(rows.length).toBeGreaterThan(450);
  expect(differing.filter((row) => !known.some((isKnown) => isKnown(row)))).toEqual([]);
  expect(differing.length / rows.length).toBeLessThan(0.02);
});

const cluster = (version: string) => `apiVersion: kubeadm.k8s.io/v1beta4
kind: ClusterConfiguration
kubernetesVersion: ${version}
apiServer:
  extraArgs:
    - name: requestheader-uid-headers
      value: X-Remote-Uid
---
apiVersion: kubeadm.k8s.io/v1beta4
kind: InitConfiguration
nodeRegistration:
  kubeletExtraArgs:
    - name: pod-infra-container-image
      value: registry.k8s.io/pause:3.10
`;

test("the whole file is validated against the release that it installs", () => {
  const ruleIdsAt = (version: string) =>
    createVetter({ target: "1.34" })
      .vetText(cluster(version), "a.yaml")
      .map(({ rule, range }) => `${range?.start.line} ${rule}`);
  expect(ruleIdsAt("v1.31.4")).toEqual(["6 flags/release", "13 flags/deprecated"]);
  expect(ruleIdsAt("v1.36.0")).toEqual(["13 flags/release"]);
  expect(ruleIdsAt("stable-1.34")).toEqual(["13 flags/deprecated"]);
});

test("tokens and keys are not printed", () => {
  const text = `apiVersion: kubeadm.k8s.io/v1beta4
kind: InitConfiguration
certificateKey: my-secret-key
bootstrapTokens:
  - token: my-secret-token
`;
  const found = createVetter().vetText(text, "a.yaml");
  expect(found).toMatchObject([{ sensitive: true }, { sensitive: true }]);
  expect(JSON.stringify(found)).not.toContain("my-secret");
});
