/**
 * Reads the query of writes: dry run, field manager, field validation.
 *
 * @module
 */
import { quoteGo } from "../../text/go-quote.ts";
import { firstUnprintable } from "../../text/printable.ts";
import { utf8Length } from "../../text/utf8.ts";
import { invalidOptions } from "./failures.ts";
import { textOf } from "./query.ts";
import type { StatusCause } from "./status.ts";

export type FieldValidation = Exclude<(typeof fieldValidations)[number], "">;

/** Returns the field manager of a write that specifies none: the part of the user agent before the first slash. */
export function managerOf(userAgent: string): string {
  const [name = ""] = userAgent.split("/", 1);
  let manager = "";
  for (const character of name) {
    if (firstUnprintable(character)) continue;
    if (utf8Length(manager + character) > maxFieldManagerBytes) break;
    manager += character;
  }
  return manager;
}

export interface WriteOptions {
  readonly isDryRun: boolean;
  /** The field manager; empty if the request specifies none. */
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
}

const maxFieldManagerBytes = 128;
const fieldValidations = ["", "Ignore", "Strict", "Warn"] as const;

export interface PatchOptions extends WriteOptions {
  /** Whether server-side apply takes over fields that other managers own. */
  readonly isForced: boolean;
}

/** @throws {StatusError} Invalid */
export function readPatchOptions(query: URLSearchParams, isApply: boolean): PatchOptions {
  const options = readWriteOptions(query, "PatchOptions", isApply ? applyFaults(query) : forceFaults(query));
  return { ...options, isForced: query.has("force") && !/^(?:false|0)$/i.test(textOf(query, "force")) };
}

function applyFaults(query: URLSearchParams): StatusCause[] {
  if (textOf(query, "fieldManager") !== "") return [];
  const message = "Required value: is required for apply patch";
  return [{ reason: "FieldValueRequired", message, field: "fieldManager" }];
}

function forceFaults(query: URLSearchParams): StatusCause[] {
  if (!query.has("force")) return [];
  const message = "Forbidden: may not be specified for non-apply patch";
  return [{ reason: "FieldValueForbidden", message, field: "force" }];
}

/**
 * @param kind - the kind of the options, for error messages: `CreateOptions`
 * @param faults - other errors to report
 * @throws {StatusError} Invalid
 */
export function readWriteOptions(
  query: URLSearchParams,
  kind: string,
  faults: readonly StatusCause[] = [],
): WriteOptions {
  const fieldManager = textOf(query, "fieldManager");
  const fieldValidation = textOf(query, "fieldValidation");
  const validation = fieldValidations.find((each) => each === fieldValidation);
  const dryRun = query.getAll("dryRun");
  const causes = [
    ...faults,
    ...managerFaults(fieldManager),
    ...dryRunFaults(dryRun),
    ...(validation === undefined ? [unsupported("fieldValidation", fieldValidation, fieldValidations)] : []),
  ];
  if (causes.length > 0) throw invalidOptions(kind, causes);
  return {
    isDryRun: dryRun.length > 0,
    fieldManager,
    fieldValidation: validation || "Warn",
  };
}

/** Returns the options of a write as the client sent them in the query. */
export function writeOptionsOfQuery(query: URLSearchParams): Readonly<Record<string, unknown>> {
  const dryRun = query.getAll("dryRun");
  const texts = ["fieldManager", "fieldValidation"].map((name) => [name, textOf(query, name)] as const);
  return {
    ...(dryRun.length > 0 ? { dryRun } : {}),
    ...Object.fromEntries(texts.filter(([, text]) => text !== "")),
  };
}

/** Validates the values of `dryRun`. */
export function dryRunFaults(values: readonly string[]): StatusCause[] {
  if (values.every((value) => value === "All")) return [];
  return [unsupported("dryRun", values, ["All"])];
}

function unsupported(field: string, value: unknown, supported: readonly string[]): StatusCause {
  const list = supported.map((item) => JSON.stringify(item)).join(", ");
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${list}`;
  return { reason: "FieldValueNotSupported", message, field };
}

function managerFaults(manager: string): StatusCause[] {
  const field = "fieldManager";
  if (utf8Length(manager) > maxFieldManagerBytes) {
    const message = `Too long: may not be more than ${maxFieldManagerBytes} bytes`;
    return [{ reason: "FieldValueTooLong", message, field }];
  }
  return unprintableIn(manager).map(({ character, offset }) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    const message = `Invalid value: ${quoteGo(manager)}: invalid character U+${code} (at position ${offset})`;
    return { reason: "FieldValueInvalid", message, field };
  });
}

interface Unprintable {
  readonly character: string;
  /** The offset in bytes of UTF-8. */
  readonly offset: number;
}

function unprintableIn(text: string): readonly Unprintable[] {
  const characters = [...text];
  return characters.flatMap((character, index) =>
    firstUnprintable(character) ? [{ character, offset: utf8Length(characters.slice(0, index).join("")) }] : [],
  );
}
