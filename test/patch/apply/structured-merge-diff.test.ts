import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import type { ApplyType } from "../../../src/patch/apply/apply-type.ts";
import { type Comparison, compare } from "../../../src/patch/apply/compare.ts";
import { pathText } from "../../../src/patch/apply/conflicts.ts";
import { differenceWithDescendants, type FieldSet, noFields } from "../../../src/patch/apply/field-set.ts";
import { TypingError } from "../../../src/patch/apply/list-items.ts";
import { mergeValues } from "../../../src/patch/apply/merge.ts";
import { fieldsOf } from "../../../src/patch/apply/own-fields.ts";
import type { Owner, Owners } from "../../../src/patch/apply/owners.ts";
import { reconcileFields } from "../../../src/patch/apply/reconcile.ts";
import { removeFields } from "../../../src/patch/apply/remove.ts";
import type { ConvertObject, TypedObject } from "../../../src/patch/apply/typed-object.ts";
import { faultText, typingFaults } from "../../../src/patch/apply/typing.ts";
import { applyObject, ownersAfterUpdate, type WriteContext } from "../../../src/patch/apply/updater.ts";
import { recordedLines } from "../../recorded-lines.ts";
import { applyTypeOf, type RecordedSchema, type RecordedType } from "./recorded-type.ts";

/** The calls in structured-merge-diff's tests, with its results. See the README next to the recording. */
const recorded: readonly RecordedCall[] = recordedLines(
  new URL("data/structured-merge-diff.jsonl.gz", import.meta.url),
).map((line) => JSON.parse(line));

type RecordedCall =
  | { readonly call: "schema"; readonly id: string; readonly schema: RecordedSchema }
  | {
      readonly call: "validate";
      readonly object: RecordedObject;
      readonly allowDuplicates: boolean;
      readonly error?: string;
    }
  | { readonly call: "fields"; readonly object: RecordedObject; readonly fields: FieldSet; readonly error?: string }
  | (Comparison & {
      readonly call: "compare";
      readonly before: RecordedObject;
      readonly after: RecordedObject;
      readonly error?: string;
    })
  | {
      readonly call: "merge";
      readonly live: RecordedObject;
      readonly applied: RecordedObject;
      readonly result: RecordedObject | null;
      readonly error?: string;
    }
  | {
      readonly call: "remove";
      readonly object: RecordedObject;
      readonly fields: FieldSet;
      readonly result: RecordedObject;
    }
  | {
      readonly call: "reconcile";
      readonly object: RecordedObject;
      readonly fields: FieldSet;
      readonly result: FieldSet | null;
    }
  | RecordedWrite;

interface RecordedWrite {
  readonly call: "apply" | "update";
  readonly live: RecordedObject;
  readonly given: RecordedObject;
  readonly version: string;
  readonly manager: string;
  readonly managers: RecordedOwners;
  readonly ignored?: Readonly<Record<string, FieldSet>>;
  /**
   * Results of converting objects to a version. A conversion without a result means that the version does not exist.
   */
  readonly conversions?: readonly { object: RecordedObject; version: string; result?: RecordedObject }[];
  readonly force?: boolean;
  /** Whether the result contains an object even though nothing changed. */
  readonly noop?: boolean;
  readonly owners: RecordedOwners;
  readonly result: RecordedObject | null;
  readonly error?: { readonly conflicts?: readonly { readonly manager: string; readonly path: string }[] };
}

interface RecordedObject {
  readonly schema: string;
  readonly type: RecordedType;
  readonly value: unknown;
}

type RecordedOwners = Readonly<
  Record<string, { readonly fields: FieldSet; readonly apiVersion: string; readonly applied: boolean }>
>;

const calls = <C extends RecordedCall["call"]>(...names: C[]) =>
  recorded.filter((each): each is Extract<RecordedCall, { call: C }> => names.some((name) => name === each.call));

const schemas = new Map(calls("schema").map(({ id, schema }) => [id, schema]));

const types = new Map<string, ApplyType>();

/** Returns the same type object each time for a type of a schema. */
function typeOf({ schema, type }: RecordedObject): ApplyType {
  const key = JSON.stringify([schema, type]);
  const known = types.get(key) ?? applyTypeOf(schemas.get(schema) ?? { types: [] }, type);
  types.set(key, known);
  return known;
}

/** Returns the result, or "refused" after a typing error. */
function resultOrRefused(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof TypingError) return "refused";
    throw error;
  }
}

/**
 * Leaves out errors about scalars with an element relationship, which upstream rejects as types; this project builds no
 * types of that form.
 */
const validateCalls = calls("validate").filter(({ error }) => !error?.includes("no type found"));

