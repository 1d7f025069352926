import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCommandLine } from "../../src/flags/command-line.ts";
import { components } from "../../src/flags/component.ts";
import { vetCommandLine } from "../../src/flags/vet-line.ts";

const valuesOf = (component: (typeof components)[number], ...args: string[]) =>
  Object.fromEntries(parseCommandLine(args, component, "1.37").givenFlags.map(({ name, value }) => [name, value]));

const rulesOf = (component: (typeof components)[number], args: readonly string[], target = "1.37") =>
  vetCommandLine(args, component, { target }).findings.map(({ rule, argument }) => `${rule} ${argument}`);

describe("forms of arguments", () => {
  test.each([
    { name: "a value after an equals sign", args: ["--secure-port=1"], given: { "secure-port": 1 } },
    { name: "a value in the next argument", args: ["--secure-port", "1"], given: { "secure-port": 1 } },
    { name: "underscores", args: ["--secure_port=1"], given: { "secure-port": 1 } },
    { name: "a boolean flag without a value", args: ["--profiling"], given: { profiling: true } },
    { name: "a boolean flag that is false", args: ["--profiling=F"], given: { profiling: false } },
    { name: "a short flag with its value attached", args: ["-v4"], given: { v: 4 } },
    { name: "a short flag with an equals sign", args: ["-v=4"], given: { v: 4 } },
    { name: "a short flag with a value in the next argument", args: ["-v", "4"], given: { v: 4 } },
    { name: "a value that looks like a flag", args: ["--kubeconfig", "--x"], given: { kubeconfig: "--x" } },
    { name: "an equals sign in the value", args: ["--kubeconfig=a=b"], given: { kubeconfig: "a=b" } },
    {
      name: "a list flag that is repeated",
      args: ["--tls-cipher-suites=a,b", "--tls-cipher-suites=c"],
      given: { "tls-cipher-suites": ["a", "b", "c"] },
    },
    { name: "a hexadecimal number", args: ["--secure-port=0x10"], given: { "secure-port": 16 } },
    { name: "an unresolved variable", args: ["--secure-port=$(PORT)"], given: { "secure-port": undefined } },
  ])("$name", ({ args, given }) => {
    expect(valuesOf("kube-scheduler", ...args)).toEqual(given);
  });
});

test.each([
  ["kube-apiserver", "api-audiences", "a", "b", ["a", "b"]],
  ["kube-apiserver", "tls-sni-cert-key", "a,b", "c,d", ["a,b", "c,d"]],
  ["kube-apiserver", "runtime-config", "a/v1=true", "b/v1=false", { "a/v1": "true", "b/v1": "false" }],
  ["kube-apiserver", "feature-gates", "A=true", "B=false", { A: true, B: false }],
  ["kube-scheduler", "vmodule", "a=1", "b=2", undefined],
  ["kubelet", "node-labels", "a=b", "c=d", { a: "b", c: "d" }],
  ["kubelet", "eviction-hard", "a<1", "b<2", { a: "1", b: "2" }],
  ["kubelet", "manifest-url-header", "a:1", "a:2", { a: ["1", "2"] }],
  ["kubelet", "reserved-memory", "0:memory=1Gi", "1:memory=2Gi", undefined],
] as const)("%s --%s repeated: the uses share one value that grows and is not copied", (component, flag, ...rest) => {
  const [first, second, expected] = rest;
  const args = [first, second].map((text) => `--${flag}=${text}`);
  const values = parseCommandLine(args, component, "1.37").givenFlags.map(({ value }) => value);
  expect(values).toHaveLength(2);
  expect(values[0]).toBeTypeOf("object");
  expect(values[0]).toBe(values[1]);
  if (expected) expect(values[1]).toEqual(expected);
});

test("an invalid use of a flag adds nothing to its value", () => {
  const args = ["a<1", "b<2,c", "d<3"].map((text) => `--eviction-hard=${text}`);
  const { givenFlags, findings } = parseCommandLine(args, "kubelet", "1.37");
  expect(givenFlags.map(({ value }) => value)).toEqual([{ a: "1", d: "3" }, undefined, { a: "1", d: "3" }]);
  expect(findings).toHaveLength(args.length + 1);
});

