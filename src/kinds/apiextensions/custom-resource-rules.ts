/**
 * Rules about custom resources that the API server rejects: values that violate the schema, lists with repeated keys,
 * invalid embedded resources, replicas that are not a number, and values that fail validation rules of the schema.
 *
 * @module
 */
import type {
  CustomResourceColumnDefinition,
  CustomResourceSubresourceScale,
  JSONSchemaProps,
} from "../../api/types/apiextensions-v1.ts";
import type { Cause, FieldPath } from "../../diagnostic/diagnostic.ts";
import { goTypeOf, plainGoText, showGoValue } from "../../json/go-value.ts";
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { AlsoNamed, Finding } from "../../rule/finding.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, type RuleInfo, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { type HasMetadata, shortFinalizerFaults } from "../meta/object-meta-rules.ts";
import { withFloats } from "./float-values.ts";
import { listItemFaults } from "./list-items.ts";
import { isInteger } from "./open-api-number.ts";
import { valueFaults } from "./open-api-value.ts";
import { embeddedFaults } from "./resource-metadata.ts";
import { planRules, type RuleFault, type RuleProgram } from "./rule-program.ts";
import { namesIn, valueAt } from "./scale-view.ts";
import { hasRules, propertyOf } from "./schema-walk.ts";
import { Correlation } from "./unchanged.ts";

/** A version of a custom resource, as its definition describes it. */
export interface ResourceVersion {
  readonly apiVersion: string;
  readonly kind: string;
  readonly schema: JSONSchemaProps;
  /** Whether clients write the status only through the subresource, so that creating an object drops it. */
  readonly hasStatus: boolean;
  readonly scale: CustomResourceSubresourceScale | undefined;
  /** Table columns, except the name. */
  readonly columns: readonly CustomResourceColumnDefinition[];
  /** Paths of the fields that field selectors may use. */
  readonly selectable: readonly string[];
  /** The warning for clients that use this version; undefined if it is not deprecated. */
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
    summary: "replica counts and the selector of the scale subresource have the right types",
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

/** Returns the planned validation rules of a version; undefined if its schema has no rules. */
type ProgramOf = (version: ResourceVersion, target: string) => RuleProgram | undefined;

/** Returns a function that plans the validation rules of each version once. */
export function rulePrograms(): ProgramOf {
  const planned = new Map<ResourceVersion, RuleProgram | undefined>();
  return (version, target) => {
    if (!planned.has(version))
      planned.set(version, hasRules(version.schema) ? planRules(version.schema, target, true) : undefined);
    return planned.get(version);
  };
}

/** Returns the rules that validate custom resources of a kind. */
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
  return [...[...checksBeforeRules, "rule" as const].map(reporting), deprecated, newFinalizers];
}

