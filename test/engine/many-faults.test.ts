/** Of many findings, the first thousand are listed and the rest is counted, and counting stops at a limit. */
import { describe, expect, test } from "vitest";
import { validateDecoded } from "../../src/engine/validate.ts";
import { createVetter } from "../../src/engine/vetter.ts";
import type { Rule } from "../../src/index.ts";
import { rule } from "../../src/rule/rule.ts";
import { lintLimits } from "../../src/rule/tally.ts";
import { list, struct, text as textField } from "../../src/schema/fields.ts";
import { ruleContext } from "../rule/rule-ids.ts";

const faultCount = 150_000;
const { kept, counted } = lintLimits;
const vetter = createVetter();

/** Returns the numbers of listed and of counted findings. */
function countFindings(...objects: readonly unknown[]) {
  const files = objects.map((object, index) => ({ name: `${index}.json`, content: JSON.stringify(object) }));
  const { diagnostics, summary } = vetter.vetFiles(files);
  const { errors, warnings, infos } = summary;
  return { listed: diagnostics.length, counted: errors + warnings + infos };
}

const resource = (spec: unknown) => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "many.example.com" },
  spec: {
    group: "example.com",
    names: { kind: "Many", plural: "many" },
    scope: "Namespaced",
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: spec } }],
  },
});

test("findings in a list within a list are listed up to the limit, and counted", () => {
  const items = Array.from({ length: faultCount }, (_none, index) => ({
    apiVersion: "example.com/v1",
    kind: `Kind${index}`,
  }));
  const outer = { apiVersion: "v1", kind: "List", items };
  expect(countFindings({ ...outer, items: [outer] })).toEqual({ listed: kept + 1, counted: faultCount });
});

test("findings about values of a selector are listed and counted up to the limits", () => {
  const values = Array.from({ length: faultCount }, () => "-");
  const selector = { matchExpressions: [{ key: "a", operator: "In", values }] };
  const metadata = { name: "many", namespace: "shop" };
  const policy = {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata,
    spec: { podSelector: selector },
  };
  expect(countFindings(policy).listed).toBe(kept + 1);
  expect(countFindings(policy).counted).toBeGreaterThanOrEqual(counted);
});

test("findings about properties of a definition are listed and counted up to the limits", () => {
  const properties = Object.fromEntries(Array.from({ length: 3 * counted }, (_none, index) => [`p${index}`, {}]));
  const inner = { type: "object", properties };
  const { listed, counted: all } = countFindings(resource({ type: "object", properties: { inner } }));
  expect(listed).toBe(kept + 1);
  expect(all).toBeGreaterThanOrEqual(counted);
});

test("findings about items of a custom resource are listed and counted up to the limits", () => {
  const items = { type: "array", items: { type: "integer" } };
  const definition = resource({ type: "object", properties: { spec: { type: "object", properties: { items } } } });
  const spec = { items: Array.from({ length: faultCount }, () => "a") };
  const object = { apiVersion: "example.com/v1", kind: "Many", metadata: { name: "many", namespace: "shop" }, spec };
  const { listed, counted: all } = countFindings(definition, object);
  expect(listed).toBe(kept + 1);
  expect(all).toBeGreaterThanOrEqual(counted);
});

test("a broken document with many empty lines in a block scalar has a finding", () => {
  const text = `a: b: c\nd: |${"\n".repeat(faultCount)}  e\n`;
  expect(vetter.vetText(text, "lines.yaml").length).toBeGreaterThan(0);
});

test("each wrong entry of a trust bundle has an error at its line", () => {
  const block = "    -----BEGIN A-----\n    -----END A-----\n";
  const text = `apiVersion: certificates.k8s.io/v1
kind: ClusterTrustBundle
metadata: { name: many }
spec:
  trustBundle: |
${block.repeat(kept)}`;
  const found = vetter.vetText(text).filter(({ severity }) => severity === "error");
  expect(found).toHaveLength(kept);
  expect(found.at(-1)?.range?.start.line).toBe(5 + 2 * kept - 1);
});

