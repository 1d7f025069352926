/** Validates JSON outputs of commands with the schemas that the package publishes. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { validatorOf } from "../report/schemas.ts";
import { directoryWith, runCli } from "./run-cli.ts";

const commands = import.meta.dirname;
const rbac = { group: "apiGroup: rbac.authorization.k8s.io", version: "apiVersion: rbac.authorization.k8s.io/v1" };
const files = {
  "agent.yaml": `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec: {containers: [{name: agent, image: "agent:2"}]}
`,
  "nodes.yaml": `apiVersion: v1
kind: Node
metadata: {name: a}
---
apiVersion: v1
kind: Node
metadata: {name: gpu}
spec: {taints: [{key: dedicated, effect: NoSchedule}]}
`,
  "providers.yaml": `apiVersion: kubelet.config.k8s.io/v1
kind: CredentialProviderConfig
providers:
  - {name: ecr, apiVersion: credentialprovider.kubelet.k8s.io/v1, matchImages: ["*.example.com"], defaultCacheDuration: 12h}
  - {name: gcr, apiVersion: credentialprovider.kubelet.k8s.io/v1, matchImages: ["*.pkg.dev"], defaultCacheDuration: 0s}
`,
  "rbac.yaml": `${rbac.version}
kind: ClusterRole
metadata: {name: readers}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}, {nonResourceURLs: [/metrics], verbs: [get]}]
---
${rbac.version}
kind: ClusterRoleBinding
metadata: {name: a}
roleRef: {${rbac.group}, kind: ClusterRole, name: readers}
subjects: [{kind: Group, name: dev, ${rbac.group}}]
---
${rbac.version}
kind: RoleBinding
metadata: {name: b, namespace: shop}
roleRef: {${rbac.group}, kind: Role, name: gone}
subjects: [{kind: User, name: eve, ${rbac.group}}]
`,
};
const cwd = directoryWith(files);
const credentials = ["image-credentials", "a.example.com/web", "--config", "providers.yaml"];

describe("outputs that match the published schemas", () => {
  test.each([
    ...readdirSync(join(commands, "upgrades")).map((name) => ({
      schema: "upgrade-report",
      args: ["upgrade", "--from", "1.34", "--to", "1.37"],
      cwd: join(commands, "upgrades", name),
    })),
    {
      schema: "upgrade-report",
      args: ["upgrade", "--from", "1.30", "--to", "1.37", "lost.yaml"],
      cwd: directoryWith({ "lost.yaml": "a: [" }),
    },
    { schema: "diff-report", args: ["diff", "old", "new"], cwd: join(commands, "diffs/shop") },
    { schema: "diff-report", args: ["diff", "new", "old"], cwd: join(commands, "diffs/shop") },
    { schema: "graph-report", args: ["graph", "rbac.yaml"], cwd },
    { schema: "rollout-report", args: ["rollout", "agent.yaml", "--nodes", "nodes.yaml"], cwd },
    { schema: "image-credentials-report", args: credentials, cwd },
  ])("$schema: $args in $cwd", ({ schema, args, cwd }) => {
    const output: unknown = JSON.parse(runCli([...args, "--format", "json"], { cwd }).stdout);
    const validate = validatorOf(new URL(`../../schemas/${schema}.schema.json`, import.meta.url), {
      allowUnionTypes: true,
    });
    validate(output);
    expect(validate.errors ?? []).toEqual([]);
  });
});
