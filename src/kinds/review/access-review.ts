/**
 * authorization.k8s.io/v1 SubjectAccessReview and its Local and Self forms: a query to the authorizer, and its
 * decision.
 *
 * @module
 */
import type {
  LabelSelectorAttributes,
  SelfSubjectRulesReview,
  SubjectAccessReview,
} from "../../api/types/authorization-v1.ts";
import type { LabelSelectorRequirement } from "../../api/types/meta-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { Finding } from "../../rule/finding.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { labelOperandFindings, operandFindings } from "../meta/label-selector.ts";

const attributes = rule<SubjectAccessReview>(
  {
    id: "access-review/attributes",
    severity: "error",
    summary: "a review has either `resourceAttributes` or `nonResourceAttributes`",
  },
  ({ spec = {} }, place) => {
    const { resourceAttributes, nonResourceAttributes } = spec;
    if ((resourceAttributes === undefined) !== (nonResourceAttributes === undefined)) return;
    const found = resourceAttributes ? "both" : "neither";
    place
      .at("spec")
      .say(`must have either \`resourceAttributes\` or \`nonResourceAttributes\`; has ${found}`, { atKey: true });
  },
);

const subject = rule<SubjectAccessReview>(
  { id: "access-review/subject", severity: "error", summary: "a review names a user or at least one group" },
  ({ spec = {} }, place) => {
    if (spec.user || spec.groups?.length) return;
    place.at("spec", "user").say("must be set when `groups` is empty");
  },
);

/** Metadata that kube-apiserver clears before validation. It also clears the namespace of cluster-wide reviews. */
const clearedMetadata = [
  "creationTimestamp",
  "uid",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "selfLink",
  "managedFields",
  "namespace",
];

/** Reports metadata: kube-apiserver does not store reviews, and rejects those with metadata. */
const noMetadata = rule<SubjectAccessReview>(
  { id: "access-review/metadata", severity: "error", summary: "an access review has no metadata" },
  ({ metadata = {} }, place) => {
    const filled = Object.entries(metadata).find(([name, value]) => !clearedMetadata.includes(name) && !isZero(value));
    if (!filled) return;
    place.at("metadata").say(`must be empty; has \`${filled[0]}\``, { atKey: true });
  },
);

const isZero = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || value === 0 || isEmptyContainer(value);

const isEmptyContainer = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

const localNamespace = rule<SubjectAccessReview>(
  {
    id: "access-review/local",
    severity: "error",
    summary: "a LocalSubjectAccessReview asks about a resource in its own namespace",
  },
  ({ metadata, spec = {} }, place) => {
    const { resourceAttributes, nonResourceAttributes } = spec;
    if (resourceAttributes) {
      const message = namespaceFault(resourceAttributes.namespace, metadata?.namespace);
      if (message) place.at("spec", "resourceAttributes", "namespace").say(message);
    }
    if (nonResourceAttributes) {
      const help = "URLs have no namespace: use a SubjectAccessReview";
      place.at("spec", "nonResourceAttributes").say("must be absent in a local review", { atKey: true, help });
    }
  },
);

/** Returns the fault of the namespace. A review without one gets that of its request, which is never empty. */
function namespaceFault(asked = "", own = ""): string | undefined {
  if (asked === "") return "must be the review's own namespace; it is empty";
  if (own === "" || asked === own) return undefined;
  return `must be the review's own namespace, ${JSON.stringify(own)}; got ${JSON.stringify(asked)}`;
}

const selectors = rule<SubjectAccessReview>(
  {
    id: "access-review/selector",
    severity: "error",
    summary:
      "a selector in a review has either `rawSelector` or `requirements`, and each operator has the values it needs",
  },
  ({ spec = {} }, place) => {
    const { fieldSelector, labelSelector } = spec.resourceAttributes ?? {};
    const at = (name: string): FieldPath => ["spec", "resourceAttributes", name];
    const findings = [
      ...selectorFindings(fieldSelector, at("fieldSelector"), fieldOperandFindings),
      ...selectorFindings(labelSelector, at("labelSelector"), labelOperandFindings),
    ];
    for (const finding of findings) place.pass([finding]);
  },
);

/** Does not validate operators: newer clients may know operators that kube-apiserver does not. */
function selectorFindings(
  selector: LabelSelectorAttributes | undefined,
  path: FieldPath,
  operands: (requirement: LabelSelectorRequirement, path: FieldPath) => Finding[],
): Finding[] {
  if (!selector) return [];
  const { rawSelector = "", requirements = [] } = selector;
  const findings: Finding[] = [];
  if (rawSelector !== "" && requirements.length > 0) {
    findings.push({ path: [...path, "rawSelector"], message: "must not be set together with `requirements`" });
  }
  if (rawSelector === "" && requirements.length === 0) {
    const message = "must be set in a selector without `rawSelector`";
    findings.push({ path: [...path, "requirements"], cause: "required", message });
  }
  const each = requirements.flatMap((requirement, index) => {
    const place = [...path, "requirements", index];
    return [...operandFindings(requirement, place), ...operands(requirement, place)];
  });
  return [...findings, ...each];
}

const fieldOperandFindings = ({ key = "" }: LabelSelectorRequirement, path: FieldPath): Finding[] =>
  key === "" ? [{ path: [...path, "key"], cause: "required", message: "must be given" }] : [];

export const subjectAccessReview = kind("authorization/v1.SubjectAccessReview", {
  rules: [attributes, subject, selectors, noMetadata],
});

export const localSubjectAccessReview = kind("authorization/v1.LocalSubjectAccessReview", {
  rules: [attributes, subject, selectors, noMetadata, localNamespace],
});

export const selfSubjectAccessReview = kind("authorization/v1.SelfSubjectAccessReview", {
  rules: [attributes, selectors, noMetadata],
});

const rulesNamespace = rule<SelfSubjectRulesReview>(
  {
    id: "access-review/rules-namespace",
    severity: "error",
    cause: "required",
    summary: "a SelfSubjectRulesReview names a namespace",
  },
  ({ spec = {} }, place) => {
    if (spec.namespace) return;
    place.at("spec", "namespace").say("must be set to the namespace of the review");
  },
);

export const selfSubjectRulesReview = kind("authorization/v1.SelfSubjectRulesReview", {
  rules: [rulesNamespace],
});
