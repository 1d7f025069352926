/**
 * Faults of a custom resource that the API server refuses: values that its schema does not allow, lists with repeated
 * keys,
 * resources inside it that are not valid, replicas that are no number, and what the validation rules of the schema say.
 *
 * @module
 */
import type {
  CustomResourceColumnDefinition,
  CustomResourceSubresourceScale,
  JSONSchemaProps,
} from "../../api/types/apiextensions-v1.ts";
import type { Cause, FieldPath } from "../../diagnostic/diagnostic.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { AlsoNamed, Finding } from "../../rule/finding.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, type RuleInfo, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { type HasMetadata, shortFinalizerFaults } from "../meta/object-meta-rules.ts";
import { listItemFaults } from "./list-items.ts";
import { valueFaults } from "./open-api-value.ts";
import { embeddedFaults } from "./resource-metadata.ts";
import { planRules, type RuleFault, type RuleProgram } from "./rule-program.ts";
import { namesIn, valueAt } from "./scale-view.ts";
import { hasRules } from "./schema-walk.ts";
import { Correlation } from "./unchanged.ts";

/** A version of a resource, as its definition has it. */
export interface ResourceVersion {
  readonly apiVersion: string;
  readonly kind: string;
  readonly schema: JSONSchemaProps;
  /** Whether status is written at a subresource only, so that creating drops it. */
  readonly hasStatus: boolean;
  readonly scale: CustomResourceSubresourceScale | undefined;
  /** Columns of tables, apart from the name. */
  readonly columns: readonly CustomResourceColumnDefinition[];
  /** Paths of the fields that selectors may ask for. */
  readonly selectable: readonly string[];
  /** The warning for clients that use it; undefined when it is not deprecated. */
  readonly deprecation: string | undefined;
}

const infos = {
  schema: {
    id: "custom-resource/schema",
    severity: "error",
    summary: "a custom resource matches the schema of its definition",
  },
  list: {
    id: "custom-resource/list",
    severity: "error",
    cause: "duplicate",
    summary: "a map list has no duplicate keys, a set no duplicate items",
  },
  embedded: {
    id: "custom-resource/embedded",
    severity: "error",
    summary: "an embedded resource has a valid apiVersion, kind and metadata",
  },
  scale: {
    id: "custom-resource/scale",
    severity: "error",
    summary: "the fields that the scale subresource reads have the types that it needs",
  },
  finalizer: {
    id: "custom-resource/finalizer",
    severity: "warning",
    summary: "a finalizer of a custom resource has a domain and a path",
  },
  rule: {
    id: "custom-resource/rule",
    severity: "error",
    summary: "a custom resource meets the validation rules of its definition",
  },
  deprecated: {
    id: "custom-resource/deprecated",
    severity: "warning",
    summary: "a custom resource does not use a version that its definition marks as deprecated",
  },
} as const satisfies Readonly<Record<string, RuleInfo>>;

export const customResourceRuleInfos: readonly RuleInfo[] = Object.values(infos);

type Part = "schema" | "list" | "embedded" | "scale" | "rule";

/** The validation rules of a version as its definition has them; undefined where it has none. */
type ProgramOf = (version: ResourceVersion, target: string) => RuleProgram | undefined;

/** Plans those of each version once. */
export function rulePrograms(): ProgramOf {
  const planned = new Map<ResourceVersion, RuleProgram | undefined>();
  return (version, target) => {
    if (!planned.has(version))
      planned.set(version, hasRules(version.schema) ? planRules(version.schema, target, true) : undefined);
    return planned.get(version);
  };
}

/** The rules of a kind, by the versions that it has. */
export function customResourceRules(
  versionOf: (name: string) => ResourceVersion | undefined,
  programOf: ProgramOf,
): readonly Rule[] {
  const analysis = (object: unknown, _place: Place, { context }: Visit) => {
    const version = versionOf(context.version);
    if (!version || !isPlainObject(object)) return undefined;
    return analyze(object, version, context, () => programOf(version, context.target));
  };
  const reporting = (part: Part): Rule =>
    rule(infos[part], (_object, place, visit) => place.pass(visit.once(analysis)?.[part] ?? []));
  const deprecated = rule(infos.deprecated, (_object, place, visit) => {
    const warning = versionOf(visit.version)?.deprecation;
    if (warning !== undefined) place.at("apiVersion").say(warning);
  });
  return [...(["schema", "list", "embedded", "scale", "rule"] as const).map(reporting), deprecated, newFinalizers];
}

