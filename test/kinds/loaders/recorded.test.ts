import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FieldPath } from "../../../src/diagnostic/diagnostic.ts";
import { createVetter } from "../../../src/engine/vetter.ts";
import { parseOptions } from "../../fixtures/options.ts";

interface Answer {
  readonly valid: boolean;
  /** The fields in the component's message, without indexes, if their paths are paths in the document. */
  readonly places?: readonly string[];
  readonly text: string;
}

const folder = join(import.meta.dirname, "data");

/** The kinds of records whose name is not their kind. */
const kindByRecord: Readonly<Record<string, string>> = {
  Policy: "Policy.audit.k8s.io",
  AuditEvent: "Event.audit.k8s.io",
  EventRateLimitConfiguration: "Configuration.eventratelimit.admission.k8s.io",
};

/**
 * Fixtures with random edits, and documents with random fields and values, with the verdicts of the 1.37 components.
 * Each row was decoded, defaulted and validated by the code that loads the flag's file (for the controller manager, by
 * its options). Reviews were created as kube-apiserver creates them, responses were decoded as their clients decode
 * them. Files that the documents name do not exist.
 */
const records = readdirSync(folder).map((file) => ({
  kind: file.replace(/\.jsonl$/, ""),
  rows: readFileSync(join(folder, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer),
}));

test.each(records)("$kind: documents get the verdict and the field paths of the component", ({ kind, rows }) => {
  const vetter = createVetter(parseOptions(`target=1.37 kind=${kindByRecord[kind] ?? kind}`));
  const differing = rows.filter(({ valid, places = [], text }) => {
    const errors = vetter.vetText(text).filter(({ severity }) => severity === "error");
    const isElsewhere = places.some((place) => !errors.some(({ path }) => isUpstreamPath(place, path)));
    return (errors.length === 0) !== valid || isElsewhere;
  });
  expect(differing).toEqual([]);
});

/** Whether a path is the one that upstream names. Upstream's paths may omit fields, but not the last. */
function isUpstreamPath(place: string, path: FieldPath): boolean {
  const wanted = place.split(".");
  const names = path.filter((part) => typeof part === "string");
  if (wanted.at(-1) !== names.at(-1)) return false;
  let index = 0;
  for (const name of names) if (name === wanted[index]) index++;
  return index === wanted.length;
}
