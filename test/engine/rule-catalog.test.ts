import { expect, test } from "vitest";
import { assertNames } from "../../src/engine/option-names.ts";
import { settle } from "../../src/engine/options.ts";
import { ruleCatalog } from "../../src/engine/rule-catalog.ts";
import { writtenRuleIds } from "../../src/engine/rule-ids.ts";
import { builtInKinds } from "../../src/kinds/index.ts";

const catalog = ruleCatalog(builtInKinds);
const rulesOfKinds = builtInKinds.flatMap(({ rules, projectRules = [] }) => [...rules, ...projectRules]);

test("ids are unique, sorted, and of the form <area>/<name>", () => {
  const ids = catalog.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort());
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/);
});

test("a rule that several kinds share has the same severity and summary in all", () => {
  for (const { id, severity, summary } of rulesOfKinds) {
    expect(catalog.find((rule) => rule.id === id)).toMatchObject({ severity, summary });
  }
});

test("summaries are one line without a full stop", () => {
  for (const { summary } of catalog) expect(summary).toMatch(/^\S[^\n]*[^.\s]$/);
});

test("without kinds, the catalog has only the rules of the engine", () => {
  const areas = new Set(ruleCatalog([]).map(({ id }) => id.slice(0, id.indexOf("/"))));
  expect([...areas]).toEqual(["flags", "internal", "kind", "policy", "schema", "source", "suppression"]);
  for (const { id } of rulesOfKinds) expect(areas).not.toContain(id.slice(0, id.indexOf("/")));
});

test("the written list of ids matches the catalog", () => {
  expect(writtenRuleIds()).toEqual(catalog.map(({ id }) => id));
});

test("names of existing rules and areas are validated without reading any kind", () => {
  const settings = settle({ rules: { "*": "warning", "meta/name": "off", "role/*": "info" } });
  const kinds = new Proxy([], { get: () => expect.fail("kinds were asked for") });
  assertNames({ ...settings, catalog: { ...settings.catalog, kinds } });
  const misspelt = settle({ rules: { "meta/nome": "off" } });
  expect(() => assertNames(misspelt)).toThrow('rules: there is no rule "meta/nome"; did you mean meta/name?');
});
