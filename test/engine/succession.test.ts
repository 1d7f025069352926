import { expect, test } from "vitest";
import { createVetter } from "../../src/engine/vetter.ts";

interface Case {
  readonly name: string;
  readonly object: { readonly apiVersion: string; readonly kind: string; readonly [field: string]: unknown };
  readonly target?: string;
  /** The `apiVersion` that the fix writes; undefined if there is no fix. */
  readonly fix?: string;
  /** Texts that the help contains. */
  readonly help?: readonly string[];
}

const metadata = { name: "web", namespace: "shop" };
const template = {
  metadata: { labels: { app: "web" } },
  spec: { containers: [{ name: "web", image: "example.com/web:1.0" }] },
};
const selector = { matchLabels: { app: "web" } };
const budget = { apiVersion: "policy/v1beta1", kind: "PodDisruptionBudget", metadata };
const deployment = { apiVersion: "extensions/v1beta1", kind: "Deployment", metadata };
const rollout = { progressDeadlineSeconds: 600, revisionHistoryLimit: 2, strategy: { type: "Recreate" } };
const level = {
  apiVersion: "flowcontrol.apiserver.k8s.io/v1beta3",
  kind: "PriorityLevelConfiguration",
  metadata: { name: "web" },
};
const limited = (nominalConcurrencyShares: number) => ({
  type: "Limited",
  limited: { nominalConcurrencyShares, limitResponse: { type: "Reject" } },
});

const cases: readonly Case[] = [
  { name: "a disruption budget", object: { ...budget, spec: { minAvailable: 1, selector } }, fix: "policy/v1" },
  {
    name: "a disruption budget whose empty selector would match every pod",
    object: { ...budget, spec: { minAvailable: 1, selector: {} } },
    help: ["`spec.selector` would mean something else there"],
  },
  {
    name: "an autoscaler",
    object: {
      apiVersion: "autoscaling/v2beta2",
      kind: "HorizontalPodAutoscaler",
      metadata,
      spec: { maxReplicas: 4, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
    },
    fix: "autoscaling/v2",
  },
  {
    name: "an autoscaler with metrics in the form of v2beta1",
    object: {
      apiVersion: "autoscaling/v2beta1",
      kind: "HorizontalPodAutoscaler",
      metadata,
      spec: {
        maxReplicas: 4,
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
        metrics: [{ type: "Resource", resource: { name: "cpu", targetAverageUtilization: 50 } }],
      },
    },
    help: ["write `apiVersion: autoscaling/v2`", "`spec.metrics[0].resource.targetAverageUtilization`"],
  },
  {
    name: "an ingress",
    object: {
      apiVersion: "networking.k8s.io/v1beta1",
      kind: "Ingress",
      metadata,
      spec: { backend: { serviceName: "web", servicePort: 80 } },
    },
    help: ["there `spec.backend`"],
  },
  {
    name: "a deployment with other default rollout values",
    object: { ...deployment, spec: { selector, template } },
    help: ["`spec.progressDeadlineSeconds`, `spec.revisionHistoryLimit`, `spec.strategy` would mean something else"],
  },
  {
    name: "a deployment with explicit rollout values",
    object: { ...deployment, spec: { ...rollout, selector, template } },
    fix: "apps/v1",
  },
  {
    name: "a deployment without a selector",
    object: { ...deployment, spec: { ...rollout, template } },
    help: ["`spec.selector`", "must change too"],
  },
  { name: "a priority level", object: { ...level, spec: limited(20) }, fix: "flowcontrol.apiserver.k8s.io/v1" },
  {
    name: "a priority level in which zero meant the default",
    object: { ...level, spec: limited(0) },
    help: ["`spec.limited.nominalConcurrencyShares` would mean something else there"],
  },
  {
    name: "a version that the target still serves",
    object: { ...level, spec: limited(20) },
    target: "1.31",
  },
  {
    name: "the version that is served by default, although upstream names an earlier one",
    object: { apiVersion: "resource.k8s.io/v1alpha3", kind: "DeviceClass", metadata: { name: "web" }, spec: {} },
    fix: "resource.k8s.io/v1",
  },
  {
    name: "a replacement of another kind",
    object: { apiVersion: "v1", kind: "Policy" },
    help: ["`kind: KubeSchedulerConfiguration`"],
  },
  {
    name: "a kind without a replacement",
    object: { apiVersion: "policy/v1beta1", kind: "PodSecurityPolicy" },
    help: ["nothing replaces it"],
  },
];

test.each(cases)("$name", ({ object, target, fix, help = [] }) => {
  const text = JSON.stringify(object);
  const vetter = createVetter(target ? { target } : {});
  const found = vetter.vetText(text, "a.json").find(({ rule }) => rule === "kind/version");
  expect(found?.fix?.text).toBe(fix && JSON.stringify(fix));
  for (const part of help) expect(found?.help).toContain(part);
  if (!found?.fix) return;
  const { start, end, text: written } = found.fix;
  const after = vetter.vetText(text.slice(0, start) + written + text.slice(end), "a.json");
  expect(after.filter(({ severity }) => severity === "error")).toEqual([]);
});

test("each item of a list has a fix at its place", () => {
  const item = { ...budget, spec: { minAvailable: 1, selector } };
  const text = JSON.stringify({ apiVersion: "v1", kind: "List", items: [item, item] });
  const fixes = createVetter()
    .vetText(text, "a.json")
    .map(({ fix }) => fix && text.slice(fix.start, fix.end));
  expect(fixes).toEqual(['"policy/v1beta1"', '"policy/v1beta1"']);
});

test("a deprecated version has no fix, since an older cluster may not read the newer version", () => {
  const object = {
    apiVersion: "admissionregistration.k8s.io/v1beta1",
    kind: "MutatingAdmissionPolicyBinding",
    metadata: { name: "a" },
    spec: { policyName: "a" },
  };
  const found = createVetter().vetText(JSON.stringify(object), "a.json");
  expect(found.find(({ rule }) => rule === "kind/deprecated")).toMatchObject({ severity: "warning" });
  expect(found.flatMap(({ fix }) => fix ?? [])).toEqual([]);
});
