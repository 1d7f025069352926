/**
 * Policies and webhooks of `staticManifestsDir`. `data/manifest-outcomes.json` contains the results of kube-apiserver
 * 1.37.1 for the same files.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settle } from "../../../src/engine/options.ts";
import { loadManifests } from "../../../src/server/admission/manifests/load-manifests.ts";
import { StaticManifests } from "../../../src/server/admission/manifests/static-manifests.ts";
import { startTestServer, type TestServer } from "../start.ts";
import { type HookServer, patchWith, reply, startHookServer } from "../webhook/hook-server.ts";

interface Outcome {
  readonly name: string;
  readonly plugin: string;
  readonly files: Readonly<Record<string, string>>;
  /** The error message; absent if the files load. */
  readonly error?: string;
  /** Kinds and names of the loaded objects. */
  readonly loaded?: readonly string[];
}

const outcomes = JSON.parse(
  readFileSync(new URL("./data/manifest-outcomes.json", import.meta.url), "utf8"),
) as readonly Outcome[];

const settings = settle({ asSent: true, featureGates: { ManifestBasedAdmissionControlConfig: false } });

const load = (plugin: string, files: Readonly<Record<string, string>>) =>
  loadManifests(
    plugin,
    Object.entries(files)
      .filter(([name]) => /\.(?:yaml|yml|json)$/i.test(name))
      .map(([name, text]) => ({ path: `DIR/${name}`, bytes: Buffer.from(text) })),
    settings,
  );

function outcomeOf({ plugin, files }: Outcome): Pick<Outcome, "error" | "loaded"> {
  try {
    return { loaded: load(plugin, files).objects.map(({ kind, name }) => `${kind} ${name}`) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/**
 * Errors whose text differs: kube-apiserver shows Go's messages about JSON, YAML and expressions, and clustervet writes
 * its own.
 */
const ownWords = /json parse error|: yaml: line|cannot unmarshal|list item: Object/;

/** Reduces errors about an object to their fields and types, sorted. Returns other texts unchanged. */
function comparable(text: string | undefined): string | undefined {
  const [, start, faults = ""] = /^(error loading \S+ [A-Z]\w+ "[^"]*": )(.*)$/s.exec(text ?? "") ?? [];
  const sorts = faults.match(/[a-z][\w.[\]]*: (?:(?:Required|Invalid|Unsupported|Duplicate) value|Forbidden)/g) ?? [];
  return start === undefined ? text : [start, ...sorts.sort()].join(" ");
}

test.each(outcomes)("manifests load, or fail to load, as in kube-apiserver: $name", (outcome) => {
  const { error, loaded } = outcomeOf(outcome);
  if (outcome.error !== undefined && ownWords.test(outcome.error)) expect(error).toBeDefined();
  else {
    expect({ error: comparable(error), loaded }).toEqual({
      error: comparable(outcome.error),
      loaded: outcome.loaded,
    });
  }
});

const registration = "admissionregistration.k8s.io/v1";
const suffix = ".static.k8s.io";
const configMaps = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
const policies = {
  apiGroups: ["admissionregistration.k8s.io"],
  apiVersions: ["v1"],
  operations: ["CREATE"],
  resources: ["validatingadmissionpolicies", "validatingwebhookconfigurations"],
};

const yamlOf = (objects: readonly object[]) => ({
  "a.yaml": objects.map((each) => JSON.stringify(each)).join("\n---\n"),
});

/** A policy that rejects objects with the label, and its binding. */
const refusingPolicy = (label: string, rules: readonly object[]) => {
  const name = `no-${label}${suffix}`;
  const spec = {
    matchConstraints: { resourceRules: rules },
    validations: [{ expression: `!('${label}' in object.metadata.?labels.orValue({}))`, message: `no ${label}` }],
  };
  const bound = { policyName: name, validationActions: ["Deny"] };
  return [
    { apiVersion: registration, kind: "ValidatingAdmissionPolicy", metadata: { name }, spec },
    { apiVersion: registration, kind: "ValidatingAdmissionPolicyBinding", metadata: { name }, spec: bound },
  ];
};

const labelling = () => {
  const name = `label${suffix}`;
  const expression = 'Object{metadata: Object.metadata{labels: {"by": "policy"}}}';
  const spec = {
    matchConstraints: { resourceRules: [configMaps] },
    reinvocationPolicy: "Never",
    mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }],
  };
  return [
    { apiVersion: registration, kind: "MutatingAdmissionPolicy", metadata: { name }, spec },
    {
      apiVersion: registration,
      kind: "MutatingAdmissionPolicyBinding",
      metadata: { name },
      spec: { policyName: name },
    },
  ];
};

const hook = (kind: string, url: string, caBundle: string, rules: readonly object[]) => ({
  apiVersion: registration,
  kind,
  metadata: { name: `hook${suffix}` },
  webhooks: [
    {
      name: "hook.example.com",
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      clientConfig: { url, caBundle },
      rules,
    },
  ],
});

let server: TestServer;
let hooks: HookServer;
let validating: StaticManifests;
beforeAll(async () => {
  hooks = await startHookServer((hookRequest) =>
    hookRequest.path === "/deny"
      ? reply(hookRequest, { allowed: hookRequest.review.request.object.metadata.labels?.hooked === undefined })
      : reply(hookRequest, patchWith([{ op: "add", path: "/data", value: { from: "webhook" } }])),
  );
  const url = (path: string) => `https://127.0.0.1:${hooks.ports.good}/${path}`;
  const manifests = (plugin: string, objects: readonly object[]) =>
    new StaticManifests(plugin, load(plugin, yamlOf(objects)));
  validating = manifests("ValidatingAdmissionPolicy", refusingPolicy("this", [configMaps, policies]));
  const configured = {
    ValidatingAdmissionPolicy: validating,
    MutatingAdmissionPolicy: manifests("MutatingAdmissionPolicy", labelling()),
    ValidatingAdmissionWebhook: manifests("ValidatingAdmissionWebhook", [
      hook("ValidatingWebhookConfiguration", url("deny"), hooks.caBundle, [configMaps, policies]),
    ]),
    MutatingAdmissionWebhook: manifests("MutatingAdmissionWebhook", [
      hook("MutatingWebhookConfiguration", url("patch"), hooks.caBundle, [configMaps]),
    ]),
  };
  const entries = Object.entries(configured).map(([plugin, each]) => [plugin, { manifests: each }] as const);
  server = await startTestServer({ pluginConfigurations: new Map(entries) });
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: "a" } });
});
afterAll(async () => {
  hooks.close();
  await server.close();
});

