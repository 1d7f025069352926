/**
 * Tests the results of sigs.k8s.io/yaml 1.6.0 (go.yaml.in/yaml/v2 2.4.2) for the inputs of the YAML test suite and for
 * mutations of them. A line of the record is `{"yaml", "json"}`, `{"yaml", "json", "strict": true}` if only its strict
 * reader rejects the text, or `{"yaml", "error"}`.
 *
 * The record omits empty flow collections, and flow collections that begin with `?`, as the first key of a document.
 * The Go parser loses track of such a key and returns the collection as the whole document; clustervet reports that the
 * key is invalid.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSource } from "../../src/source/read-source.ts";
import { isRefused, jsonOf } from "./source-values.ts";

interface Verdict {
  readonly yaml: string;
  readonly json?: string;
  readonly error?: string;
  readonly strict?: boolean;
}

const verdicts: readonly Verdict[] = readFileSync(new URL("go-verdicts.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

test.each(["fast", "auto"] as const)("the %s reader agrees with the Go reader", (reader) => {
  const differences = verdicts.filter((verdict) => verdictsOf(verdict.yaml, reader) !== expectedAnswer(verdict));
  expect(differences).toEqual([]);
  expect(verdicts.length).toBeGreaterThan(1300);
});

/** Returns the verdicts of a lenient and a strict reader, and the value of the first document if it is defined. */
function verdictsOf(yaml: string, reader: "fast" | "auto"): string {
  const file = readSource("verdict.yaml", yaml, { reader });
  if (isRefused(file, 0, "lenient")) return "refused";
  const verdict = isRefused(file, 0, "strict") ? "lenient" : "strict";
  const isUndefined = file.issues.some(({ tolerated }) => tolerated === "always");
  return isUndefined ? verdict : `${verdict} ${jsonOf(file.documents[0]?.root?.value)}`;
}

function expectedAnswer({ yaml, json, error, strict }: Verdict): string {
  if (error !== undefined || json === undefined) return "refused";
  const verdict = strict ? "lenient" : "strict";
  const isUndefined = readSource("verdict.yaml", yaml).issues.some(({ tolerated }) => tolerated === "always");
  return isUndefined ? verdict : `${verdict} ${jsonOf(JSON.parse(json))}`;
}
