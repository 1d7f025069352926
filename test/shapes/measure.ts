/**
 * The worker thread of `npm run shapes`: measures the shapes of the groups that it receives in messages.
 *
 * @module
 */
import { parentPort } from "node:worker_threads";
import type { Kind } from "../../src/kind/kind.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import { type Field, fieldShape, fieldsOf, valueNames } from "./fields.ts";
import { foundShapes } from "./found.ts";
import { grammars, tokenShape } from "./grammars.ts";
import { type Growth, growthOfTime, growthWhenWide, type Shape } from "./growth.ts";

/** The tokens of a grammar, or the fields of a kind that no earlier kind has. */
interface Group {
  readonly name: string;
  readonly count: number;
  shapes(): readonly Shape[];
  growth(shape: Shape): Growth;
}

const grammarGroups = grammars.map(
  (grammar): Group => ({
    name: `tokens of ${grammar.name}`,
    count: grammar.frames.length * grammar.tokens.length,
    shapes: () => grammar.frames.flatMap((frame) => grammar.tokens.map((token) => tokenShape(grammar, frame, token))),
    growth: growthOfTime,
  }),
);

const fieldsByKind = new Map<Kind, Field[]>(builtInKinds.map((kind) => [kind, []]));
for (const field of fieldsOf(builtInKinds)) fieldsByKind.get(field.kind)?.push(field);

/** The number of fields per group: a resumed run measures at most the shapes of so many fields again. */
const fieldsOfGroup = 50;

const kindGroups = builtInKinds.flatMap((kind) => {
  const fields = fieldsByKind.get(kind) ?? [];
  const name = [kind.kind, kind.group].filter(Boolean).join(".");
  return Array.from({ length: Math.ceil(fields.length / fieldsOfGroup) }, (_none, part): Group => {
    const some = fields.slice(part * fieldsOfGroup, (part + 1) * fieldsOfGroup);
    return {
      name: fields.length <= fieldsOfGroup ? name : `${name} ${part + 1}`,
      count: some.length * valueNames.length,
      shapes: () => some.flatMap((field) => valueNames.map((value) => fieldShape(field, value))),
      growth: growthWhenWide,
    };
  });
});

const foundGroup: Group = {
  name: "shapes that once grew too much",
  count: foundShapes.length,
  shapes: () => foundShapes,
  growth: growthOfTime,
};

const groups = [...kindGroups, ...grammarGroups, foundGroup];

/**
 * Measures the shapes of the group from the given index, and posts a message when each begins and one with its growth.
 */
parentPort?.on("message", ({ group, from }: { readonly group: string; readonly from: number }) => {
  const found = groups.find(({ name }) => name === group);
  for (const [index, shape] of [...(found?.shapes() ?? []).entries()].slice(from)) {
    parentPort?.postMessage({ begins: shape.name, index });
    parentPort?.postMessage({ name: shape.name, index, ...found?.growth(shape) });
  }
  parentPort?.postMessage({ ends: group });
});
parentPort?.postMessage({ groups: groups.map(({ name, count }) => ({ name, count })) });
