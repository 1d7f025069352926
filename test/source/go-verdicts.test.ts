/**
 * The answers of sigs.k8s.io/yaml 1.6.0 (go.yaml.in/yaml/v2 2.4.2) to the inputs of the YAML test suite and to mutations of
 * them. A line is `{"yaml", "json"}`, `{"yaml", "json", "strict": true}` when its strict reader refuses, or `{"yaml", "error"}`.
 *
 * Left out: an empty flow collection, or one that begins with `?`, as the first key of a document. The Go parser loses
 * track of such a key and takes the collection for the whole document; we say that the key is invalid.
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
  const differences = verdicts.filter((verdict) => answer(verdict.yaml, reader) !== expectedAnswer(verdict));
  expect(differences).toEqual([]);
  expect(verdicts.length).toBeGreaterThan(1300);
});

/** The verdicts of a lenient and a strict reader, and the first document's value when there is one. */
function answer(yaml: string, reader: "fast" | "auto"): string {
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