describe("invalid arguments", () => {
  test.each([
    { args: ["--nope"], expected: ["flags/unknown 0"] },
    { args: ["--nope", "value", "--profiling"], expected: ["flags/unknown 0"] },
    { args: ["word"], expected: ["flags/argument 0"] },
    { args: ["--", "--profiling"], expected: ["flags/argument 1"] },
    { args: ["--=x"], expected: ["flags/argument 0"] },
    { args: ["-x"], expected: ["flags/argument 0"] },
    { args: ["--secure-port"], expected: ["flags/value 0"] },
    { args: ["--secure-port", "x"], expected: ["flags/value 1"] },
    { args: ["--secure-port=70000"], expected: ["flags/range 0"] },
    { args: ["--algorithm-provider=x"], expected: ["flags/release 0"] },
    { args: ["--profiling=maybe"], expected: ["flags/value 0"] },
  ])("$args: $expected", ({ args, expected }) => {
    expect(rulesOf("kube-scheduler", args)).toEqual(expected);
  });
});

test.each([
  { component: "kube-apiserver", flag: "cloud-provider", has: ["1.30", "1.32"], lacks: ["1.33", "1.37"] },
  { component: "kube-apiserver", flag: "emulated-version", has: ["1.31", "1.37"], lacks: ["1.30"] },
  { component: "kube-apiserver", flag: "tls-curve-preferences", has: ["1.36"], lacks: ["1.35"] },
  { component: "kubelet", flag: "pod-infra-container-image", has: ["1.34"], lacks: ["1.35"] },
  { component: "kubelet", flag: "fail-cgroupv1", has: ["1.31"], lacks: ["1.30"] },
  { component: "kube-controller-manager", flag: "concurrent-disruption-syncs", has: ["1.37"], lacks: ["1.36"] },
] as const)("$component has --$flag in $has and not in $lacks", ({ component, flag, has, lacks }) => {
  const isKnown = (target: string) =>
    parseCommandLine([`--${flag}=1`], component, target).findings.every(({ rule }) => rule !== "flags/release");
  expect(has.map(isKnown)).toEqual(has.map(() => true));
  expect(lacks.map(isKnown)).toEqual(lacks.map(() => false));
});

const needed = [
  "--etcd-servers=https://127.0.0.1:2379",
  "--service-account-issuer=https://kubernetes.default.svc",
  "--service-account-signing-key-file=/sa.key",
];