/** Those that an object has already are not warned of again. */
const newFinalizers = rule<HasMetadata>(infos.finalizer, ({ metadata }, place, { oldObject }) => {
  const known = new Set((oldObject as HasMetadata | undefined)?.metadata?.finalizers);
  metadata?.finalizers?.forEach((name, index) => {
    const isPlain = known.has(name) || shortFinalizerFaults(name).length === 0;
    known.add(name);
    if (isPlain) return;
    place
      .at("metadata", "finalizers", index)
      .say(`other writers may use a finalizer without a domain and a path; got ${JSON.stringify(name)}`, {
        field: ["metadata", "finalizers"],
        help: `write a name such as "example.com/${name.split(".", 1)[0]}"`,
      });
  });
});

function analyze(
  object: Readonly<Record<string, unknown>>,
  version: ResourceVersion,
  context: RuleContext,
  program: () => RuleProgram | undefined,
): Record<Part, readonly Finding[]> {
  const keepsStatus = version.hasStatus && context.subresource !== "status";
  const value = keepsStatus ? withStatusOf(context.oldObject, object) : object;
  const oldObject = isPlainObject(context.oldObject) ? context.oldObject : undefined;
  const correlation = oldObject && new Correlation(value, oldObject, version.schema);
  const isOld = (path: FieldPath) => correlation?.isUnchangedAt(path) === true;
  const found = {
    schema: valueFaults(value, version.schema, context, isOld),
    list:
      oldObject && listItemFaults(oldObject, version.schema).length > 0 ? [] : listItemFaults(value, version.schema),
    embedded: embeddedFaults(value, version.schema, context),
    scale: scaleFaults(value, version.scale),
  };
  const isBlocked = Object.values(found).some((findings) => findings.some(blocksRules));
  if (!isBlocked) return { ...found, rule: ruleFaults(program()?.run(value, oldObject) ?? [], isOld) };
  if (program() === undefined) return { ...found, rule: [] };
  return { ...found, schema: found.schema.map(sayUnchecked), embedded: found.embedded.map(sayUnchecked), rule: [] };
}

/** A status that has a subresource of its own is dropped by creating, and kept by updating. */
function withStatusOf(oldObject: unknown, object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { status: _status, ...rest } = object;
  const kept = isPlainObject(oldObject) && Object.hasOwn(oldObject, "status");
  return kept ? { ...rest, status: oldObject["status"] } : rest;
}

/** Faults with which no validation rule is evaluated: rules may count on the schema. */
const blockingCauses: ReadonlySet<Cause | undefined> = new Set([
  "unsupported",
  "required",
  "type",
  "too-long",
  "too-many",
]);

const blocksRules = ({ cause, also = [] }: Finding): boolean =>
  blockingCauses.has(cause) || also.some((named) => blockingCauses.has(named.cause));

/** A client that mends what is said is not to think that it is all. */
const unchecked: AlsoNamed = {
  field: [],
  cause: "invalid",
  message: "validation rules were not checked: correct the other faults first",
};

const sayUnchecked = (finding: Finding): Finding =>
  blocksRules(finding) ? { ...finding, also: [...(finding.also ?? []), unchecked] } : finding;

/** That an unchanged value does not meet a rule is only worth a warning. */
function ruleFaults(faults: readonly RuleFault[], isOld: (path: FieldPath) => boolean): Finding[] {
  return faults.map(({ path, cause, message, rule, base, mayStay }) => ({
    path,
    cause,
    message,
    ...(mayStay && isOld(base) ? { severity: "warning" } : {}),
    ...(message.includes(rule.trim()) ? {} : { help: `the rule is \`${rule.trim()}\`` }),
  }));
}

const maxReplicas = 2 ** 31 - 1;

function scaleFaults(
  object: Readonly<Record<string, unknown>>,
  scale: CustomResourceSubresourceScale | undefined,
): Finding[] {
  if (scale === undefined) return [];
  const replicas = [scale.specReplicasPath, scale.statusReplicasPath].flatMap((text = "") => {
    const path = namesIn(text);
    return replicasFaults(valueAt(object, path), path);
  });
  const selectorPath = namesIn(scale.labelSelectorPath ?? "");
  const selector = valueAt(object, selectorPath);
  if (selector === undefined || typeof selector === "string") return replicas;
  return [
    ...replicas,
    { path: selectorPath, message: "must be a string: the scale subresource uses it as the selector" },
  ];
}

function replicasFaults(value: unknown, path: FieldPath): Finding[] {
  if (value === undefined) return [];
  const number = Number(value);
  const isWhole = typeof value === "bigint" || Number.isInteger(value);
  if (isWhole && number >= 0 && number <= maxReplicas) return [];
  const got = typeof value === "object" ? "another value" : String(value);
  return [{ path, message: `must be a whole number from 0 to ${maxReplicas} for the scale subresource; got ${got}` }];
}