const create = (name: string, labels: Readonly<Record<string, string>> = {}) =>
  server.call("POST", "/api/v1/namespaces/a/configmaps", { metadata: { name, labels } });

const storedPolicy = (name: string, labels = {}) =>
  server.call("POST", `/apis/${registration}/validatingadmissionpolicies`, {
    metadata: { name, labels },
    spec: {
      matchConstraints: { resourceRules: [configMaps] },
      validations: [{ expression: "!('that' in object.metadata.?labels.orValue({}))", message: "no that" }],
    },
  });

test("policies and webhooks of manifests apply from the start, and mutate", async () => {
  const { code, json } = await create("first", { a: "b" });
  expect(code).toBe(201);
  expect(json).toMatchObject({ metadata: { labels: { a: "b", by: "policy" } }, data: { from: "webhook" } });
  const refused = await create("second", { this: "" });
  expect(refused.json.message).toBe(
    "configmaps \"second\" is forbidden: ValidatingAdmissionPolicy 'no-this.static.k8s.io' with binding 'no-this.static.k8s.io' denied request: no this",
  );
  expect((await create("third", { hooked: "" })).json.message).toContain('admission webhook "hook.example.com" denied');
});

test("policies of manifests are not objects of the API, and run before those that are", async () => {
  const { json } = await server.call("GET", `/apis/${registration}/validatingadmissionpolicies`);
  expect(json.items).toEqual([]);
  expect((await storedPolicy("that")).code).toBe(201);
  const spec = { policyName: "that", validationActions: ["Deny"] };
  const bindings = `/apis/${registration}/validatingadmissionpolicybindings`;
  expect((await server.call("POST", bindings, { metadata: { name: "that" }, spec })).code).toBe(201);
  expect((await create("x", { that: "" })).json.message).toMatch(/no that$/);
  expect((await create("x", { this: "", that: "" })).json.message).toMatch(/no this$/);
});

test("the API rejects names of manifests and invalid expressions with kube-apiserver's messages", async () => {
  expect((await storedPolicy(`other${suffix}`)).json.message).toBe(
    'ValidatingAdmissionPolicy.admissionregistration.k8s.io "other.static.k8s.io" is invalid: metadata.name: Invalid value: "other.static.k8s.io": names ending with ".static.k8s.io" are reserved for static manifest-based configurations and cannot be managed via the API',
  );
  const spec = { matchConstraints: { resourceRules: [configMaps] }, validations: [{ expression: "1" }] };
  const path = `/apis/${registration}/validatingadmissionpolicies`;
  expect((await server.call("POST", path, { metadata: { name: "one" }, spec })).json.message).toBe(
    'ValidatingAdmissionPolicy.admissionregistration.k8s.io "one" is invalid: spec.validations[0].expression: Invalid value: "1": must evaluate to bool but got int',
  );
});

test("policies and webhooks of manifests apply to objects that configure admission", async () => {
  expect((await storedPolicy("other", { this: "" })).json.message).toMatch(/no this$/);
  const configuration = hook("ValidatingWebhookConfiguration", "https://127.0.0.1:1/", hooks.caBundle, [configMaps]);
  const metadata = { name: "other", labels: { hooked: "" } };
  const path = `/apis/${registration}/validatingwebhookconfigurations`;
  const refused = await server.call("POST", path, { ...configuration, metadata });
  expect(refused.json.message).toContain('admission webhook "hook.example.com" denied');
});

test("changed files replace the policies, and metrics report the reloads", async () => {
  const reloadCount = async (status: string) => {
    const { text } = await server.call("GET", "/metrics");
    const parts = ["_automatic_reloads_total{", `status="${status}"`, 'plugin="ValidatingAdmissionPolicy"'];
    const line = text.split("\n").find((each) => parts.every((part) => each.includes(part))) ?? "0";
    return Number(line.slice(line.lastIndexOf(" ")));
  };
  expect(await reloadCount("success")).toBe(1);
  const next = load("ValidatingAdmissionPolicy", yamlOf(refusingPolicy("else", [configMaps])));
  validating.replace(next);
  expect((await create("y", { this: "" })).code).toBe(201);
  expect((await create("z", { else: "" })).json.message).toMatch(/no else$/);
  validating.replace(undefined);
  expect((await create("z", { else: "" })).json.message).toMatch(/no else$/);
  expect([await reloadCount("success"), await reloadCount("failure")]).toEqual([2, 1]);
  const { text } = await server.call("GET", "/metrics");
  const info = text
    .split("\n")
    .filter((line) => line.startsWith("apiserver_manifest_admission_config_controller_last"));
  expect(info.filter((line) => line.includes('"ValidatingAdmissionPolicy"'))).toHaveLength(1);
  expect(info.join()).toContain(next.hash);
});