describe("kube-apiserver: combinations of flags", () => {
  test.each([
    {
      name: "an authentication configuration together with OpenID Connect flags",
      args: ["--authentication-config=a", "--oidc-client-id=b"],
      expected: ["flags/exclusive 4"],
    },
    {
      name: "an authorization configuration together with modes",
      args: ["--authorization-config=a", "--authorization-mode=RBAC"],
      expected: ["flags/exclusive 4"],
    },
    {
      name: "an authorization configuration together with a webhook file",
      args: ["--authorization-config=a", "--authorization-webhook-cache-authorized-ttl=1s"],
      expected: ["flags/exclusive 4"],
    },
    {
      name: "an authorization mode without its file",
      args: ["--authorization-config=", "--authorization-mode=RBAC"],
      expected: [],
    },
    {
      name: "an OpenID Connect issuer without a client ID",
      args: ["--oidc-issuer-url=https://a"],
      expected: ["flags/requires 3"],
    },
    {
      name: "an OpenID Connect issuer with a client ID",
      args: ["--oidc-issuer-url=https://a", "--oidc-client-id=b"],
      expected: [],
    },
    { name: "a mode without its file", args: ["--authorization-mode=ABAC"], expected: ["flags/requires 3"] },
    {
      name: "a file without its mode",
      args: ["--authorization-policy-file=a", "--authorization-mode=RBAC"],
      expected: ["flags/requires 3"],
    },
    { name: "a repeated authorization mode", args: ["--authorization-mode=RBAC,RBAC"], expected: ["flags/choice 3"] },
    {
      name: "reload without a configuration file",
      args: ["--encryption-provider-config-automatic-reload"],
      expected: ["flags/requires 3"],
    },
    { name: "an audit mode without a backend", args: ["--audit-log-mode=x"], expected: [] },
    {
      name: "an unknown audit mode",
      args: ["--audit-log-path=-", "--audit-policy-file=a", "--audit-log-mode=x"],
      expected: ["flags/choice 5"],
    },
    {
      name: "a coordinated leadership lease that is too short",
      args: ["--coordinated-leadership-lease-duration=5s"],
      expected: ["flags/range 3"],
    },
    {
      name: "an admission plugin that is both enabled and disabled",
      args: ["--enable-admission-plugins=NodeRestriction", "--disable-admission-plugins=NodeRestriction"],
      expected: ["flags/admission-plugins 4"],
    },
    { name: "api/all=false alone", args: ["--runtime-config=api/all=false"], expected: ["flags/runtime-config 3"] },
    { name: "api/all=false with one enabled version", args: ["--runtime-config=api/all=false,v1=true"], expected: [] },
    {
      name: "a runtime-config key without a group",
      args: ["--runtime-config=apps=true"],
      expected: ["flags/runtime-config 3"],
    },
    { name: "an unknown API group", args: ["--runtime-config=app/v1=true"], expected: ["flags/runtime-config 3"] },
    {
      name: "a resource in upper case",
      args: ["--runtime-config=apps/v1/Deployments=true"],
      expected: ["flags/runtime-config 3"],
    },
    { name: "a future release", args: ["--emulated-version=kube=1.38"], expected: ["flags/emulated-version 3"] },
    { name: "a patch release", args: ["--emulated-version=1.36.2"], expected: ["flags/emulated-version 3"] },
    {
      name: "two releases of one component",
      args: ["--emulated-version=1.36,kube=1.35"],
      expected: ["flags/emulated-version 3"],
    },
    {
      name: "service ranges of one IP family",
      args: ["--service-cluster-ip-range=10.0.0.0/16,10.1.0.0/16"],
      expected: ["flags/service-range 3"],
    },
    {
      name: "an address instead of a service range",
      args: ["--service-cluster-ip-range=10.0.0.0"],
      expected: ["flags/service-range 3"],
    },
    {
      name: "a repeated issuer",
      args: ["--service-account-issuer=https://kubernetes.default.svc"],
      expected: ["flags/service-account 3"],
    },
  ])("$name", ({ args, expected }) => {
    expect(rulesOf("kube-apiserver", [...needed, ...args])).toEqual(expected);
  });

  test("required flags are reported as missing only if the arguments contain no variable", () => {
    expect(rulesOf("kube-apiserver", [])).toEqual(["flags/requires -1", "flags/requires -1", "flags/requires -1"]);
    expect(rulesOf("kube-apiserver", ["$(MORE)"])).toEqual([]);
  });

  test("--emulation-forward-compatible requires the emulation of an older release", () => {
    const args = [...needed, "--emulation-forward-compatible"];
    expect(rulesOf("kube-apiserver", args)).toEqual(["flags/requires 3"]);
    expect(rulesOf("kube-apiserver", [...args, "--emulated-version=kube=1.37"])).toEqual(["flags/requires 3"]);
    expect(rulesOf("kube-apiserver", [...args, "--emulated-version=kube=1.36"])).toEqual([]);
  });

  test("a flag requires its feature gate in releases that have the gate", () => {
    const args = [...needed, "--peer-ca-file=/ca.crt"];
    expect(rulesOf("kube-apiserver", args, "1.33")).toEqual(["flags/requires 3"]);
    const on = [...args, "--feature-gates=UnknownVersionInteroperabilityProxy=true"];
    expect(rulesOf("kube-apiserver", on, "1.33")).toEqual([]);
  });

  test("large service ranges are accepted since 1.34", () => {
    const args = [...needed, "--service-cluster-ip-range=10.0.0.0/8"];
    expect(rulesOf("kube-apiserver", args, "1.33")).toEqual(["flags/service-range 3"]);
    expect(rulesOf("kube-apiserver", args, "1.34")).toEqual([]);
  });
});

test("arbitrary arguments are validated, and each finding has the index of its argument or -1", () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom("--", "-v", "--feature-gates=", "--runtime-config", "--oidc-ca-file", "--emulated-version=kube="),
  );
  fc.assert(
    fc.property(fc.array(word), fc.constantFrom(...components), (args, component) => {
      for (const { argument } of vetCommandLine(args, component, { target: "1.37" }).findings) {
        expect(argument).toBeGreaterThanOrEqual(-1);
        expect(argument).toBeLessThan(args.length);
      }
    }),
  );
});
