import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createVetter } from "../../../src/engine/vetter.ts";
import { type Change, edited } from "../edited.ts";

/**
 * Files for kubeadm, and whether `kubeadm config validate` of 1.37.1 accepts them: each document is one of the first line with
 * edits. kubeadm does not look at the flags of components, so findings about these do not count.
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
    .map(({ base, edits = [] }) => `# document\n${JSON.stringify(edits.reduce<unknown>(edited, bases[base]))}\n`)
    .join("---\n");

/** The known differences, and why. */
const known = [
  // The kubelet refuses the effect of the taint, which kubeadm hands on to it.
  (row: Row) => row.ok && JSON.stringify(row).includes('"effect":"Foo"'),
  // Only the node knows whether a file exists.
  (row: Row) => !row.ok && JSON.stringify(row).includes('"kubeConfigPath"],"to":"//x"'),
  // A file without any document of kubeadm's is for somebody else.
  (row: Row) => row.documents.every(({ base }) => JSON.stringify(bases[base]).includes("ConfigMap")),
  // The kubelet itself ignores unknown fields, with a warning.
  (row: Row) => row.documents.some(({ base }) => JSON.stringify(bases[base]).includes('"foo":1')),
];

test("files have the verdict of kubeadm", () => {
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

test("the whole file is judged by the release that it installs", () => {
  const idsAt = (version: string) =>
    createVetter({ target: "1.34" })
      .vetText(cluster(version), "a.yaml")
      .map(({ rule, range }) => `${range?.start.line} ${rule}`);
  expect(idsAt("v1.31.4")).toEqual(["6 flags/release", "13 flags/deprecated"]);
  expect(idsAt("v1.36.0")).toEqual(["13 flags/release"]);
  expect(idsAt("stable-1.34")).toEqual(["13 flags/deprecated"]);
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
