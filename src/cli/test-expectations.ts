/**
 * Finds files with the expectations of cluster tests: chainsaw names them in its steps, kuttl uses a naming convention.
 *
 * @module
 */
import { isPlainObject } from "../json/plain-object.ts";

/** Whether a file is named like an expectation of kuttl, possibly with further words: `08-assert-folder.yaml`. */
export function isExpectation(file: string): boolean {
  return /(?:^|\/)(?:\d+-|chainsaw-)(?:assert|errors?)(?:-[^/]*)?\.ya?ml$/.test(file);
}

/** Returns the files that a chainsaw test asserts, or applies only to be rejected, relative to the test. */
export function expectationsIn(test: Readonly<Record<string, unknown>>): readonly string[] {
  const apiVersion = test["apiVersion"];
  if (test["kind"] !== "Test" || typeof apiVersion !== "string" || !apiVersion.startsWith("chainsaw.")) return [];
  const operations = operationsIn(test["spec"]);
  const sent = new Set(operations.flatMap(({ file, isSent }) => (isSent ? [file] : [])));
  return operations.flatMap(({ file }) => (sent.has(file) ? [] : [file]));
}

interface FileOperation {
  readonly file: string;
  /** Whether the test expects the cluster to accept the objects. */
  readonly isSent: boolean;
}

/** Searches steps at any depth: they have `try`, `catch` and `finally`, each a list of operations. */
function operationsIn(value: unknown): readonly FileOperation[] {
  if (Array.isArray(value)) return value.flatMap(operationsIn);
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([name, operation]) => {
    const file = isPlainObject(operation) ? operation["file"] : undefined;
    if (typeof file !== "string" || !isPlainObject(operation)) return operationsIn(operation);
    const isExpected = name === "assert" || name === "error" || expectsRefusal(operation["expect"]);
    return isExpected || sendingOperations.has(name) ? [{ file, isSent: !isExpected }] : [];
  });
}

const sendingOperations: ReadonlySet<string> = new Set(["apply", "create"]);

/** Matches `expect: [{check: {($error != null): true}}]`. */
function expectsRefusal(expect: unknown): boolean {
  if (!Array.isArray(expect)) return false;
  return expect.some((each) => {
    const check = isPlainObject(each) && isPlainObject(each["check"]) ? each["check"] : {};
    return Object.keys(check).some((expression) => /\$error\s*!=\s*null/.test(expression));
  });
}
