/** An internal error is a finding of the document that it concerns, and no other finding is lost. */
import { describe, expect, test } from "vitest";
import { commandLineName } from "../../src/engine/kubelet-set.ts";
import { settle } from "../../src/engine/options.ts";
import { createRun } from "../../src/engine/run.ts";
import { createVetter, type VetOptions } from "../../src/index.ts";
import type { Kind } from "../../src/kind/kind.ts";
import { validatingAdmissionPolicy } from "../../src/kinds/admissionregistration/validating-admission-policy.ts";
import { configMap } from "../../src/kinds/core/config-map.ts";
import { secret } from "../../src/kinds/core/secret.ts";
import { kubeletConfiguration } from "../../src/kinds/kubelet/kubelet-configuration.ts";
import { type ProjectRule, rule } from "../../src/rule/rule.ts";
import { readSource } from "../../src/source/read-source.ts";

const fault = new TypeError("cannot read 'hunter2'");
const throwFault = (): never => {
  throw fault;
};

const failingRule = rule<object>({ id: "test/failing", severity: "warning", summary: "x" }, throwFault);
const laterRule = rule<{ readonly data?: unknown }>(
  { id: "test/later", severity: "warning", summary: "x" },
  (_object, place) => place.at("data").say("seen"),
);
const failingProjectRule: ProjectRule = {
  id: "test/across",
  severity: "error",
  summary: "x",
  kinds: ["ConfigMap"],
  run: throwFault,
};

const withFault = (changes: Partial<Kind>): readonly Kind[] => [{ ...(configMap as Kind), ...changes }, secret as Kind];

const map = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
const files = [
  { name: "first.yaml", content: `${map("a")}---\napiVersion: v1\nkind: Secret\nmetadata: {name: Upper}\n` },
  { name: "second.yaml", content: "apiVersion: v1\nkind: Secret\nmetadata: {name: Upper}\n" },
];

const findingsShown = (options: VetOptions) => {
  const thrown: unknown[] = [];
  const result = createVetter({ ...options, onFault: (error) => thrown.push(error) }).vetFiles(files);
  expect(result.files.map(({ path }) => path)).toEqual(["first.yaml", "second.yaml"]);
  const faults = result.diagnostics.filter(({ rule }) => rule === "internal/fault");
  expect(thrown.length).toBe(faults.length);
  expect(JSON.stringify(faults)).not.toContain("hunter2");
  for (const { severity, cause, range } of faults) {
    expect({ severity, cause }).toEqual({ severity: "error", cause: "internal" });
    expect(range).toBeDefined();
  }
  return result.diagnostics.map(({ file, document, rule }) => `${file} ${document} ${rule}`);
};

const findingsOfOthers = ["first.yaml 1 meta/name", "second.yaml 0 meta/name"];

test.each([
  { name: "a rule", changes: { rules: [failingRule] } },
  { name: "defaults", changes: { rules: [], applyDefaults: throwFault } },
  { name: "the reader of a kind", changes: { rules: [], read: throwFault } },
  { name: "files that a document names", changes: { rules: [], references: throwFault } },
  { name: "documents in a document", changes: { rules: [], embedded: throwFault } },
  { name: "a rule across documents", changes: { rules: [], projectRules: [failingProjectRule] } },
] satisfies { name: string; changes: Partial<Kind> }[])("$name", ({ changes }) => {
  expect(findingsShown({ kinds: withFault(changes) })).toEqual(["first.yaml 0 internal/fault", ...findingsOfOthers]);
});

test("the remaining rules of a document still run, and the internal error names the rule", () => {
  const { diagnostics } = createVetter({ kinds: withFault({ rules: [failingRule, laterRule] }) }).vetFiles([
    { name: "a.yaml", content: map("a") },
  ]);
  expect(diagnostics.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    "internal/fault: not vetted in full: clustervet failed in rule test/failing (TypeError)",
    "test/later: seen",
  ]);
});

