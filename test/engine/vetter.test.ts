import { describe, expect, test } from "vitest";
import { createVetter, OptionError, rule, simulateRollout } from "../../src/index.ts";
import { struct, text as textField } from "../../src/schema/fields.ts";

const role = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "Role",
  metadata: { name: "reader", namespace: "team" },
  rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
};

describe("vetObject", () => {
  const vetter = createVetter();
  const rules = (object: unknown, oldObject?: unknown) => vetter.vetObject(object, oldObject).map(({ rule }) => rule);

  test.each([
    { name: "a valid object", object: role, expected: [] },
    {
      name: "an invalid object",
      object: { ...role, rules: [{}] },
      expected: ["rbac/api-groups-required", "rbac/resources-required", "rbac/verbs-required"],
    },
    { name: "an unknown field", object: { ...role, rule: [] }, expected: ["schema/unknown-field"] },
    { name: "a scalar", object: 5, expected: ["kind/unknown"] },
    { name: "an unknown kind", object: { apiVersion: "v9", kind: "Nope" }, expected: ["kind/unknown"] },
    {
      name: "an unknown version",
      object: { ...role, apiVersion: "rbac.authorization.k8s.io/v2" },
      expected: ["kind/version"],
    },
    { name: "a list", object: { apiVersion: "v1", kind: "List", items: [] }, expected: ["kind/unknown"] },
  ])("$name", ({ object, expected }) => {
    expect(rules(object)).toEqual(expected);
  });

  test("an update must not change an immutable field", () => {
    const binding = (name: string) => ({
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata: { name: "b", namespace: "team" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name },
      subjects: [{ kind: "User", name: "u", apiGroup: "rbac.authorization.k8s.io" }],
    });
    expect(rules(binding("a"), binding("a"))).toEqual([]);
    expect(rules(binding("a"), binding("b"))).toEqual(["rbac/role-ref-immutable"]);
  });

  test("vetObject does not change the object", () => {
    const object = structuredClone({ ...role, metadata: { ...role.metadata, labels: null } });
    const before = structuredClone(object);
    vetter.vetObject(object);
    expect(object).toEqual(before);
  });

  test("an object is read as JSON: dates are texts, undefined in lists is null, exact bigints are numbers", () => {
    const found = (object: unknown) => vetter.vetObject(object).map(({ message }) => message);
    const metadata = { name: "a", namespace: "b", creationTimestamp: new Date(0), deletionTimestamp: undefined };
    const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata };
    expect(found({ ...lease, spec: { leaseDurationSeconds: 15n } })).toEqual([]);
    expect(found({ ...lease, spec: { leaseDurationSeconds: 2n ** 60n } })).toEqual([
      "must be a 32-bit integer; got the number 1152921504606846976",
    ]);
    const configMap = { apiVersion: "v1", kind: "ConfigMap", metadata, immutable: true, data: { at: new Date(0) } };
    const stored = { ...configMap, data: { at: "1970-01-01T00:00:00.000Z" } };
    expect(rules(configMap, stored)).toEqual([]);
    expect(rules(stored, configMap)).toEqual([]);
    expect(rules({ ...role, rules: [undefined] })).toEqual(rules({ ...role, rules: [null] }));
    expect(metadata.creationTimestamp).toEqual(new Date(0));
  });

  test("an object that holds itself is an OptionError if a check reads all of it", () => {
    const schema: Record<string, unknown> = { type: "object" };
    schema["properties"] = { inner: schema };
    const definition = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "widgets.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: "widgets", kind: "Widget" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    };
    expect(() => vetter.vetObject(definition)).toThrow(OptionError);
    expect(() => vetter.vetObject(definition)).toThrow(/object must be JSON: .* holds itself/);
  });

  test("findings about an object have no range", () => {
    expect(vetter.vetObject({ ...role, rule: [] })[0]?.range).toBeUndefined();
  });
});

test("rules across documents see all files of vetFiles", () => {
  const binding = `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: b, namespace: team}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [{kind: User, name: u, apiGroup: rbac.authorization.k8s.io}]
`;
  const other = JSON.stringify({ ...role, metadata: { name: "other", namespace: "team" } });
  const vetter = createVetter();
  const missing = vetter.vetFiles([
    { name: "binding.yaml", content: binding },
    { name: "other.json", content: other },
  ]);
  expect(missing.diagnostics.map(({ file, rule }) => `${file} ${rule}`)).toEqual([
    "binding.yaml rbac/role-ref-defined",
  ]);
  const defined = vetter.vetFiles([
    { name: "binding.yaml", content: binding },
    { name: "role.json", content: JSON.stringify(role) },
  ]);
  expect(defined.diagnostics).toEqual([]);
  expect(vetter.vetText(binding, "binding.yaml").every(({ file }) => file === "binding.yaml")).toBe(true);
});

