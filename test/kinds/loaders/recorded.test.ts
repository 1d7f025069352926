import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FieldPath } from "../../../src/diagnostic/diagnostic.ts";
import { createVetter } from "../../../src/engine/vetter.ts";
import { parseOptions } from "../../fixtures/options.ts";

interface Answer {
  readonly valid: boolean;
  /** Fields that the real component names, without indexes, where its path is the place in the document. */
  readonly places?: readonly string[];
  readonly text: string;
}

const folder = join(import.meta.dirname, "data");

/** Kinds that readers take documents for, where it is not the name of the record. */
const kindByRecord: Readonly<Record<string, string>> = {
  Policy: "Policy.audit.k8s.io",
  AuditEvent: "Event.audit.k8s.io",
  EventRateLimitConfiguration: "Configuration.eventratelimit.admission.k8s.io",
};

/**
 * Fixtures with random edits, documents with random fields and values, and what the real components of 1.37 answered: each
 * row was read, filled in and validated by the code that loads the flag's file (of the controller manager, by its options).
 * Reviews were created as the API server creates them, answers read as those who asked read them. Files that documents name
 * do not exist.
 */
const records = readdirSync(folder).map((file) => ({
  kind: file.replace(/\.jsonl$/, ""),
  rows: readFileSync(join(folder, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer),
}));

test.each(records)("$kind: verdicts and places are those of the component", ({ kind, rows }) => {
  const vetter = createVetter(parseOptions(`target=1.37 kind=${kindByRecord[kind] ?? kind}`));
  const differing = rows.filter(({ valid, places = [], text }) => {
    const errors = vetter.vetText(text).filter(({ severity }) => severity === "error");
    const isElsewhere = places.some((place) => !errors.some(({ path }) => isAt(place, path)));
    return (errors.length === 0) !== valid || isElsewhere;
  });
  expect(differing).toEqual([]);
});

/** Upstream's paths leave out some fields on the way, never the last. */
function isAt(place: string, path: FieldPath): boolean {
  const wanted = place.split(".");
  const names = path.filter((part) => typeof part === "string");
  if (wanted.at(-1) !== names.at(-1)) return false;
  let index = 0;
  for (const name of names) if (name === wanted[index]) index++;
  return index === wanted.length;
}