test.each([1, 2])("repeated keys in %i documents are listed up to the limit, and counted", (documents) => {
  const keys = Array.from({ length: 5_000 }, (_none, index) => `  k${index}: a\n`).join("");
  const document = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata:\n${keys}${keys}`;
  const { diagnostics, summary } = vetter.vetFiles([
    { name: "keys.yaml", content: Array.from({ length: documents }, () => document).join("---\n") },
  ]);
  expect(diagnostics).toHaveLength(documents * (kept + 1));
  expect(summary.errors).toBe(documents * 5_000);
});

describe("the limits of a caller", () => {
  interface Shelf {
    readonly items?: readonly string[];
  }
  let looks = 0;
  const eachItemRule = (id: string, severity: "error" | "warning") =>
    rule<Shelf>({ id, severity, summary: "no item" }, ({ items = [] }, place) => {
      items.forEach((_item, index) => {
        looks++;
        place.at("items", index).say("must go");
      });
    });
  const schema = struct({ items: list(textField()) });
  const version = { name: "v1", schema };
  const keptFindings = (rules: readonly Rule<Shelf>[], object: unknown, levels = {}) => {
    looks = 0;
    const kind = { kind: "Shelf", group: "shop.example.com", versions: [version], description: "", rules };
    const subject = { kind: kind as never, version, context: ruleContext, limits: { kept: 3, counted: 5 }, levels };
    const { findings, more } = validateDecoded(object, subject);
    return { rules: findings.map(({ rule }) => rule), more, looks };
  };
  const items = Array.from({ length: 100 }, () => "a");
  const errors = ["x/error", "x/error", "x/error"];

  test("rules stop after the last error that counts", () => {
    const more = [{ severity: "error", count: 2, isLeast: true }];
    expect(keptFindings([eachItemRule("x/error", "error"), eachItemRule("x/warning", "warning")], { items })).toEqual({
      rules: errors,
      more,
      looks: 5,
    });
  });

  test("warnings do not displace errors", () => {
    const { rules, more } = keptFindings([eachItemRule("x/warning", "warning"), eachItemRule("x/error", "error")], {
      items,
    });
    expect(rules).toEqual(["x/warning", "x/warning", "x/warning", ...errors]);
    expect(more).toContainEqual({ severity: "warning", count: 97, isLeast: false });
  });

  test("a rule with severity off adds no findings", () => {
    expect(
      keptFindings(
        [eachItemRule("x/warning", "warning"), eachItemRule("x/error", "error")],
        { items },
        { "x/warning": "off" },
      ).rules,
    ).toEqual(errors);
  });

  test("the walk ends after the last value of a wrong type that counts (maxOfFault)", () => {
    let reads = 0;
    const counting = new Proxy([] as unknown[], {
      get: (target, key) => {
        if (key === "length") return 100;
        if (typeof key === "string" && /^\d+$/.test(key)) {
          reads++;
          return 5;
        }
        return Reflect.get(target, key) as unknown;
      },
    });
    expect(keptFindings([], { items: counting })).toEqual({
      rules: ["schema/type", "schema/type", "schema/type"],
      more: [{ severity: "error", count: 2, isLeast: true }],
      looks: 0,
    });
    // Each value is read twice: to check whether it can be used unchanged, and to decode it.
    expect(reads).toBe(10);
  });
});

test("an item in as many nested lists as a document allows is vetted", () => {
  const role = '{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","metadata":{"name":"a"},"rule":[]}';
  const text = Array.from({ length: 200 }).reduce(
    (inner) => `{"apiVersion":"v1","kind":"List","items":[${inner}]}`,
    role,
  );
  const [found] = vetter.vetText(String(text)).filter(({ rule }) => rule === "schema/unknown-field");
  expect(found?.path).toHaveLength(401);
});
