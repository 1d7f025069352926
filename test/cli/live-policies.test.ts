/** `lint FILES --live-policies` against the bundled server. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveServer, startLiveServer, widgetDefinition } from "./live-server.ts";
import { directoryWith, runWaiting } from "./run-cli.ts";

let live: LiveServer;

const admission = "/apis/admissionregistration.k8s.io/v1";
const namespaceOf = (name: string, labels = {}) => ({ metadata: { name, labels } });
const configMaps = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };

/** Creates a policy over ConfigMaps and its binding. */
async function createPolicy(name: string, { policy = {}, binding = {} }: { policy?: object; binding?: object }) {
  await live.create(`${admission}/validatingadmissionpolicies`, {
    metadata: { name },
    spec: { matchConstraints: { resourceRules: [configMaps] }, ...policy },
  });
  await live.create(`${admission}/validatingadmissionpolicybindings`, {
    metadata: { name: `${name}-binding` },
    spec: { policyName: name, validationActions: ["Deny"], ...binding },
  });
}

beforeAll(async () => {
  live = await startLiveServer();
  await live.create("/api/v1/namespaces", namespaceOf("web", { tier: "prod" }));
  await live.create("/api/v1/namespaces", namespaceOf("dev", { tier: "dev" }));
  await live.create("/api/v1/namespaces", namespaceOf("settings"));
  await live.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgetDefinition);
  await live.isServed("/apis/acme.test/v1/widgets");
  const limits = { metadata: { name: "limits" }, data: { max: "1" } };
  await live.create("/api/v1/namespaces/settings/configmaps", limits);
  await live.create("/apis/acme.test/v1/namespaces/web/widgets", {
    ...{ apiVersion: "acme.test/v1", kind: "Widget", metadata: { name: "w" }, spec: { size: 3 } },
  });
  await createPolicy("params", {
    policy: {
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      validations: [{ expression: "object.data.size() <= int(params.data.max)", message: "too many keys" }],
    },
    binding: { paramRef: { name: "limits", namespace: "settings", parameterNotFoundAction: "Deny" } },
  });
  await createPolicy("tiers", {
    policy: { validations: [{ expression: "namespaceObject.metadata.labels.tier != 'prod'", message: "not in prod" }] },
    binding: { matchResources: { namespaceSelector: { matchLabels: { tier: "prod" } } } },
  });
  await createPolicy("widgets", {
    policy: {
      paramKind: { apiVersion: "acme.test/v1", kind: "Widget" },
      validations: [{ expression: "object.data.size() < params.spec.size", message: "bigger than the widget" }],
    },
    binding: { paramRef: { selector: {}, parameterNotFoundAction: "Deny" } },
  });
}, 60_000);

afterAll(() => live.stop());

const configMap = (namespace: string, keys: number) => {
  const data = Array.from({ length: keys }, (_, index) => `  k${index}: v`).join("\n");
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: ${namespace}}\ndata:\n${data}\n`;
};

const directory = directoryWith({
  "web.yaml": configMap("web", 1),
  "dev.yaml": configMap("dev", 1),
  "many.yaml": configMap("dev", 3),
  "widget.yaml": "apiVersion: acme.test/v1\nkind: Widget\nmetadata: {name: w, namespace: web}\nspec: {size: big}\n",
  "replaced.yaml": `apiVersion: v1
kind: ConfigMap
metadata: {name: limits, namespace: settings}
data: {max: "9"}
---
${configMap("web", 2)}`,
});

async function lint(...args: readonly string[]) {
  const run = await runWaiting(["lint", "--live-policies", "-f", "json", ...args], {
    cwd: directory,
    env: { KUBECONFIG: live.kubeconfig },
  });
  const { diagnostics = [] } = run.stdout === "" ? {} : JSON.parse(run.stdout);
  const shown = diagnostics.map(({ rule, message, help = "" }: Record<string, string>) => `${rule} ${message} ${help}`);
  return { ...run, shown };
}

test.each([
  {
    file: "web.yaml",
    found: ['policy/deny not in prod policy "tiers" with binding "tiers-binding"'],
    code: 1,
  },
  {
    file: "many.yaml",
    found: [
      'policy/deny too many keys policy "params" with binding "params-binding"',
      'no params found for policy binding with `Deny` parameterNotFoundAction policy "widgets" with binding "widgets-binding"',
    ],
    code: 1,
  },
  {
    file: "replaced.yaml",
    found: [
      'policy/deny not in prod policy "tiers" with binding "tiers-binding"',
      "no params found for policy binding",
    ],
    code: 1,
  },
])(
  "$file: lint applies the policies of the cluster with its parameters and namespaces",
  async ({ file, found, code }) => {
    const { shown, stderr, ...result } = await lint(file);
    expect(stderr).toBe("");
    expect(shown.sort()).toEqual(found.sort().map((text) => expect.stringContaining(text)));
    expect(result.code).toBe(code);
  },
);

test("lint uses the definitions of the cluster, and does not report policies that match nothing", async () => {
  const { shown } = await lint("widget.yaml");
  expect(shown).toEqual([expect.stringContaining("custom-resource/schema")]);
});

test("the cluster denies the same objects", async () => {
  const create = (namespace: string, keys: number) => {
    const data = Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, "v"]));
    return live.create(`/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: "c" }, data });
  };
  await expect(create("web", 1)).rejects.toThrow(/'tiers' with binding 'tiers-binding' denied request: not in prod/);
  await expect(create("dev", 3)).rejects.toThrow(/too many keys/);
});

test("a user who may not list the policies gets an error", async () => {
  const { code, stdout, stderr } = await lint("web.yaml", "--kubeconfig", live.kubeconfigAs("bob"));
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/cannot list \w+.*: .*answered 403/);
});
