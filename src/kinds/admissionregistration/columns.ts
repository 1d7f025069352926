/**
 * The columns of `kubectl get` for admission policies, bindings and webhook configurations.
 *
 * @module
 */
import type { ParamKind, ParamRef } from "../../api/types/admissionregistration-v1.ts";
import type { LabelSelector, ObjectMeta } from "../../api/types/meta-v1.ts";
import type { Column } from "../../kind/kind.ts";

interface Named {
  readonly metadata?: ObjectMeta;
}

const name: Column<Named> = {
  name: "Name",
  type: "string",
  description: "Name of the object.",
  value: ({ metadata }) => metadata?.name ?? "",
};

const age: Column<Named> = {
  name: "Age",
  type: "age",
  description: "Time since the object was created.",
  value: ({ metadata }) => metadata?.creationTimestamp ?? "",
};

export const webhookConfigurationColumns: readonly Column<Named & { readonly webhooks?: readonly unknown[] }>[] = [
  name,
  {
    name: "Webhooks",
    type: "integer",
    description: "Number of webhooks in the configuration.",
    value: ({ webhooks = [] }) => webhooks.length,
  },
  age,
];

interface HasPolicy {
  readonly spec?: {
    readonly paramKind?: ParamKind;
    readonly validations?: readonly unknown[];
    readonly mutations?: readonly unknown[];
  };
}

/** @param what - the field whose items are counted */
export const policyColumns = (what: "validations" | "mutations"): readonly Column<Named & HasPolicy>[] => [
  name,
  {
    name: what === "validations" ? "Validations" : "Mutations",
    type: "integer",
    description: `How many ${what} the policy has.`,
    value: ({ spec }) => spec?.[what]?.length ?? 0,
  },
  {
    name: "ParamKind",
    type: "string",
    description: "The kind of the parameter objects.",
    value: ({ spec: { paramKind } = {} }) =>
      paramKind ? `${paramKind.apiVersion ?? ""}/${paramKind.kind ?? ""}` : unset,
  },
  age,
];

interface HasBinding {
  readonly spec?: { readonly policyName?: string; readonly paramRef?: ParamRef };
}

export const bindingColumns: readonly Column<Named & HasBinding>[] = [
  name,
  {
    name: "PolicyName",
    type: "string",
    description: "The policy that is bound.",
    value: ({ spec }) => spec?.policyName ?? "",
  },
  {
    name: "ParamRef",
    type: "string",
    description: "The parameters that the policy is evaluated with.",
    value: ({ spec }) => shownParams(spec?.paramRef ?? {}),
  },
  age,
];

const unset = "<unset>";

/**
 * Formats a parameter reference. Without a namespace it shows `*`, since clustervet cannot know whether the parameter
 * kind is namespaced.
 */
function shownParams({ name: param = "", namespace, selector }: ParamRef): string {
  if (param !== "") return `${namespace || "*"}/${param}`;
  return selector ? shownSelector(selector) : unset;
}

/** Formats a selector as Go prints the protobuf message. */
function shownSelector({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const labels = Object.keys(matchLabels).sort();
  const shownLabels = labels.map((key) => `${key}: ${matchLabels[key]},`).join("");
  const requirements = matchExpressions.map(
    ({ key = "", operator = "", values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(" ")}],},`,
  );
  return `&LabelSelector{MatchLabels:map[string]string{${shownLabels}},MatchExpressions:[]LabelSelectorRequirement{${requirements.join("")}},}`;
}
