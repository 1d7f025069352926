import * as Type from "typebox";
import { expect, test } from "vitest";
import { flag, int32, list, raw, struct, text } from "../../src/schema/fields.ts";

const notes = { description: "What it is.", "x-proto": 3 };
const item = Type.String({ "x-proto": 1 });

test.each([
  { name: "text", ours: text(notes), theirs: Type.String(notes) },
  { name: "flag", ours: flag(notes), theirs: Type.Boolean(notes) },
  { name: "int32", ours: int32(notes), theirs: Type.Unsafe({ ...notes, "x-int": 32 }) },
  { name: "raw", ours: raw(), theirs: Type.Unsafe({ "x-raw": true }) },
  { name: "list", ours: list(text({ "x-proto": 1 }), notes), theirs: Type.Array(item, notes) },
  {
    name: "struct",
    ours: struct({ name: text({ "x-proto": 1 }) }, notes),
    theirs: Type.Object({ name: Type.Optional(item) }, { ...notes, additionalProperties: false }),
  },
])("$name has the same schema as TypeBox", ({ ours, theirs }) => {
  expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs));
});
