/** Suite cases that simulate components: rollouts of a DaemonSet, and image credentials of the kubelet. */
import { expect, test } from "vitest";
import { outcomes, runSuiteText } from "./run-suite-text.ts";

const node = (name: string, more = "") =>
  `---\napiVersion: v1\nkind: Node\nmetadata: { name: ${name} }\nspec: { ${more} }\n`;
const agent = `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: agent, namespace: logging }
spec:
  selector: { matchLabels: { app: agent } }
  updateStrategy: { rollingUpdate: { maxUnavailable: 2 } }
  template:
    metadata: { labels: { app: agent } }
    spec: { containers: [{ name: agent, image: "registry.example.org/agent:2" }] }
`;
const taintLine = "taints: [{ key: dedicated, value: gpu, effect: NoSchedule }]";
const pod = (name: string, onNode: string) => `---
apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: logging, labels: { app: agent } }
spec: { nodeName: ${onNode}, containers: [{ name: agent, image: "registry.example.org/agent:1" }] }
status: { phase: Pending }
`;
const providers = `apiVersion: kubelet.config.k8s.io/v1
kind: CredentialProviderConfig
providers:
  - name: ecr
    apiVersion: credentialprovider.kubelet.k8s.io/v1
    matchImages: ["*.dkr.ecr.*.amazonaws.com"]
    defaultCacheDuration: 12h
  - name: all
    apiVersion: credentialprovider.kubelet.k8s.io/v1
    matchImages: ["*.dkr.ecr.eu-west-1.amazonaws.com", registry.example.org]
    defaultCacheDuration: 1h
`;
const files = {
  "nodes.yaml": node("a") + node("b") + node("c") + node("gpu", taintLine),
  "agent.yaml": agent,
  "pods.yaml": pod("first", "a") + pod("second", "b") + pod("third", "c"),
  "providers.yaml": providers,
  "empty.yaml": "a: 1\n",
};

function suite(area: string, subject: string, fields: string): readonly string[] {
  const text = `apiVersion: clustervet/v1\nkind: VetSuite\n${area}:\n  - ${subject}\n    cases:\n      - { name: one, ${fields} }\n`;
  const result = runSuiteText(text, files);
  return [...result.faults.map(({ message }) => message), ...outcomes(result)];
}

test.each([
  ["expect: { complete: true, maxUnavailable: 2, nodes: 3, excluded: [gpu], blocking: [] }", "passed"],
  ["goneAfter: 5s, readyAfter: 10s, expect: { maxDuration: 30s }", "passed"],
  ["goneAfter: 50s, readyAfter: 10s, expect: { maxDuration: 30s }", "failed expect.maxDuration"],
  ["expect: { complete: false }", "failed expect.complete"],
  ["expect: { maxUnavailable: 1 }", "failed expect.maxUnavailable"],
  ["expect: { nodes: 4, excluded: [] }", "failed expect.nodes expect.excluded"],
  [
    "readyAfter: soon, expect: { complete: true }",
    'broken `readyAfter` must be a duration such as 10s or 1m30s; got "soon"',
  ],
  ["expect: { maxDuration: long }", 'broken `expect.maxDuration` must be a duration such as 10s or 1m30s; got "long"'],
  ["pods: [empty.yaml], expect: { complete: true }", "broken no Pod in empty.yaml"],
  ["expect: {}", "must have an expectation under `expect`"],
])("rollout: %s", (fields, outcome) => {
  expect(suite("rollout", "nodes: [nodes.yaml]", `daemonSet: agent.yaml, ${fields}`)).toEqual([outcome]);
});

test.each([
  ["pods: [pods.yaml], daemonSet: agent.yaml, expect: { complete: true }", ["passed"]],
  [
    "daemonSet: empty.yaml, expect: { complete: true }",
    ["broken daemonSet must be a DaemonSet with `apiVersion` and `kind`"],
  ],
  ["daemonSet: 3, expect: { complete: true }", ["broken `daemonSet` must be a map, or the path of a file"]],
  ["expect: { complete: true }", ["`daemonSet` must be set"]],
])("rollout with other objects: %s", (fields, outcome) => {
  expect(suite("rollout", "nodes: [nodes.yaml]", fields)).toEqual(outcome);
});

test("a rollout needs nodes", () => {
  const fields = "daemonSet: agent.yaml, expect: { complete: true }";
  expect(suite("rollout", "nodes: []", fields)).toEqual(["`nodes` must name files"]);
  expect(suite("rollout", "nodes: [empty.yaml]", fields)).toEqual(["broken no Node in empty.yaml"]);
});

const ecr = "1.dkr.ecr.eu-west-1.amazonaws.com/shop/web:1";

test.each([
  [`image: ${ecr}, expect: { providers: [ecr, all] }`, "passed"],
  [`image: ${ecr}, expect: { providers: [all, ecr] }`, "failed expect.providers"],
  ["image: nginx, expect: { providers: [] }", "passed"],
  ["image: nginx, expect: { cacheKeys: { Registry: docker.io, Global: global } }", "passed"],
  ["image: nginx, expect: { cacheKeys: { Registry: quay.io } }", "failed expect.cacheKeys.Registry"],
  ["image: nginx, expect: { cacheKeys: { constructor: quay.io } }", "failed expect.cacheKeys.constructor"],
  ['image: "UPPER CASE", expect: { providers: [] }', expect.stringMatching(/^broken `image`: /)],
  ["image: nginx, expect: {}", "must have an expectation under `expect`"],
  ["expect: { providers: [] }", "`image` must be set"],
])("image credentials: %s", (fields, outcome) => {
  expect(suite("imageCredentials", "config: providers.yaml", fields)).toEqual([outcome]);
});

test("image credentials fail if the inline configuration is invalid", () => {
  const fields = "image: nginx, expect: { providers: [] }";
  expect(suite("imageCredentials", "inline: { providers: [] }", fields)).toEqual([
    "failed the configuration is refused: no valid CredentialProviderConfig",
  ]);
});