test.each([
  { name: "levels of rules", options: { rules: { "*": "off", "internal/*": "off", "internal/fault": "off" } } },
  { name: "a comment", comment: "# clustervet-ignore-file internal/fault: known\n" },
] satisfies { name: string; options?: VetOptions; comment?: string }[])(
  "$name cannot hide an internal error",
  ({ options = {}, comment = "" }) => {
    const vetter = createVetter({ ...options, kinds: withFault({ rules: [failingRule] }) });
    const { diagnostics } = vetter.vetFiles([{ name: "a.yaml", content: comment + map("a") }]);
    expect(diagnostics.map(({ rule }) => rule)).toContain("internal/fault");
  },
);

describe("the library", () => {
  const vetter = createVetter({ kinds: withFault({ rules: [failingRule] }) });
  test("vetText returns the internal error", () => {
    expect(vetter.vetText(map("a")).map(({ rule }) => rule)).toEqual(["internal/fault"]);
  });
  test("vetObject returns the internal error", () => {
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
    expect(vetter.vetObject(object).map(({ rule }) => rule)).toEqual(["internal/fault"]);
    const failsBefore = createVetter({ kinds: withFault({ applyDefaults: throwFault }) });
    expect(failsBefore.vetObject(object).map(({ rule, cause }) => `${rule} ${cause}`)).toEqual([
      "internal/fault internal",
    ]);
  });
});

test("a host that fails causes an internal error", () => {
  const references = () => [{ file: "/b.yaml", kind: "ConfigMap", path: [] }];
  const host = { readFile: throwFault, isFile: () => true } as unknown as NonNullable<VetOptions["host"]>;
  const vetter = createVetter({ kinds: withFault({ rules: [], references }), host });
  const { diagnostics } = vetter.vetFiles([{ name: "/etc/a.yaml", content: map("a") }]);
  expect(diagnostics.map(({ rule }) => rule)).toEqual(["internal/fault"]);
});

describe("the files of one kubelet", () => {
  const settings = settle({
    unknownKinds: "off",
    kinds: [{ ...(kubeletConfiguration as unknown as Kind), applyDefaults: throwFault }],
  });
  const identity = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
  const fileOf = (name: string) => readSource(name, identity);

  test.each([
    { name: "each file", set: { base: fileOf("a.yaml"), dropIns: [fileOf("b.conf")] }, files: ["a.yaml", "b.conf"] },
    { name: "the command line alone", set: { args: ["--max-pods=1"] }, files: [commandLineName] },
  ])("$name has the internal error, and other files are vetted", ({ set, files }) => {
    const run = createRun(settings);
    expect(run.addKubeletSet(set)).toBeUndefined();
    run.add(readSource("other.yaml", "a: [\n"));
    const { diagnostics, summary } = run.finish();
    expect(diagnostics.map(({ file, rule }) => `${file} ${rule}`)).toEqual([
      ...files.map((file) => `${file} internal/fault`),
      "other.yaml source/syntax",
    ]);
    expect(summary.files).toBe(files.length + 1);
  });

  test("a file that was vetted before keeps its findings", () => {
    const run = createRun(settings);
    run.add(readSource("a.yaml", "a: [\n"));
    run.addKubeletSet({ base: fileOf("a.yaml") });
    expect(run.finish().diagnostics.map(({ rule }) => rule)).toEqual(["internal/fault", "source/syntax"]);
  });
});

test("an internal error while policies evaluate an object is a finding of its document", () => {
  let calls = 0;
  const applyDefaults = () => {
    calls++;
    if (calls > 1) throwFault();
  };
  const kinds = [...withFault({ rules: [], applyDefaults }), validatingAdmissionPolicy as unknown as Kind];
  const policyRules = [{ name: "a", expression: "true" }] as unknown as NonNullable<VetOptions["policyRules"]>;
  expect(findingsShown({ kinds, policyRules })).toEqual(["first.yaml 0 internal/fault", ...findingsOfOthers]);
});
