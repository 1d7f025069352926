import { describe, expect, test } from "vitest";
import { compile } from "../../src/cel/compile.ts";
import { estimate } from "../../src/cel/cost/estimate.ts";
import { createEnvironment } from "../../src/cel/environment.ts";
import { plan, planCounting } from "../../src/cel/eval/plan.ts";
import { kubernetesEnvironment } from "../../src/cel-kubernetes/configuration-environment.ts";
import { costProfile } from "../../src/cel-kubernetes/cost/profile.ts";
import { costRules } from "../../src/cel-kubernetes/cost/rules.ts";
import { createVetter, OptionError } from "../../src/index.ts";

/** Passes a value of any type, as a program without a compiler could. */
const untyped = (value: unknown) => value as never;

describe("invalid options", () => {
  const mistakes: readonly { readonly options: unknown; readonly message: string }[] = [
    { options: null, message: "options must be an object; got null" },
    { options: [], message: "options must be an object; got a list" },
    { options: { targt: "1.34" }, message: 'there is no option "targt"; did you mean target?' },
    { options: { constructor: 1 }, message: 'there is no option "constructor"' },
    { options: { target: 1.34 }, message: "target must be a string; got 1.34" },
    { options: { groupDomain: "" }, message: 'groupDomain must be a domain such as k8s.io; got ""' },
    { options: { target: "9.99" }, message: 'target must be a release from 1.30 to 1.37; got "9.99"' },
    { options: { rules: { "*": "fatal" } }, message: "rules must be an object, each value one of error," },
    { options: { rules: { "role/nmae": "off" } }, message: 'rules: there is no rule "role/nmae"' },
    { options: { rules: { "rbca/*": "off" } }, message: "did you mean rbac/*?" },
    { options: { rules: { "schema/tpye": "off" } }, message: "did you mean schema/type?" },
    { options: { featureGates: { A: "true" } }, message: "featureGates must be an object, each value true or false" },
    {
      options: { enabledAdmissionPlugins: ["NodeRestricton"] },
      message: 'kube-apiserver 1.37 has no admission plugin "NodeRestricton"; did you mean NodeRestriction?',
    },
    {
      options: { enabledAdmissionPlugins: ["PodTopologyLabels"], target: "1.32" },
      message: 'kube-apiserver 1.32 has no admission plugin "PodTopologyLabels"',
    },
    { options: { enabledAdmissionPlugins: ["constructor"] }, message: 'no admission plugin "constructor"' },
    { options: { user: {} }, message: "user must be an object with `name`" },
    { options: { policyRules: [{ name: "a", expresion: "true" }] }, message: "policyRules must be a list" },
    { options: { policyRules: [{ name: "a", expression: "1" }] }, message: "policyRules[0].expression: must evaluate" },
    {
      options: { policyRules: [{ name: "a", expression: "true", kinds: ["Deploymnt"] }] },
      message: 'policyRules[0].kinds[0]: unknown kind "Deploymnt"; did you mean Deployment?',
    },
    {
      options: { policyRules: [{ name: "a", expression: "true", kinds: ["Deploymnt.apps"] }] },
      message: "did you mean Deployment?",
    },
    {
      options: { policyRules: [{ name: "a", expression: "true", kinds: ["Zyxwv"] }] },
      message: "write KIND.group for a kind that the input defines",
    },
  ];
  test.each(mistakes)("$message", ({ options, message }) => {
    expect(() => createVetter(untyped(options))).toThrow(OptionError);
    expect(() => createVetter(untyped(options))).toThrow(message);
  });

  test.each<object>([
    { rules: { "role/*": "off", "*": "info", "schema/type": "error" } },
    {
      policyRules: [{ name: "a", expression: "true", kinds: ["Deployment", "Deployment.apps", "Widget.example.com"] }],
    },
    { target: undefined },
    { enabledAdmissionPlugins: [] },
    { enabledAdmissionPlugins: ["NodeRestriction", "PersistentVolumeLabel"], target: "1.30" },
  ])("valid: %j", (options) => {
    expect(() => createVetter(untyped(options))).not.toThrow();
  });
});

describe("invalid inputs", () => {
  const claims = kubernetesEnvironment("claims", "1.34");
  const { checked: sound = untyped(undefined) } = compile(claims, "true");
  const costs = costRules(claims, costProfile("1.34"));
  const vetter = createVetter();
  test.each([
    { name: "null for the text", run: () => vetter.vetText(untyped(null)) },
    { name: "an object for the text", run: () => vetter.vetText(untyped({})) },
    { name: "a number for the file name", run: () => vetter.vetText("", untyped(7)) },
    { name: "null for a file", run: () => vetter.vetFiles(untyped([null])) },
    { name: "a file without content", run: () => vetter.vetFiles(untyped([{ name: "a.yaml" }])) },
    { name: "an unknown release", run: () => kubernetesEnvironment("claims", "9.99") },
    { name: "a release before the first", run: () => kubernetesEnvironment("claims", "1.29") },
    { name: "an unknown environment", run: () => kubernetesEnvironment(untyped("constructor"), "1.34") },
    { name: "no expression", run: () => compile(kubernetesEnvironment("claims", "1.34"), untyped(undefined)) },
    { name: "no environment options", run: () => createEnvironment(untyped(null)) },
    { name: "no libraries", run: () => createEnvironment(untyped({})) },
    { name: "an invalid library", run: () => createEnvironment({ libraries: [untyped(null)] }) },
    { name: "a misspelt option", run: () => createEnvironment(untyped({ libraries: [], variabels: [] })) },
    { name: "no tree", run: () => plan(untyped(null), claims) },
    { name: "no declarations", run: () => plan(sound, untyped(undefined)) },
    { name: "an unknown dialect", run: () => plan(sound, claims, { dialect: untyped("constructor") }) },
    { name: "invalid plan options", run: () => plan(sound, claims, untyped(null)) },
    { name: "no rules to count by", run: () => planCounting(sound, claims, untyped(null)) },
    { name: "nothing to estimate", run: () => estimate(untyped(undefined), costs) },
    { name: "no rules to estimate by", run: () => estimate(sound, untyped(null)) },
    { name: "invalid sizes", run: () => estimate(sound, costs, { sizes: untyped({}) }) },
  ])("$name", ({ run }) => {
    expect(run).toThrow(OptionError);
  });

  test("vetObject returns a finding for null, as for any value that is not an object", () => {
    expect(vetter.vetObject(null).map(({ rule }) => rule)).toEqual(["kind/unknown"]);
  });
});

test("a suppression of an unknown rule is a finding at its line", () => {
  const role = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a, namespace: b}\nrules: []\n";
  const [finding, ...others] = createVetter().vetText(`# clustervet-ignore no-such/rule: why\n${role}`);
  expect(finding).toMatchObject({ rule: "suppression/unknown-rule", range: { start: { line: 1, column: 1 } } });
  expect(others).toEqual([]);
  const near = createVetter().vetText(`# clustervet-ignore schema/tpye: why\n${role}`);
  expect(near.map(({ help }) => help)).toEqual(["did you mean schema/type?"]);
});