test.each(validateCalls)("validate $object.value", ({ object, allowDuplicates, error }) => {
  const faults = typingFaults(typeOf(object), object.value, allowDuplicates);
  // The upstream tests read YAML, where a map may have keys of any type.
  expect(faults.length === 0 ? undefined : faultText(faults)).toBe(
    error?.replaceAll("map[interface {}]", "map[string]"),
  );
});

test.each(calls("fields"))("fields of $object.value", ({ object, fields }) => {
  expect(fieldsOf(typeOf(object), object.value)).toEqual(fields);
});

test.each(calls("compare"))("compare $before.value with $after.value", ({ before, after, error, ...expected }) => {
  const { removed, modified, added } = expected;
  const compared = resultOrRefused(() => ({ ...compare(typeOf(before), before.value, after.value) }));
  if (error) expect(compared).toBe("refused");
  else expect(compared).toMatchObject({ removed, modified, added });
});

test.each(calls("merge"))("merge $applied.value into $live.value", ({ live, applied, result, error }) => {
  const merged = resultOrRefused(() => mergeValues(typeOf(live), live.value, applied.value));
  expect(merged).toEqual(error ? "refused" : (result?.value ?? null));
});

test.each(calls("remove"))("remove $fields from $object.value", ({ object, fields, result }) => {
  expect(removeFields(typeOf(object), object.value, fields)).toEqual(result.value);
});

test.each(calls("reconcile"))("reconcile $fields", ({ object, fields, result }) => {
  expect(reconcileFields(typeOf(object), fields)).toEqual(result ?? fields);
});

test.each(calls("apply", "update"))("$call $given.value as $manager", (write) => {
  const configuration = typedObject(write.given, write.version);
  const live = typedObject(write.live, write.version);
  const owners = new Map(Object.entries(write.managers).map(([name, owner]) => [name, ownerOf(name, owner)]));
  const act = { ...writeContext(write), isForced: write.force ?? true };
  if (write.call === "update") {
    expect(recordedOwners(ownersAfterUpdate(live, configuration, owners, act))).toEqual(write.owners);
    return;
  }
  const result = applyObject(live, configuration, owners, act);
  if (!result.ok) {
    const conflicts = result.error.map(({ owner, path }) => ({ manager: owner.manager, path: pathText(path) }));
    expect(new Set(conflicts)).toEqual(new Set(write.error?.conflicts));
    return;
  }
  expect(recordedOwners(result.value.owners)).toEqual(write.owners);
  expect(write.noop || result.value.isChanged ? result.value.object.value : null).toEqual(write.result?.value ?? null);
});

const typedObject = (object: RecordedObject, apiVersion: string): TypedObject => ({
  value: object.value,
  type: typeOf(object),
  apiVersion,
});

function writeContext({ call, live, manager, version, ignored, conversions = [] }: RecordedWrite): WriteContext {
  const convert: ConvertObject = (object, apiVersion) => {
    const known = conversions.find(
      (each) =>
        each.version === apiVersion &&
        typeOf(each.object) === object.type &&
        isDeepStrictEqual(each.object.value, object.value),
    );
    if (known) return known.result && typedObject(known.result, apiVersion);
    // Upstream converts to versions in random order, so the record does not contain every conversion.
    return conversions.length > 0 ? withRenamedType(object, live.schema, apiVersion) : { ...object, apiVersion };
  };
  return {
    identity: manager,
    actor: { manager, operation: call === "apply" ? "Apply" : "Update", apiVersion: version, subresource: "" },
    convert,
    ...(ignored
      ? { keepFields: (fields, apiVersion) => differenceWithDescendants(fields, ignored[apiVersion] ?? noFields) }
      : {}),
  };
}

/**
 * Imitates the version conversion of the upstream tests: names end with the version, or repeat a letter as often as its
 * number.
 */
function withRenamedType({ value, type }: TypedObject, schema: string, apiVersion: string): TypedObject {
  const isTypeForEach = schemas.get(schema)?.types.some(({ name }) => name === apiVersion) === true;
  const text = JSON.stringify(value)
    .replace(/_v\d"/g, `_${apiVersion}"`)
    .replace(/"(\w)\1*":/g, (_name, letter: string) => `"${letter.repeat(Number(apiVersion.slice(1)))}":`);
  const object = { value: JSON.parse(text), apiVersion, type };
  return isTypeForEach ? { ...object, type: typeOf({ schema, type: { namedType: apiVersion }, value }) } : object;
}

const ownerOf = (manager: string, { fields, apiVersion, applied }: RecordedOwners[string]): Owner => ({
  manager,
  operation: applied ? "Apply" : "Update",
  apiVersion,
  subresource: "",
  fields,
});

const recordedOwners = (owners: Owners): RecordedOwners =>
  Object.fromEntries(
    [...owners].map(([name, { fields, apiVersion, operation }]) => [
      name,
      { fields, apiVersion, applied: operation === "Apply" },
    ]),
  );
