/**
 * Reads the recording of objects with explicit zero values, as the API server admits and stores them. The first line of
 * the recording describes it.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSource } from "../../src/source/read-source.ts";

type Path = readonly (string | number)[];
type Change = readonly [path: Path, value?: unknown];
export type JsonObject = Readonly<Record<string, unknown>>;

interface Line {
  readonly file?: string;
  readonly index?: number;
  readonly sent: readonly Change[];
  readonly changes: readonly Change[];
  readonly stored: readonly Change[];
}

export interface RecordedObject {
  readonly sent: JsonObject;
  readonly admitted: JsonObject;
  readonly stored: JsonObject;
}

function applyChanges(object: JsonObject, changes: readonly Change[]): JsonObject {
  const copy: { root: unknown } = { root: structuredClone(object) };
  for (const [path, ...value] of changes) {
    const full = ["root", ...path];
    const holder = full.slice(0, -1).reduce<unknown>((at, step) => Reflect.get(at as object, step), copy) as object;
    const name = full.at(-1) ?? "";
    if (value.length > 0) Reflect.set(holder, name, structuredClone(value[0]));
    else Reflect.deleteProperty(holder, name);
  }
  return copy.root as JsonObject;
}

export function* recordedObjects(): Generator<RecordedObject> {
  const [, ...lines] = readFileSync(join(import.meta.dirname, "data/admitted.jsonl"), "utf8")
    .trim()
    .split("\n");
  let fixture: JsonObject = {};
  let admittedFixture: JsonObject | undefined;
  for (const line of lines) {
    const { file, index = 0, sent: edits, changes, stored } = JSON.parse(line) as Line;
    if (file) {
      const { value } = readSource(file, readFileSync(file)).documents[index] ?? {};
      fixture = applyChanges({ metadata: {}, ...(value as object) }, edits);
      admittedFixture = undefined;
    }
    const sent = file ? fixture : applyChanges(fixture, edits);
    const admitted = applyChanges(admittedFixture ?? sent, changes);
    admittedFixture ??= admitted;
    yield { sent, admitted, stored: applyChanges(admitted, stored) };
  }
}