test("the level of a rule overrides that of its area, which overrides that of all rules", () => {
  const broken = JSON.stringify({ ...role, rules: [{}] });
  const levels = (rules: Record<string, "error" | "warning" | "info" | "off">) =>
    createVetter({ rules })
      .vetText(broken)
      .map(({ rule, severity }) => `${rule} ${severity}`);
  expect(levels({ "*": "info", "rbac/*": "warning", "rbac/verbs-required": "off" })).toEqual([
    "rbac/api-groups-required warning",
    "rbac/resources-required warning",
  ]);
});

test.each([
  { name: "an unknown target", options: { target: "1.2" } },
  { name: "a target that is not a release", options: { target: "latest" } },
  { name: "an unknown kind", options: { kind: "Nope" } },
  { name: "an unknown feature gate", options: { featureGates: { NodeSwop: true } } },
  { name: "a locked feature gate", options: { featureGates: { NodeSwap: false } } },
  { name: "a removed feature gate", options: { featureGates: { GangScheduling: true } } },
  { name: "a feature gate of a later release", options: { target: "1.36", featureGates: { CompositePodGroup: true } } },
])("$name is an OptionError", ({ options }) => {
  expect(() => createVetter(options)).toThrow(OptionError);
});

test("a caller may pass additional kinds", () => {
  interface Widget {
    readonly size?: string;
  }
  const sized = rule<Widget>(
    { id: "widget/sized", severity: "error", summary: "a widget has a size" },
    (own, place) => {
      if (!own.size) place.at("size").say("must be set");
    },
  );
  const schema = struct({ apiVersion: textField(), kind: textField(), size: textField() }, { $id: "Widget" });
  const widget = {
    kind: "Widget",
    group: "shop.example.com",
    versions: [{ name: "v1", schema }],
    description: "A thing to sell.",
    rules: [sized],
  };
  const found = createVetter({ kinds: [widget] }).vetText(
    "apiVersion: shop.example.com/v1\nkind: Widget\ncolour: red\n",
  );
  expect(found.map(({ rule }) => rule)).toEqual(["widget/sized", "schema/unknown-field"]);
});

test("a rollout is simulated for objects with dates, as clients return them", () => {
  const metadata = { name: "a", creationTimestamp: new Date(0) };
  const labels = { app: "a" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "a", image: "a:1" }] } };
  const spec = { selector: { matchLabels: labels }, minReadySeconds: 60, template };
  const daemonSet = { apiVersion: "apps/v1", kind: "DaemonSet", metadata, spec };
  const node = { apiVersion: "v1", kind: "Node", metadata };
  const pod = (time: Date | string) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "p", labels, creationTimestamp: time },
    spec: { ...template.spec, nodeName: "a" },
    status: { phase: "Running", conditions: [{ type: "Ready", status: "True", lastTransitionTime: time }] },
  });
  const at = (time: Date | string) => simulateRollout({ daemonSet, nodes: [node], pods: [pod(time)] });
  expect(at(new Date(0)).isComplete).toBe(true);
  expect(at(new Date(0))).toEqual(at("1970-01-01T00:00:00Z"));
});

