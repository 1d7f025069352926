/**
 * Reads the policy file of the ABAC authorizer, and keeps the line of each policy for messages.
 *
 * @module
 */
import { type AbacPolicy, abacAllows, parseAbacFile } from "../access/abac.ts";
import type { AccessRequest } from "../access/request.ts";
import { readInput } from "./discover.ts";
import { UsageError } from "./exit.ts";
import { shownPath } from "./shown-path.ts";

/** A policy with its file and line. */
export interface PlacedPolicy extends AbacPolicy {
  readonly file: string;
  readonly line: number;
}

export interface AbacPolicies {
  readonly file: string;
  readonly notes: readonly string[];
  /** The namespaces that policies name, without the wildcard `*`. */
  readonly namespaces: readonly string[];
  /** Returns the first policy that allows a request. */
  allowing(request: AccessRequest): PlacedPolicy | undefined;
}

/** Reads an ABAC policy file. @throws {UsageError} if kube-apiserver would not start with the file */
export function loadAbac(path: string): AbacPolicies {
  const content = readInput(path);
  if (typeof content === "string") throw new UsageError(`--abac ${path}: ${content}`);
  const file = shownPath(path);
  const read = parseAbacFile(new TextDecoder().decode(content));
  if (!read.ok) {
    const faults = read.error.map(({ line, message }) => `${file}:${line}: ${message}`);
    throw new UsageError(`--abac cannot be used: ${faults.join("; ")}`);
  }
  const { lines, oldLines } = read.value;
  const policies = read.value.policies.map((policy, index) => ({ ...policy, file, line: lines[index] ?? 0 }));
  return {
    file,
    notes: oldLines.map((line) => `${file}:${line}: a policy of the old form: write it as v1beta1`),
    namespaces: policies.map(({ namespace }) => namespace).filter((name) => name !== "" && name !== "*"),
    allowing: (request) => policies.find((policy) => abacAllows(policy, request)),
  };
}

/** Returns a table row for a policy: `policy`, its fields, and its file and line. */
export function policyRow({ file, line, readonly, ...texts }: PlacedPolicy): readonly string[] {
  const fieldTexts = Object.entries(texts).flatMap(([field, text]) => (text === "" ? [] : [`${field}=${text}`]));
  return ["policy", [...fieldTexts, ...(readonly ? ["readonly"] : [])].join(" "), `${file}:${line}`];
}
