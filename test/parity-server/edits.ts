/**
 * Generates edits that turn a stored object into an update: each field removed, set to its zero value, changed, or
 * added if it is absent; lists and maps with more and with fewer items.
 */
import { isPlainObject } from "../../src/json/plain-object.ts";
import type { FieldSchema } from "../../src/schema/decode-schema.ts";
import type { Change, Path } from "../kinds/edited.ts";
import type { Random } from "./random.ts";
import type { SampleValues } from "./sample-values.ts";
import { wellKnownAnnotations, wellKnownLabels } from "./well-known.ts";

export interface Candidate {
  /**
   * The sort of the edit. All edits that change the same field in the same way are one sort, whatever their list index.
   */
  readonly sort: string;
  readonly change: Change;
}

interface Held {
  readonly schema: FieldSchema;
  readonly value: unknown;
  readonly path: Path;
  /** The name of the field for sample values. */
  readonly field: string;
}

/** Fields that are never edited, since they only identify the object. */
const identity: ReadonlySet<string> = new Set(["apiVersion", "kind", "resourceVersion", "managedFields"]);

export function candidateEdits(object: unknown, schema: FieldSchema, samples: SampleValues): readonly Candidate[] {
  return editsWithin({ schema, value: object, path: [], field: "" }, samples);
}

/** Draws `count` candidates of as many sorts as possible. */
export function drawEdits(candidates: readonly Candidate[], count: number, random: Random): readonly Candidate[] {
  const drawn = new Map<string, number>();
  const ranked = random.shuffled(candidates).map((candidate) => {
    const rank = drawn.get(candidate.sort) ?? 0;
    drawn.set(candidate.sort, rank + 1);
    return { candidate, rank: rank + random.next() };
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

function editsWithin(held: Held, samples: SampleValues): Candidate[] {
  const { schema, value } = held;
  if (Array.isArray(value) && schema.items) return listEdits(held, value, samples);
  if (!isPlainObject(value)) return [];
  if (schema.properties) return structEdits(held, value, samples);
  return typeof schema.additionalProperties === "object" ? mapEdits(held, value, samples) : [];
}

function structEdits({ schema, path }: Held, value: Record<string, unknown>, samples: SampleValues): Candidate[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (identity.has(name)) return [];
    const key = `${schema["x-type"] ?? ""}.${name}`;
    const at = { schema: field, path: [...path, name], field: key };
    if (name === "metadata" && path.length === 0) return editsWithin({ ...at, value: value[name] }, samples);
    if (value[name] === undefined) return [...fieldAdditions(at, samples), ...wellKnownMaps(at)];
    return [
      ...replacements({ ...at, value: value[name] }, samples),
      ...editsWithin({ ...at, value: value[name] }, samples),
    ];
  });
}

function listEdits({ schema, path, field }: Held, value: readonly unknown[], samples: SampleValues): Candidate[] {
  const item = { schema: schema.items ?? {}, field: `${field}[]` };
  const append = (to: unknown) => setting("append", [...path, value.length], to);
  return [
    ...value.flatMap((held, index) => {
      const at = { ...item, path: [...path, index], value: held };
      return [removal(at.path), ...replacements(at, samples), ...editsWithin(at, samples)];
    }),
    ...(value.length > 0 ? [append(value.at(-1))] : []),
    ...(value.length > 1 ? [setting("reverse", path, value.toReversed())] : []),
    ...samples.of(item.field, item.schema).map(append),
  ];
}

const newKeys = ["a", "example.com/b", "Z_"];

function mapEdits({ schema, path, field }: Held, value: Record<string, unknown>, samples: SampleValues): Candidate[] {
  const item = {
    schema: typeof schema.additionalProperties === "object" ? schema.additionalProperties : {},
    field: `${field}{}`,
  };
  return [
    ...Object.entries(value).flatMap(([name, held]) => {
      const at = { ...item, path: [...path, name], value: held };
      return [removal(at.path), ...replacements(at, samples), ...editsWithin(at, samples)];
    }),
    ...newKeys.flatMap((name) => fieldAdditions({ ...item, path: [...path, name] }, samples)),
    ...wellKnownEntries(field).map(([name, to]) => setting("add", [...path, name], to)),
  ];
}

const wellKnownMaps = ({ field, path }: Omit<Held, "value">): Candidate[] =>
  wellKnownEntries(field).map(([name, to]) => ({
    ...setting("add", path, { [name]: to }),
    sort: sortOf("add", [...path, name]),
  }));

const wellKnownEntries = (field: string): (readonly [string, string])[] =>
  [...(wellKnown.get(field) ?? [])].flatMap(([name, values]) => values.map((to) => [name, to] as const));

const wellKnown: ReadonlyMap<string, typeof wellKnownLabels> = new Map([
  ["meta/v1.ObjectMeta.annotations", wellKnownAnnotations],
  ["meta/v1.ObjectMeta.labels", wellKnownLabels],
]);

function replacements({ schema, value, path, field }: Held, samples: SampleValues): Candidate[] {
  return [
    removal(path),
    setting("zero", path, samples.zeroOf(schema)),
    ...neighbours(value).map((to) => setting("change", path, to)),
    ...samples.of(field, schema).map((to) => setting("change", path, to)),
  ];
}

function fieldAdditions({ schema, path, field }: Omit<Held, "value">, samples: SampleValues): Candidate[] {
  return [
    setting("zero", path, samples.zeroOf(schema)),
    ...samples.of(field, schema).map((to) => setting("add", path, to)),
  ];
}

function neighbours(value: unknown): readonly unknown[] {
  if (typeof value === "number") return [value + 1, value - 1];
  if (typeof value === "string") return [`${value}x`];
  if (typeof value === "boolean") return [!value];
  return [];
}

const sortOf = (way: string, path: Path): string =>
  `${way} ${path.map((step) => (typeof step === "number" ? "*" : step)).join(".")}`;

const removal = (path: Path): Candidate => ({ sort: sortOf("remove", path), change: { remove: path } });

const setting = (way: string, path: Path, to: unknown): Candidate => ({
  sort: sortOf(way, path),
  change: { set: path, to },
});
