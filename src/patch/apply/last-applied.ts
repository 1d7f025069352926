/**
 * The annotation `last-applied-configuration`, which kubectl writes in client-side apply. It is read when an object
 * changes to server-side apply.
 *
 * @module
 */

import { memberOf } from "../../json/member.ts";
import { tryParseBounded } from "../../json/parse-bounded.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { utf8Length } from "../../text/utf8.ts";
import type { JsonObject } from "../json-value.ts";
import { compare } from "./compare.ts";
import { difference, type FieldSet } from "./field-set.ts";
import { goJson } from "./go-json.ts";
import { fieldsOf } from "./own-fields.ts";
import type { TypedObject } from "./typed-object.ts";
import { typingFaults } from "./typing.ts";

const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

/** The API server's limit for the total size of an object's annotations, names and values. */
export const maxAnnotationsBytes = 256 * 1024;

/**
 * Returns the fields that kubectl applied and that have not changed since; undefined if the object has no usable
 * annotation.
 */
export function unchangedSinceLastApplied(live: TypedObject): FieldSet | undefined {
  const { type, value } = live;
  const last = readLastApplied(live);
  if (!last || typingFaults(type, value, false).length > 0 || typingFaults(type, last, false).length > 0)
    return undefined;
  const { removed, modified, added } = compare(type, last, value);
  return [removed, modified, added].reduce(difference, fieldsOf(type, last));
}

function readLastApplied({ value, apiVersion }: TypedObject): JsonObject | undefined {
  const text = memberOf(annotationsOf(value), lastAppliedAnnotation);
  if (typeof text !== "string" || text === "" || !isPlainObject(value)) return undefined;
  const last = tryParseBounded(text);
  return isPlainObject(last) && hasApiVersion(last, apiVersion) && hasSameKind(last, value) ? last : undefined;
}

const hasApiVersion = ({ apiVersion }: JsonObject, wanted: string): boolean => apiVersion === wanted;
const hasSameKind = ({ kind }: JsonObject, { kind: wanted }: JsonObject): boolean => kind === wanted;

function annotationsOf(object: unknown): JsonObject | undefined {
  const { metadata = undefined } = isPlainObject(object) ? object : {};
  const { annotations = undefined } = isPlainObject(metadata) ? metadata : {};
  return isPlainObject(annotations) ? annotations : undefined;
}

/** Updates the annotation to `applied` if the object has one; removes it if the annotations would become too long. */
export function refreshLastApplied(object: JsonObject, applied: JsonObject): void {
  const annotations = annotationsOf(object);
  if (!annotations || !memberOf(annotations, lastAppliedAnnotation)) return;
  const { [lastAppliedAnnotation]: _last, ...others } = annotations;
  const text = `${goJson(withoutAnnotation(applied))}\n`;
  const sizes = Object.entries({ ...others, [lastAppliedAnnotation]: text }).map(
    ([name, value]) => utf8Length(name) + utf8Length(String(value)),
  );
  const isTooLong = sizes.reduce((sum, size) => sum + size, 0) > maxAnnotationsBytes;
  if (isTooLong) delete annotations[lastAppliedAnnotation];
  else annotations[lastAppliedAnnotation] = text;
}

function withoutAnnotation(applied: JsonObject): JsonObject {
  const annotations = annotationsOf(applied);
  const { metadata } = applied;
  if (!annotations || !isPlainObject(metadata)) return applied;
  const { [lastAppliedAnnotation]: _last, ...others } = annotations;
  return { ...applied, metadata: { ...metadata, annotations: others } };
}