/** Warns about finalizers without a domain and a path, except those that the stored object already has. */
const newFinalizers = rule<HasMetadata>(infos.finalizer, ({ metadata }, place, { oldObject }) => {
  const known = new Set((oldObject as HasMetadata | undefined)?.metadata?.finalizers);
  metadata?.finalizers?.forEach((name, index) => {
    const isPlain = known.has(name) || shortFinalizerFaults(name).length === 0;
    known.add(name);
    if (isPlain) return;
    place
      .at("metadata", "finalizers", index)
      .say(`other writers may use a finalizer without a domain and a path; got ${JSON.stringify(name)}`, {
        serverWarning: `{field}: ${quoteGo(name)}: prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers`,
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
  const { subresource, floats = [] } = context;
  const keepsStatus = version.hasStatus && subresource !== "status";
  // A write of the status subresource changes only the status.
  const isSent = ([first]: FieldPath) => (first === "status" ? !keepsStatus : subresource !== "status");
  const value = withFloats(keepsStatus ? withStatusOf(context.oldObject, object) : object, floats.filter(isSent));
  const oldObject = isPlainObject(context.oldObject) ? context.oldObject : undefined;
  const correlation = oldObject && new Correlation(value, oldObject, version.schema);
  const isOld = (path: FieldPath) => correlation?.isUnchangedAt(path) === true;
  const repeats = listItemFaults(value, version.schema);
  const wasRepeated = () => listItemFaults(oldObject, version.schema).length > 0;
  const written = { value, version, context, isOld };
  const found = {
    ...(subresource === "status" ? validateStatus(written) : validateObject(written)),
    list: repeats.length > 0 && wasRepeated() ? [] : repeats,
  };
  const all = checksBeforeRules.flatMap((part) => found[part]);
  if (!all.some(blocksRules)) return { ...found, rule: ruleFaults(program()?.run(value, oldObject) ?? [], isOld) };
  return program() === undefined ? { ...found, rule: [] } : { ...found, ...appendUnchecked(found), rule: [] };
}

/** The checks that kube-apiserver runs before the validation rules, in its order. */
const checksBeforeRules = ["schema", "scale", "embedded", "list"] as const satisfies readonly Part[];

interface ResourceWrite {
  readonly value: Readonly<Record<string, unknown>>;
  readonly version: ResourceVersion;
  readonly context: RuleContext;
  isOld(path: FieldPath): boolean;
}

const validateObject = ({ value, version: { schema, scale }, context, isOld }: ResourceWrite) => ({
  schema: valueFaults(value, schema, context, isOld),
  scale: scaleFaults(value, scale),
  embedded: embeddedFaults(value, schema, context),
});

/**
 * Checks a write of the status subresource against the schema of the status. kube-apiserver does not check embedded
 * resources again.
 */
function validateStatus({ value, version, context, isOld }: ResourceWrite) {
  const schema = propertyOf(version.schema, "status");
  const isThere = schema !== undefined && Object.hasOwn(value, "status");
  const faults = isThere
    ? valueFaults(value["status"], schema, context, (path) => isOld(["status", ...path])).map(moveUnderStatus)
    : [];
  const { specReplicasPath: _, ...scale } = version.scale ?? {};
  return { schema: faults, scale: scaleFaults(value, scale), embedded: [] };
}

/**
 * Converts a finding about the status to one about the object. Errors of kube-apiserver put `status.` before the path
 * of the field.
 */
function moveUnderStatus(finding: Finding): Finding {
  const named = ([name]: FieldPath = []) => [name === undefined ? "status" : `status.${name}`];
  const { path, field, also, ...rest } = finding;
  return {
    ...rest,
    path: ["status", ...path],
    field: named(field),
    ...(also && { also: also.map((further) => ({ ...further, field: named(further.field) })) }),
  };
}

/**
 * Replaces the status of an object by the stored one; drops it if there is no stored status. Only the status
 * subresource changes it.
 */
function withStatusOf(oldObject: unknown, object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { status: _status, ...rest } = object;
  const kept = isPlainObject(oldObject) && Object.hasOwn(oldObject, "status");
  return kept ? { ...rest, status: oldObject["status"] } : rest;
}

/** Causes of faults that keep kube-apiserver from evaluating validation rules, since the rules rely on the schema. */
const blockingCauses: ReadonlySet<Cause | undefined> = new Set([
  "unsupported",
  "required",
  "type",
  "too-long",
  "too-many",
]);

const blocksRules = ({ cause, also = [] }: Finding): boolean =>
  blockingCauses.has(cause) || also.some((named) => blockingCauses.has(named.cause));

/** Informs the client that more faults may appear after the reported ones are corrected. */
const unchecked: AlsoNamed = {
  field: [],
  cause: "invalid",
  message: "validation rules were not checked: correct the other faults first",
  serverText:
    "null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
};

/** Appends `unchecked` to the last finding, as kube-apiserver does. */
function appendUnchecked(found: Readonly<Record<(typeof checksBeforeRules)[number], readonly Finding[]>>) {
  const part = checksBeforeRules.findLast((each) => found[each].length > 0) ?? "schema";
  const findings = found[part];
  return {
    [part]: findings.map((finding, index) =>
      index === findings.length - 1 ? { ...finding, also: [...(finding.also ?? []), unchecked] } : finding,
    ),
  };
}

/** Converts faults of validation rules to findings: only warnings for unchanged values that may keep the fault. */
function ruleFaults(faults: readonly RuleFault[], isOld: (path: FieldPath) => boolean): Finding[] {
  return faults.map(({ path, cause, message, serverText, rule, base, mayStay }) => ({
    path,
    cause,
    message,
    serverText,
    ...(mayStay && isOld(base) ? { severity: "warning" } : {}),
    ...(message.includes(rule.trim()) ? {} : { help: `the rule is \`${rule.trim()}\`` }),
  }));
}

const maxReplicas = 2 ** 31 - 1;

function scaleFaults(
  object: Readonly<Record<string, unknown>>,
  scale: Partial<CustomResourceSubresourceScale> | undefined,
): Finding[] {
  if (scale === undefined) return [];
  const replicas = [scale.specReplicasPath, scale.statusReplicasPath].flatMap((text = "") =>
    replicasFaults(fieldAt(object, text)),
  );
  const selector = fieldAt(object, scale.labelSelectorPath ?? "");
  if (selector.value === undefined || typeof selector.value === "string") return replicas;
  const message = "must be a string: the scale subresource uses it as the selector";
  return [...replicas, { ...placeOf(selector), message, serverText: `"": ${accessorError(selector, "string")}` }];
}

/** A field that the scale subresource reads. */
interface ScaleField {
  readonly object: unknown;
  /** The path as the definition spells it. */
  readonly text: string;
  readonly path: FieldPath;
  readonly value: unknown;
}

function fieldAt(object: Readonly<Record<string, unknown>>, text: string): ScaleField {
  const path = namesIn(text);
  return { object, text, path, value: valueAt(object, path) };
}

/** Returns the place of a field. Errors spell its path as the definition does. */
const placeOf = ({ text, path }: ScaleField) => ({ path, field: [text] });

/** Formats the error about the first value on the path that is not a map, or about the type of the field's value. */
function accessorError({ object, path }: ScaleField, type: string): string {
  let holder = object;
  for (const [index, name] of path.entries()) {
    const at = `.${path.slice(0, index + 1).join(".")}`;
    if (!isPlainObject(holder)) return wrongTypeText(at, holder, "map[string]interface{}");
    holder = memberOf(holder, String(name));
  }
  return wrongTypeText(`.${path.join(".")}`, holder, type);
}

const wrongTypeText = (at: string, value: unknown, type: string): string =>
  `${at} accessor error: ${plainGoText(value)} is of the type ${goTypeOf(value)}, expected ${type}`;

function replicasFaults(field: ScaleField): Finding[] {
  const { value } = field;
  if (value === undefined) return [];
  const isWhole = isInteger(value);
  const number = Number(value);
  if (isWhole && number >= 0 && number <= maxReplicas) return [];
  const got = typeof value === "object" ? "another value" : String(value);
  const message = `must be a whole number from 0 to ${maxReplicas} for the scale subresource; got ${got}`;
  const demand = number < 0 ? "should be a non-negative integer" : `should be less than or equal to ${maxReplicas}`;
  const serverText = isWhole ? `${showGoValue(value)}: ${demand}` : `0: ${accessorError(field, "int64")}`;
  return [{ ...placeOf(field), message, serverText }];
}
