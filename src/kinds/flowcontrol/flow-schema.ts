/**
 * flowcontrol.apiserver.k8s.io/v1 FlowSchema: which requests share a queue, and at which priority level.
 *
 * @module
 */
import type {
  FlowSchema,
  FlowSchemaSpec,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from "../../api/types/flowcontrol-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import { type Demand, each, required, text } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { withoutZeros } from "../../schema/go-values.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateDns1123Label, validateDns1123Subdomain } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { statusConditions } from "../meta/status-rules.ts";
import { statusWithoutMetadataStrategy } from "../meta/stored-part.ts";
import { flowSchemaColumns } from "./columns.ts";

const label = text(validateDns1123Label);
const subdomain = text(validateDns1123Subdomain);

const maxPrecedence = 10_000;
const defaultPrecedence = 1000;
const distinguishers = ["ByNamespace", "ByUser"];

const order = rule<FlowSchema>(
  {
    id: "flow-schema/order",
    severity: "error",
    summary: "`matchingPrecedence` is from 1 to 10000, and the priority level has a name",
  },
  ({ metadata, spec = {} }, place) => {
    const { matchingPrecedence = 0, distinguisherMethod, priorityLevelConfiguration: level } = spec;
    const at = place.at("spec");
    const precedence = at.at("matchingPrecedence");
    if (matchingPrecedence < 1 || matchingPrecedence > maxPrecedence) {
      const words = matchingPrecedence < 1 ? "must be a positive value" : `must not be greater than ${maxPrecedence}`;
      precedence.invalid(`must be from 1 to ${maxPrecedence}`, matchingPrecedence, {
        serverText: `${matchingPrecedence}: ${words}`,
      });
    } else if (matchingPrecedence === 1 && metadata?.name !== "exempt") {
      precedence.invalid('must be above 1, which is reserved for the schema "exempt"', matchingPrecedence);
    }
    if (distinguisherMethod && !distinguishers.includes(distinguisherMethod.type ?? "")) {
      const type = distinguisherMethod.type ?? "";
      const serverText = `${showGoValue({ Type: type })}: supported values: "ByNamespace", "ByUser"`;
      at.at("distinguisherMethod", "type").unsupported(distinguishers, type, { serverText });
    }
    required(level?.name, at.at("priorityLevelConfiguration", "name"), subdomain);
  },
);

/** The field that each kind of subject uses. */
const subjectFields = { ServiceAccount: "serviceAccount", User: "user", Group: "group" } as const;
const isSubjectKind = (kind: string): kind is keyof typeof subjectFields => Object.hasOwn(subjectFields, kind);

const subject: Demand<Subject> = (value, place) => {
  const { kind = "", serviceAccount } = value;
  if (!isSubjectKind(kind)) {
    place.at("kind").unsupported(Object.keys(subjectFields), kind);
    return;
  }
  const wanted = subjectFields[kind];
  for (const field of Object.values(subjectFields)) {
    if (field === wanted || !value[field]) continue;
    const [own] = Object.entries(subjectFields).find(([, name]) => name === field) ?? [];
    const serverText = `${field} is forbidden when subject kind is not '${own}'`;
    place.at(field).forbidden(`\`${field}\` must be absent for a ${kind}`, { serverText });
  }
  const at = place.at(wanted);
  const own = value[wanted];
  if (!own) at.required();
  else required(own.name, at.at("name"));
  if (kind !== "ServiceAccount" || !serviceAccount) return;
  if (serviceAccount.name && serviceAccount.name !== "*") subdomain(serviceAccount.name, at.at("name"));
  required(serviceAccount.namespace, at.at("namespace"), label);
};

const subjects = rule<FlowSchema>(
  {
    id: "flow-schema/subjects",
    severity: "error",
    summary: "a rule has subjects, each a user, group or service account",
  },
  ({ spec }, place) => {
    for (const [index, { subjects: list }] of (spec?.rules ?? []).entries()) {
      const at = place.at("spec", "rules", index, "subjects");
      if (!list?.length)
        at.required("`subjects` must have at least one", { serverText: "subjects must contain at least one value" });
      each(list, at, subject);
    }
  },
);

const verbs = ["get", "list", "create", "update", "delete", "deletecollection", "patch", "watch", "proxy"];

const wordsOfList: ReadonlyMap<string, string> = new Map([
  ["apiGroups", "api groups"],
  ["nonResourceURLs", "non-resource URLs"],
]);

type List = readonly string[] | null | undefined;

/**
 * Requires a list that is not empty, and has no other items if it contains `*`. Returns whether to validate its items.
 */
function checkNonEmptyList(given: List, place: Place<readonly string[]>): boolean {
  const items = given ?? [];
  if (items.length === 0) place.required(`\`${place.key}\` must have at least one item`);
  else if (items.length > 1 && items.includes("*")) {
    const others = wordsOfList.get(String(place.key)) ?? String(place.key);
    const serverText = `${showGoValue(items)}: if '*' is present, must not specify other ${others}`;
    place.say('must have "*" as the only value', { serverText });
  }
  return !items.includes("*");
}

