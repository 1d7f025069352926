/**
 * JSON Patch (RFC 6902): a list of operations on a document, of which either all are applied or none.
 *
 * There are two dialects, the RFC and the API server. The API server accepts more (`replace` of an absent value,
 * indexes that count from the end) and also less (only an object or a list can replace the whole document).
 *
 * @module
 */
import { cloneJson } from "../json/clone-json.ts";
import { memberOf, setMember } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { failure, success } from "../text/result.ts";
import { parsePointer, splitPointer, unescapeToken } from "./json-pointer.ts";
import { equalJson, type JsonObject, jsonSizeBytes } from "./json-value.ts";
import { type Patched, type PatchFault, patchFailure } from "./patch-fault.ts";

/** The API server's limit for patches in requests. */
export const maxJsonPatchOperations = 10_000;

/**
 * The maximum size that all `copy` operations of a patch may add to the document. As in the API server, it is the
 * maximum size of a request.
 */
export const maxCopiedBytes = 3 * 1024 * 1024;

/** The types of the members are checked only when the operation is applied. */
export type JsonPatchOperation = Readonly<Record<string, unknown>>;

export interface JsonPatchOptions {
  /** Default `rfc6902`. */
  readonly dialect?: "rfc6902" | "api-server";
  /** Default `maxCopiedBytes`. */
  readonly copyLimitBytes?: number;
}

/**
 * Returns the operations of a parsed patch document.
 *
 * @param options - `maxOperations` is `maxJsonPatchOperations` by default
 */
export function decodeJsonPatch(
  document: unknown,
  { maxOperations = maxJsonPatchOperations }: { readonly maxOperations?: number } = {},
): Patched<readonly JsonPatchOperation[]> {
  // The API server's decoder reads null as an empty list.
  const operations = document ?? [];
  if (!Array.isArray(operations)) return patchFailure("malformed", "a JSON patch must be a list of operations");
  const wrong = operations.findIndex((operation) => operation !== null && !isPlainObject(operation));
  if (wrong >= 0) return patchFailure("malformed", `operation ${wrong} of the JSON patch must be an object`);
  if (operations.length > maxOperations) {
    return patchFailure(
      "too-large",
      `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${operations.length}`,
    );
  }
  return success(operations.map((operation: JsonPatchOperation | null) => operation ?? {}));
}

/** Returns the patched document; the arguments do not change. */
export function applyJsonPatch(
  document: unknown,
  operations: readonly JsonPatchOperation[],
  { dialect = "rfc6902", copyLimitBytes = maxCopiedBytes }: JsonPatchOptions = {},
): Patched<unknown> {
  const root = new PatchedDocument(cloneJson(document), dialect === "rfc6902" ? rfc : apiServer, copyLimitBytes);
  for (const [index, operation] of operations.entries()) {
    const error = root.apply(operation);
    if (error !== undefined)
      return failure({ ...operationFault(index, operation, error), hasFailedTest: root.hasFailedTest });
  }
  return success(root.value);
}

function operationFault(index: number, operation: JsonPatchOperation, error: string): PatchFault {
  const message = `operation ${index} (${text(operation, "op") ?? "without op"}): ${error}`;
  return { reason: "inapplicable", message };
}

/** The error of an operation; undefined if it succeeds. */
type OperationError = string | undefined;

/** The differences between the dialects. */
interface Dialect {
  /** Returns the tokens of a pointer; undefined if the text is not a pointer. */
  tokens(pointer: string): readonly string[] | undefined;
  /** Returns the index that a token specifies in a list of `length` items; undefined for other tokens. */
  index(token: string, length: number): number | undefined;
  /** Whether the operation may have the whole document as its target. */
  mayBeRoot(operation: string, value: unknown): boolean;
  /** Whether `copy`, `replace` and `test` treat an absent member, or a missing `value`, as null. */
  readonly absentIsNull: boolean;
  /** Whether `move` may have a target inside the moved value. The path is then resolved after the value was removed. */
  readonly mayMoveIntoItself: boolean;
}

const rfc: Dialect = {
  tokens: parsePointer,
  index(token, length) {
    const index = /^(?:0|[1-9]\d*)$/.test(token) ? Number(token) : length;
    return index < length ? index : undefined;
  },
  mayBeRoot: () => true,
  absentIsNull: false,
  mayMoveIntoItself: false,
};

const apiServer: Dialect = {
  // Text before the first slash is ignored.
  tokens(pointer) {
    const [, ...tokens] = splitPointer(pointer) ?? [];
    return tokens.length > 0 ? tokens.map(unescapeToken) : pointer === "" ? [] : undefined;
  },
  index(token, length) {
    if (!/^[+-]?\d+$/.test(token)) return undefined;
    const index = Number(token);
    const counted = index < 0 ? index + length : index;
    return counted >= 0 && counted < length ? counted : undefined;
  },
  mayBeRoot: (operation, value) =>
    operation === "test" || (operation === "replace" && typeof value === "object" && value !== null),
  absentIsNull: true,
  mayMoveIntoItself: true,
};

/**
 * A place in the document: a member of an object, an item of a list, or the whole document if `parent` is undefined.
 */
interface PatchTarget {
  readonly parent: JsonObject | unknown[] | undefined;
  readonly token: string;
}

/** The document while it is patched. */
class PatchedDocument {
  value: unknown;
  /** True if a `test` operation failed because it found another value. */
  hasFailedTest = false;
  readonly #dialect: Dialect;
  readonly #copyLimitBytes: number;
  #copiedBytes = 0;

  constructor(value: unknown, dialect: Dialect, copyLimitBytes: number) {
    this.value = value;
    this.#dialect = dialect;
    this.#copyLimitBytes = copyLimitBytes;
  }

