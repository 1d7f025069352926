import { expect, test } from "vitest";
import { directoryWith, runCli } from "./run-cli.ts";

const agent = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: logging}
spec:
  selector: {matchLabels: {app: agent}}
  minReadySeconds: 30
  updateStrategy: {rollingUpdate: {maxUnavailable: 40%}}
  template:
    metadata: {labels: {app: agent}}
    spec: {containers: [{name: agent, image: "agent:2"}]}
`;
const node = (name: string, spec = "") => `---\napiVersion: v1\nkind: Node\nmetadata: {name: ${name}}\n${spec}`;
const taint = "spec: {taints: [{key: dedicated, value: gpu, effect: NoSchedule}]}\n";
const nodes = ["a", "b", "c", "d"].map((name) => node(name)).join("") + node("gpu", taint);

test("a rollout without pods shows each step, the time, and the nodes without a pod", () => {
  const cwd = directoryWith({ "agent.yaml": agent, "nodes.yaml": nodes });
  const { code, stdout } = runCli(["rollout", "agent.yaml", "--nodes", "nodes.yaml"], { cwd });
  expect(stdout).toBe(`DaemonSet logging/agent: 4 nodes should have a pod
  no pod on gpu: its taint dedicated=gpu:NoSchedule is not tolerated

AT   THE CONTROLLER                    NODES WITH AN AVAILABLE POD
0s   deletes 2 old pods (any 2: a, b)  4 of 4
5s   creates 2 pods (a, b)             2 of 4
45s  deletes 2 old pods (any 2: c, d)  4 of 4
50s  creates 2 pods (c, d)             2 of 4

complete after 90s at least, if pods are ready 10s after they start and gone after 5s
nodes without an available pod: 2 of 4 at most
`);
  expect(code).toBe(0);
});

test("with --pods, pods of the new revision stay, and a pod that never becomes ready blocks the rollout", () => {
  const pod = (name: string, on: string, hash: string, status: string) => `---
apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: logging, labels: {app: agent, controller-revision-hash: ${hash}}}
spec: {nodeName: ${on}, containers: [{name: agent, image: "agent:1"}]}
status: {phase: Running, conditions: [{type: Ready, status: "${status}", lastTransitionTime: "2020-01-01T00:00:00Z"}]}
`;
  const pods = pod("one", "a", "new", "True") + pod("two", "b", "new", "False") + pod("three", "c", "old", "True");
  const cwd = directoryWith({ "agent.yaml": agent, "nodes.yaml": nodes, "pods.yaml": pods });
  const args = [
    "rollout",
    "agent.yaml",
    "--nodes",
    "nodes.yaml",
    "--pods",
    "pods.yaml",
    "--revision",
    "new",
    "-f",
    "json",
  ];
  const { code, stdout } = runCli(args, { cwd });
  const { steps, blocking, isComplete } = JSON.parse(stdout);
  expect(steps[0]).toMatchObject({ phase: "manage", creates: ["d"], deletes: [] });
  expect(
    steps.flatMap(({ deletes }: { readonly deletes: readonly { readonly name: string }[] }) => deletes),
  ).toMatchObject([{ name: "three" }]);
  expect({ isComplete, blocking }).toEqual({
    isComplete: false,
    blocking: [{ node: "b", reason: "pod two has the new template and is not available" }],
  });
  expect(code).toBe(1);
});

test("a syntax error in the file of nodes is an error, not a shorter list of nodes", () => {
  const cwd = directoryWith({
    "agent.yaml": agent,
    "nodes.yaml": `${nodes}---\napiVersion: v1\nkind: Node\n\tmetadata: 1\n`,
  });
  const { code, stderr } = runCli(["rollout", "agent.yaml", "--nodes", "nodes.yaml"], { cwd });
  expect(stderr).toMatch(/^clustervet: nodes\.yaml:\d+:1: found a tab character that violates indentation/);
  expect(code).toBe(2);
});

test("files without a DaemonSet or nodes, and wrong durations, cause exit code 2", () => {
  const cwd = directoryWith({
    "agent.yaml": agent.replace("agent:2", ""),
    "nodes.yaml": nodes,
    "good.yaml": agent,
    "empty.yaml": "",
    "none.yaml": "apiVersion: v1\nkind: List\nitems: []\n",
  });
  const rollout = (...args: string[]) => runCli(["rollout", "good.yaml", "--nodes", "nodes.yaml", ...args], { cwd });
  expect(runCli(["rollout", "nodes.yaml", "--nodes", "nodes.yaml"], { cwd }).code).toBe(2);
  expect(runCli(["rollout", "good.yaml", "--nodes", "good.yaml"], { cwd }).stderr).toContain("has no nodes");
  expect(rollout("--pods", "good.yaml")).toMatchObject({ code: 2, stdout: "" });
  expect(rollout("--pods", "empty.yaml").stderr).toContain("has no pods, and is not an empty list");
  expect(rollout("--pods", "none.yaml")).toMatchObject({ code: 0, stderr: "" });
  expect(rollout("--revision", "abc").stderr).toContain("--revision needs --pods");
  expect(rollout("--nodes", "-", "--pods", "-").stderr).toContain("only one of the files can be standard input");
  const wrong = runCli(["rollout", "good.yaml", "--nodes", "nodes.yaml", "--ready-after", "soon"], { cwd });
  expect(wrong.stderr).toContain('--ready-after must be a duration such as 10s or 1m30s; got "soon"');
});
