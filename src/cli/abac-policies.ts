/**
 * The policy file of ABAC, with the line of each policy.
 *
 * @module
 */
import { type AbacPolicy, abacAllows, parseAbacFile } from "../access/abac.ts";
import type { AccessRequest } from "../access/request.ts";
import { readInput } from "./discover.ts";
import { UsageError } from "./exit.ts";
import { shownPath } from "./shown-path.ts";

/** A policy and where it is. */
export interface PlacedPolicy extends AbacPolicy {
  readonly file: string;
  readonly line: number;
}

export interface AbacPolicies {
  readonly file: string;
  readonly notes: readonly string[];
  /** The namespaces that policies name. */
  readonly namespaces: readonly string[];
  /** The first policy that allows a request. */
  allowing(request: AccessRequest): PlacedPolicy | undefined;
}

/** @throws {UsageError} for a file with which kube-apiserver would not start */
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

/** `policy`, what it allows whom, and its place. */
export function policyRow({ file, line, readonly, ...texts }: PlacedPolicy): readonly string[] {
  const said = Object.entries(texts).flatMap(([field, text]) => (text === "" ? [] : [`${field}=${text}`]));
  return ["policy", [...said, ...(readonly ? ["readonly"] : [])].join(" "), `${file}:${line}`];
}