  apply(operation: JsonPatchOperation): OperationError {
    const path = text(operation, "path");
    if (path === undefined) return "`path` must be a string";
    const op = text(operation, "op");
    switch (op) {
      case "add":
      case "replace":
      case "test":
        return this.#withValue(op, path, operation);
      case "remove":
        return this.#remove(path);
      case "move":
      case "copy":
        return this.#moveOrCopy(op, path, text(operation, "from"));
      default:
        return "`op` must be one of add, remove, replace, move, copy, test";
    }
  }

  #withValue(op: "add" | "replace" | "test", path: string, operation: JsonPatchOperation): OperationError {
    if (!Object.hasOwn(operation, "value") && !this.#dialect.absentIsNull) return "`value` must be present";
    const value = memberOf(operation, "value") ?? null;
    if (op === "test") return this.#test(path, value);
    return op === "add" ? this.#add(path, cloneJson(value)) : this.#replace(path, cloneJson(value));
  }

  #test(path: string, value: unknown): OperationError {
    if (equalJson(this.#read(path, "test"), value)) return undefined;
    this.hasFailedTest = this.#find(path) !== undefined;
    return `the value at "${path}" differs`;
  }

  #moveOrCopy(op: "move" | "copy", path: string, from: string | undefined): OperationError {
    if (from === undefined) return "`from` must be a string";
    const value = this.#read(from, op);
    if (value === undefined) return `nothing is at "${from}"`;
    if (op === "move") return this.#move(path, from, value);
    this.#copiedBytes += jsonSizeBytes(value);
    if (this.#copiedBytes > this.#copyLimitBytes) {
      return `all copies together must be at most ${this.#copyLimitBytes} bytes; got ${this.#copiedBytes}`;
    }
    return this.#add(path, cloneJson(value));
  }

  #move(path: string, from: string, value: unknown): OperationError {
    if (path.startsWith(`${from}/`) && !this.#dialect.mayMoveIntoItself) return "a value cannot be moved into itself";
    return this.#remove(from) ?? this.#add(path, value);
  }

  /** The value at a pointer; undefined if absent. */
  #read(pointer: string, op: string): unknown {
    const place = this.#find(pointer);
    if (!place) return undefined;
    const { parent, token } = place;
    if (!parent) return this.#dialect.mayBeRoot(op, this.value) ? this.value : undefined;
    if (Array.isArray(parent)) {
      const index = this.#dialect.index(token, parent.length);
      return index === undefined ? undefined : parent[index];
    }
    return Object.hasOwn(parent, token) || !this.#dialect.absentIsNull ? memberOf(parent, token) : null;
  }

  #add(pointer: string, value: unknown): OperationError {
    const place = this.#find(pointer);
    if (!place) return `the parent of "${pointer}" is missing`;
    const { parent, token } = place;
    if (!parent) return this.#replaceRoot("add", value);
    if (Array.isArray(parent)) {
      const index = token === "-" ? parent.length : this.#dialect.index(token, parent.length + 1);
      if (index === undefined) return `"${token}" must be an index of 0 to ${parent.length}, or "-"`;
      parent.splice(index, 0, value);
    } else setMember(parent, token, value);
    return undefined;
  }

  #remove(pointer: string): OperationError {
    const place = this.#find(pointer);
    if (!place) return `the parent of "${pointer}" is missing`;
    const { parent, token } = place;
    if (!parent) return this.#replaceRoot("remove", null);
    if (Array.isArray(parent)) {
      const index = this.#dialect.index(token, parent.length);
      if (index === undefined) return `"${token}" must be an index of 0 to ${parent.length - 1}`;
      parent.splice(index, 1);
    } else if (Object.hasOwn(parent, token)) delete parent[token];
    else return `nothing is at "${pointer}"`;
    return undefined;
  }

  #replace(pointer: string, value: unknown): OperationError {
    const place = this.#find(pointer);
    if (!place) return `the parent of "${pointer}" is missing`;
    const { parent, token } = place;
    if (!parent) return this.#replaceRoot("replace", value);
    if (Array.isArray(parent)) {
      const index = this.#dialect.index(token, parent.length);
      if (index === undefined) return `"${token}" must be an index of 0 to ${parent.length - 1}`;
      parent[index] = value;
    } else if (Object.hasOwn(parent, token) || this.#dialect.absentIsNull) setMember(parent, token, value);
    else return `nothing is at "${pointer}"`;
    return undefined;
  }

  #replaceRoot(op: string, value: unknown): OperationError {
    if (!this.#dialect.mayBeRoot(op, value)) return "the whole document can only be replaced, by an object or a list";
    this.value = value;
    return undefined;
  }

  /** The place at a pointer, where there may be no value; undefined if its parent does not exist. */
  #find(pointer: string): PatchTarget | undefined {
    const tokens = this.#dialect.tokens(pointer);
    if (!tokens) return undefined;
    let parent: unknown;
    let value = this.value;
    for (const [depth, token] of tokens.entries()) {
      parent = value;
      if (Array.isArray(parent)) {
        if (depth === tokens.length - 1) break;
        const index = this.#dialect.index(token, parent.length);
        value = index === undefined ? undefined : parent[index];
      } else if (isPlainObject(parent)) value = memberOf(parent, token);
      else return undefined;
    }
    return { parent: isContainer(parent) ? parent : undefined, token: tokens.at(-1) ?? "" };
  }
}

function isContainer(value: unknown): value is JsonObject | unknown[] {
  return typeof value === "object" && value !== null;
}

function text(operation: JsonPatchOperation, member: string): string | undefined {
  const value = memberOf(operation, member);
  return typeof value === "string" ? value : undefined;
}
