/**
 * Converts field errors to causes of a `Status`: the reason for programs, the message for people.
 *
 * @module
 */
import type { Cause, Diagnostic, FieldPath } from "../../diagnostic/diagnostic.ts";
import { startsWithPath } from "../../diagnostic/path.ts";
import { formatJson } from "../../json/format-json.ts";
import { showGoValue } from "../../json/go-value.ts";
import { type FieldSchema, schemaAt } from "../../schema/decode-schema.ts";
import { compareFields, nameOf } from "./field-order.ts";
import { isDeclarativeFault } from "./first-fields.ts";
import { choiceText, type FaultyObject, type FieldFault, upstreamMessageOf } from "./server-words.ts";
import type { StatusCause } from "./status.ts";

const reasonByCause: Readonly<Record<Cause, string>> = {
  required: "FieldValueRequired",
  invalid: "FieldValueInvalid",
  unsupported: "FieldValueNotSupported",
  forbidden: "FieldValueForbidden",
  duplicate: "FieldValueDuplicate",
  "too-many": "FieldValueTooMany",
  "too-long": "FieldValueTooLong",
  type: "FieldValueTypeInvalid",
  decode: "FieldValueInvalid",
  syntax: "FieldValueInvalid",
  "not-found": "FieldValueNotFound",
  internal: "InternalError",
};

const prefixByCause: Readonly<Record<Cause, string>> = {
  required: "Required value",
  invalid: "Invalid value",
  unsupported: "Unsupported value",
  forbidden: "Forbidden",
  duplicate: "Duplicate value",
  "too-many": "Too many",
  "too-long": "Too long",
  type: "Invalid value",
  decode: "Invalid value",
  syntax: "Invalid value",
  "not-found": "Not found",
  internal: "Internal error",
};

/** Causes whose message contains the value. */
const causesWithValue: ReadonlySet<Cause> = new Set([
  "invalid",
  "unsupported",
  "duplicate",
  "type",
  "decode",
  "not-found",
]);

/**
 * Converts findings to causes: one for each finding, and one for each further field that kube-apiserver names. Returns
 * at most `most` causes, in the order in which kube-apiserver validates the fields.
 */
export function fieldCauses(
  all: readonly FieldFault[],
  subject: FaultyObject,
  maxCauses: number,
): readonly StatusCause[] {
  const hidden = all.flatMap(({ hides }) => (hides ? [hides] : []));
  const faults = all.filter(
    ({ path, field = path, hides: own }) =>
      !hidden.some((above) => startsWithPath(field, above) && (!own || above.length < own.length)),
  );
  if (subject.isCustom) return causesInOrder(faults, subject).slice(0, maxCauses);
  const causes = causesOf(faults, subject).slice(0, maxCauses);
  const inOrder = causes.toSorted((a, b) => compareFields(a.at, b.at, subject.schema)).map(({ cause }) => cause);
  return keepsDuplicates(subject) ? inOrder : withoutRepeatedTexts(inOrder);
}

/** Whether kube-apiserver keeps repeated errors: it does in groups whose objects it does not validate declaratively. */
const keepsDuplicates = ({ schema }: FaultyObject): boolean =>
  /^api(?:extensions|registration)\//.test(schema["x-type"] ?? "");

/**
 * Removes repeated errors. If a kind also has declarative validation, kube-apiserver first removes repeated texts from
 * its other errors.
 */
const withoutRepeatedTexts = (causes: readonly StatusCause[]): readonly StatusCause[] => [
  ...new Map(causes.map((cause) => [`${cause.field}\n${cause.message}`, cause])).values(),
];

/**
 * Returns the causes for a custom resource. Its faults are already in kube-apiserver's order; faults that result from
 * another one follow it.
 */
function causesInOrder(faults: readonly FieldFault[], subject: FaultyObject): readonly StatusCause[] {
  const causes = faults.flatMap((fault) => [
    namedCause(fault, fieldName(fault, subject.schema), subject),
    ...furtherCauses(fault, subject),
  ]);
  return withoutRepeatedTexts(causes.map(({ cause }) => cause));
}

/** Merges faults that are one error in kube-apiserver, for example all forbidden changes of a pod. */
function withoutRepeated(faults: readonly FieldFault[]): readonly FieldFault[] {
  const reportedKeys = new Set<string>();
  return faults.filter(({ field, serverText }) => {
    if (field === undefined || serverText === undefined) return true;
    const key = JSON.stringify([field, serverText]);
    return reportedKeys.size < reportedKeys.add(key).size;
  });
}

interface NamedCause {
  /** The path that determines the position among the causes. */
  readonly at: FieldPath;
  readonly cause: StatusCause;
}

interface FurtherCause extends NamedCause {
  /** The message, if it differs from that of the main fault. */
  readonly words: string | undefined;
}

function namedCause(given: FieldFault, name: string, subject: FaultyObject): NamedCause {
  const fault = toUpstreamFault(given, name, subject);
  return {
    at: isDeclarativeFault(nameOf(subject.schema), `${name} ${fault.cause}`)
      ? []
      : (fault.after ?? fault.field ?? fault.path),
    cause: fieldCause({ ...fault, serverText: upstreamMessageOf(fault, subject) }, name),
  };
}

/** Returns the fault with kube-apiserver's error type and message if they differ. */
function toUpstreamFault(given: FieldFault, name: string, subject: FaultyObject): FieldFault {
  if (given.cause !== "unsupported") return given;
  if (isEmptyEnum(given, name)) return { ...given, cause: "required", serverText: "" };
  const serverText = choiceText(name, given, subject);
  return serverText === undefined ? given : { ...given, cause: "invalid", serverText };
}