describe("documents", () => {
  const findingsOf = (text: string, kind?: string) =>
    createVetter(kind === undefined ? {} : { kind })
      .vetText(text)
      .map(({ rule, severity, range }) => `${range?.start.line}:${range?.start.column} ${rule} ${severity}`);
  const config = "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n";

  test.each([
    { name: "a configuration file alone", text: config, expected: [] },
    {
      name: "an empty document before a configuration file",
      text: `---\n---\n${config}`,
      expected: ["4:7 source/first-document error"],
    },
    {
      name: "a second configuration",
      text: `${config}---\n${config}`,
      expected: ["4:1 source/extra-document warning"],
    },
    {
      name: "malformed text after a configuration file",
      text: `${config}---\na: [\n`,
      expected: ["4:1 source/extra-document warning"],
    },
    { name: "an empty document after a configuration file", text: `${config}---\n`, expected: [] },
    { name: "an empty file", text: "", expected: ["1:1 source/empty info"] },
    { name: "only a comment", text: "# later\n", expected: ["1:1 source/empty info"] },
    {
      name: "an empty file, for a loader",
      text: "",
      kind: "AuthenticationConfiguration",
      expected: ["1:1 source/empty error"],
    },
    {
      name: "an empty file, for a loader that accepts it",
      text: "",
      kind: "AuthorizationConfiguration",
      expected: ["1:1 authorization/authorizers-required error"],
    },
    ...["# later\n", "null\n", "\n", "---\n"].map((text) => ({
      name: `${JSON.stringify(text)}, for a loader that takes any omission`,
      text,
      kind: "TracingConfiguration",
      expected: [],
    })),
    {
      name: "a list, for a loader",
      text: "[]\n",
      kind: "AuthorizationConfiguration",
      expected: ["1:1 kind/missing error"],
    },
    {
      name: "another kind, for a loader",
      text: config,
      kind: "AuthorizationConfiguration",
      expected: ["2:7 kind/unexpected error"],
    },
    {
      name: "a document without a kind, for a lenient loader",
      text: "current-context: x\n",
      kind: "Config",
      expected: ["1:18 kubeconfig/current-context error"],
    },
    {
      name: "a duplicate key in a strictly decoded file",
      text: `${config}jwt: []\njwt: []\n`,
      expected: ["4:1 source/duplicate-key error"],
    },
    {
      name: "a duplicate key in an unknown kind",
      text: "apiVersion: v9\nkind: Xx\nkind: Yy\n",
      expected: ["3:1 source/duplicate-key warning", "3:7 kind/unknown info"],
    },
    {
      name: "a kind in an old group",
      text: config.replace("apiserver.config", "apiserver"),
      expected: ["1:13 kind/group error"],
    },
    {
      name: "a misspelt kind",
      text: config.replace("Authentication", "Autentication"),
      expected: ["2:7 kind/unknown-name error"],
    },
    {
      name: "a kind that is not a string",
      text: config.replace(/kind: .*/, "kind: 5"),
      expected: ["2:7 kind/type error"],
    },
  ])("$name", ({ text, kind, expected }) => {
    expect(findingsOf(text, kind)).toEqual(expected);
  });

  test("items of typed, mixed and nested lists are vetted, and so is the list itself", () => {
    const list = (kind: string, items: unknown, group = "rbac.authorization.k8s.io/v1") =>
      createVetter()
        .vetText(JSON.stringify({ apiVersion: group, kind, items }))
        .map(({ rule, path }) => `${path.join(".")} ${rule}`);
    expect(list("RoleList", [role, { ...role, rules: [{}] }])).toContain("items.1.rules.0.verbs rbac/verbs-required");
    expect(list("RoleList", {})).toEqual(["items schema/type"]);
    expect(list("List", [role, { apiVersion: "v1", kind: "List", items: [{ ...role, rule: 1 }] }], "v1")).toEqual([
      "items.1.items.0.rule schema/unknown-field",
    ]);
    expect(list("List", [{ apiVersion: "v9", kind: "X" }, 5], "v1")).toEqual([
      "items.0 kind/unknown",
      "items.1 kind/unknown",
    ]);
  });

  test("a value of the wrong type causes one finding", () => {
    const text = `${config}jwt:\n- issuer: 5\n  claimMappings: {username: {claim: true, prefix: ""}}\n`;
    expect(findingsOf(text)).toEqual(["4:11 schema/type error", "5:37 schema/type error"]);
  });
});

test("an error in apiVersion is reported once, and the rest is vetted", () => {
  const text = "apiVersion: 1\nkind: AuthenticationConfiguration\nanonymous: {conditions: [{path: /livez}]}\n";
  const found = createVetter().vetText(text);
  expect(found.map(({ rule }) => rule)).toEqual(["kind/type", "authentication/anonymous-conditions"]);
});

test.each([
  { target: "1.37", featureGates: { NodeSwop: true }, says: "did you mean NodeSwap?" },
  { target: "1.37", featureGates: { NodeSwap: false }, says: "locked to true" },
  { target: "1.37", featureGates: { GangScheduling: true }, says: "removed in 1.37" },
  { target: "1.30", featureGates: { GangScheduling: true }, says: "exists since 1.35" },
])("feature gates that no component of $target has are rejected: $says", ({ says, ...options }) => {
  expect(() => createVetter(options)).toThrow(says);
});

test("a key that overrides one from a merge key is a finding only with asSent", () => {
  const map =
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels: &l {x: one}\n  annotations:\n    <<: *l\n    x: two\n";
  const rulesOf = (asSent: boolean) =>
    createVetter({ asSent, namespace: "a" })
      .vetText(map)
      .map(({ rule }) => rule);
  expect(rulesOf(false)).toEqual([]);
  expect(rulesOf(true)).toEqual(["source/duplicate-key"]);
});