function checkVerbs(list: List, place: Place<readonly string[]>): void {
  if (!checkNonEmptyList(list, place)) return;
  const serverText = `${showGoValue(list)}: supported values: ${verbs.toSorted().map(quoteGo).join(", ")}`;
  list?.forEach((verb, index) => {
    if (!verbs.includes(verb)) place.at(index).unsupported(verbs, verb, { field: place.path, serverText });
  });
}

const namespaceName: Demand<string> = (name, place) => {
  for (const fault of validateDns1123Label(name)) {
    const serverText = `${quoteGo(name)}: each member of this list must be '*' or a DNS-1123 label; ${fault}`;
    place.invalid(fault, name, { serverText });
  }
};

const resourceRule: Demand<ResourcePolicyRule> = (rule, place) => {
  const { verbs: own, apiGroups, resources, clusterScope, namespaces } = rule;
  checkVerbs(own, place.at("verbs"));
  checkNonEmptyList(apiGroups, place.at("apiGroups"));
  checkNonEmptyList(resources, place.at("resources"));
  const at = place.at("namespaces");
  if (!namespaces?.length) {
    if (!clusterScope) {
      const serverText = "resource rules that are not cluster scoped must supply at least one namespace";
      at.required("`namespaces` must have at least one item without `clusterScope`", { serverText });
    }
  } else if (checkNonEmptyList(namespaces, at)) each(namespaces, at, namespaceName);
};

const urlPath: Demand<string> = (path, place) => {
  if (path === "/") return;
  if (!path.startsWith("/")) place.invalid("must start with /", path);
  else if (path.includes(" ")) place.invalid("must not contain a space", path);
  else if (path.includes("//")) place.invalid("must not contain //", path);
  else if (path.replace(/\/\*$/, "").includes("*")) place.invalid("may contain `*` only at the end, after `/`", path);
};

const nonResourceRule: Demand<NonResourcePolicyRule> = ({ verbs: own, nonResourceURLs }, place) => {
  checkVerbs(own, place.at("verbs"));
  const at = place.at("nonResourceURLs");
  if (checkNonEmptyList(nonResourceURLs, at)) each(nonResourceURLs, at, urlPath);
};

const rules = rule<FlowSchema>(
  { id: "flow-schema/rules", severity: "error", summary: "a rule matches resources or non-resource URLs" },
  ({ spec }, place) => {
    for (const [index, { resourceRules = [], nonResourceRules = [] }] of (spec?.rules ?? []).entries()) {
      const at = place.at("spec", "rules", index);
      if (resourceRules.length === 0 && nonResourceRules.length === 0) {
        at.required("must have `resourceRules` or `nonResourceRules`");
      }
      each(resourceRules, at.at("resourceRules"), resourceRule);
      each(nonResourceRules, at.at("nonResourceRules"), nonResourceRule);
    }
  },
);

const everything: PolicyRulesWithSubjects = {
  resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] }],
  nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
};
const groupSubjects = (...names: string[]): Subject[] =>
  names.map((each) => ({ kind: "Group", group: { name: each } }));

/** The specs of the schemas that kube-apiserver creates itself. */
const fixedSpecs: Readonly<Record<string, FlowSchemaSpec>> = {
  exempt: {
    priorityLevelConfiguration: { name: "exempt" },
    matchingPrecedence: 1,
    rules: [{ subjects: groupSubjects("system:masters"), ...everything }],
  },
  "catch-all": {
    priorityLevelConfiguration: { name: "catch-all" },
    matchingPrecedence: maxPrecedence,
    distinguisherMethod: { type: "ByUser" },
    rules: [{ subjects: groupSubjects("system:unauthenticated", "system:authenticated"), ...everything }],
  },
};

const specWithoutZeros = (spec: unknown): unknown => withoutZeros(spec, typeSchema("flowcontrol/v1.FlowSchemaSpec"));

const fixed = rule<FlowSchema>(
  {
    id: "flow-schema/fixed",
    severity: "error",
    summary: "the mandatory FlowSchemas keep the spec that kube-apiserver gives them",
  },
  ({ metadata, spec }, place) => {
    const own = metadata?.name ?? "";
    const wanted = Object.hasOwn(fixedSpecs, own) ? fixedSpecs[own] : undefined;
    if (wanted && !semanticEqual(wanted, specWithoutZeros(spec))) {
      place.at("spec").say(`is fixed: the API server maintains "${own}"`, { atKey: true });
    }
  },
);

export const flowSchema = kind("flowcontrol/v1.FlowSchema", {
  rules: [order, subjects, rules, fixed, statusConditions("typed")],
  resource: {
    columns: flowSchemaColumns,
    compareRows: (a, b) => precedenceOf(a) - precedenceOf(b),
    ...statusWithoutMetadataStrategy,
  },
  applyDefaults(object) {
    object.spec ??= {};
    object.spec.matchingPrecedence ||= defaultPrecedence;
  },
});

const precedenceOf = ({ spec }: FlowSchema): number => Number(spec?.matchingPrecedence ?? 0);