/** Whether the field is an enum for which kube-apiserver treats the empty string as a missing value. */
const isEmptyEnum = ({ value }: FieldFault, name: string): boolean =>
  value === "" && /(?:^|\.)(?:preemptionPolicy|parameterNotFoundAction)$/.test(name);

/** Returns a cause for each fault, followed by the causes for the fields that it names in addition, each only once. */
function causesOf(faults: readonly FieldFault[], subject: FaultyObject): readonly NamedCause[] {
  const named = new Map(
    withoutRepeated(faults).map((fault) => [fault, namedCause(fault, fieldName(fault, subject.schema), subject)]),
  );
  const known = new Set([...named.values()].map(({ cause: { reason, field } }) => `${reason} ${field}`));
  return faults.flatMap((main) => {
    const further = furtherCauses(main, subject).filter(({ cause: { reason, field }, words = "" }) => {
      const key = `${reason} ${field}${words}`;
      return known.size < known.add(key).size;
    });
    const own = named.get(main);
    return own ? [own, ...further] : further;
  });
}

const furtherCauses = (main: FieldFault, subject: FaultyObject): readonly FurtherCause[] =>
  (main.also ?? []).map(({ field, cause = main.cause, message, serverText, after }) => {
    const text = { ...(serverText === undefined ? {} : { serverText }), ...(after && { after }) };
    const fault = { path: field ?? main.field ?? main.path, cause, message: message ?? main.message, ...text };
    const name = field ? formatField(field, subject.schema) : fieldName(main, subject.schema);
    return { ...namedCause(fault, name, subject), words: serverText ?? message };
  });

/** The name of the fault's field in kube-apiserver's errors. */
const fieldName = ({ field, path }: Pick<FieldFault, "field" | "path">, schema: FieldSchema): string =>
  field ? formatField(field, schema) : formatField(path, schema, errorNamingOf);

/**
 * Formats a fault as warnings. If kube-apiserver has the same warning, its message is used. Otherwise the message names
 * the map key, to distinguish for example two annotations, and contains the help.
 */
export function warningTexts(fault: FieldFault & Pick<Diagnostic, "help">, schema: FieldSchema): readonly string[] {
  const { field, path, message, help, serverText, serverWarning, see, also = [] } = fault;
  const name = formatField(field ?? path, schema);
  if (serverWarning !== undefined) {
    const formatWarning = (words: string, shown: string) =>
      words.replace("{field}", () => shown).replace("{see}", () => formatField(see?.path ?? [], schema));
    const further = also.map(({ field: other = path, serverWarning: words = serverWarning }) =>
      formatWarning(words, formatField(other, schema)),
    );
    return [formatWarning(serverWarning, name), ...further];
  }
  if (serverText !== undefined) return [`${name}: ${fieldCause(fault, name).message}`];
  return [`${name}: ${help === undefined ? message : `${message}; ${help}`}`];
}

/** The parts of a fault that its message is made of. */
interface Fault extends Pick<FieldFault, "cause" | "message" | "value"> {
  readonly serverText?: string | undefined;
}

function withoutGotSuffix(message: string, value: unknown): string {
  if (!message.includes("; got ")) return message;
  const end = `; got ${formatJson(value)}`;
  return message.endsWith(end) ? message.slice(0, -end.length) : message;
}

/** Makes the cause of a fault. The value appears only once, before the message. */
export function fieldCause({ cause, message, value, serverText }: Fault, field: string): StatusCause {
  const shown = value === undefined || !causesWithValue.has(cause) ? "" : showGoValue(value);
  const text = shown === "" ? message : withoutGotSuffix(message, value);
  const words = serverText ?? `${shown === "" ? "" : `${shown}: `}${text}`;
  return {
    reason: reasonByCause[cause],
    message: words === "" ? prefixByCause[cause] : `${prefixByCause[cause]}: ${words}`,
    field: field === "" ? "<nil>" : field,
  };
}

/**
 * How kube-apiserver's errors name a field: `name` is undefined if they use the field's name, and empty if they omit
 * the field.
 */
interface ErrorNaming {
  readonly name?: string | undefined;
  readonly isWhole?: boolean;
}

const defaultNaming: ErrorNaming = {};

const errorNamingOf = (schema: FieldSchema | undefined): ErrorNaming =>
  schema ? { name: schema["x-error-name"], isWhole: schema["x-error-whole"] === true } : defaultNaming;

/** Formats a path as field errors do: a dot before a field, brackets around a map key or a list index. */
function formatField(path: FieldPath, schema: FieldSchema, note: typeof errorNamingOf = () => defaultNaming): string {
  let text = "";
  let at: FieldSchema | undefined = schema;
  for (const part of path) {
    const isKey = typeof part === "number" || (!at?.properties && typeof at?.additionalProperties === "object");
    const isLeftOut = isKey && note(at).name === "";
    if (note(at).isWhole) break;
    at = at && schemaAt(at, [part]);
    const name = String(isKey ? part : (note(at).name ?? part));
    if (isKey && !isLeftOut) text += `[${name}]`;
    else if (name.startsWith("/")) text = name.slice(1);
    else if (name.startsWith("../")) text = `${text.replace(/\[\d+\]$/, "")}.${name.slice(3)}`;
    else if (!isKey && name !== "") text += `${text === "" ? "" : "."}${name}`;
  }
  return text;
}
