/**
 * Files in which a test of a cluster says what it expects: those of chainsaw by the steps that name them, those of kuttl by
 * their names.
 *
 * @module
 */
import { isPlainObject } from "../json/plain-object.ts";

/** By the names that kuttl gives them. */
export function isExpectation(file: string): boolean {
  return /(?:^|\/)(?:\d+-|chainsaw-)(?:assert|errors?)\.ya?ml$/.test(file);
}

/** Files that a test of chainsaw asserts, or applies to be refused; relative to the test. */
export function expectationsIn(test: Readonly<Record<string, unknown>>): readonly string[] {
  const apiVersion = test["apiVersion"];
  if (test["kind"] !== "Test" || typeof apiVersion !== "string" || !apiVersion.startsWith("chainsaw.")) return [];
  return operationsIn(test["spec"]);
}

/** Looks through steps of any depth: they have `try`, `catch` and `finally`, each a list of operations. */
function operationsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(operationsIn);
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([name, operation]) => {
    const file = isPlainObject(operation) ? operation["file"] : undefined;
    if (typeof file !== "string" || !isPlainObject(operation)) return operationsIn(operation);
    return name === "assert" || name === "error" || expectsRefusal(operation["expect"]) ? [file] : [];
  });
}

/** `expect: [{check: {($error != null): true}}]` */
function expectsRefusal(expect: unknown): boolean {
  if (!Array.isArray(expect)) return false;
  return expect.some((each) => {
    const check = isPlainObject(each) && isPlainObject(each["check"]) ? each["check"] : {};
    return Object.keys(check).some((expression) => /\$error\s*!=\s*null/.test(expression));
  });
}
