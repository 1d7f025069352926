/**
 * Schemas of API types, made from the tables when first asked for; types that several fields have are shared.
 *
 * @module
 */
import { setMember } from "../../json/member.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import type { Notes } from "../../schema/notes.ts";
import { labelSelector } from "../meta/label-selector.ts";
import { listMeta } from "../meta/list.ts";
import { objectMeta } from "../meta/object-meta.ts";
import { typeBlocks } from "./data/types.ts";

const patchStrategies = ["merge", "replace", "retainKeys", "merge,retainKeys"] as const;

/** Types that are authored by hand. */
const authored: Readonly<Record<string, FieldSchema>> = {
  "meta/v1.ObjectMeta": objectMeta,
  "meta/v1.ListMeta": listMeta,
  "meta/v1.LabelSelector": labelSelector,
};

const valueSchemas: ReadonlyMap<string, FieldSchema> = new Map(
  Object.entries({
    string: { type: "string" },
    bool: { type: "boolean" },
    int32: { "x-int": 32 },
    int64: { "x-int": 64 },
    double: { type: "number" },
    bytes: { type: "string", format: "base64" },
    quantity: { "x-quantity": true },
    intOrString: { "x-int-or-string": true },
    time: { type: "string", format: "rfc3339-time" },
    microTime: { type: "string", format: "rfc3339-micro-time" },
    duration: { type: "string", format: "go-duration" },
    raw: { "x-raw": true },
  }),
);

let blockByType: ReadonlyMap<string, string> | undefined;
const schemaByType = new Map<string, FieldSchema>(Object.entries(authored));

/** @param name - the type with its package, `core/v1.PodSpec` */
export function typeSchema(name: string): FieldSchema {
  const known = schemaByType.get(name);
  if (known) return known;
  blockByType ??= indexBlocks();
  const block = blockByType.get(name);
  if (block === undefined) throw new Error(`the tables have no type ${name}`);
  if (block.startsWith("= ")) {
    return remember(name, { type: "string", "x-type": name, ...enumOf(block.slice(2).split(" | ")) });
  }
  const properties: Record<string, FieldSchema> = {};
  // Known before its fields are: a type may refer to itself.
  const schema = remember(name, { type: "object", "x-type": name, properties, additionalProperties: false });
  const home = name.slice(0, name.lastIndexOf(".") + 1);
  for (const line of block === "" ? [] : block.split("\n")) {
    const [field = "", proto = "", type = "", ...facts] = line.split(" ");
    setMember(properties, field, { ...schemaOf(type, home), ...notesOf(proto, facts) });
  }
  return schema;
}

function remember(name: string, schema: FieldSchema): FieldSchema {
  schemaByType.set(name, schema);
  return schema;
}

function indexBlocks(): ReadonlyMap<string, string> {
  const blocks = new Map<string, string>();
  for (const block of typeBlocks.trim().split("\n\n")) {
    const end = block.search(/[ \n]|$/);
    blocks.set(block.slice(0, end), block.slice(end + 1));
  }
  return blocks;
}

/** Values as they stand in the table: `Lt>=1.35` for one that came with a release, `""` for the empty one. */
function enumOf(values: readonly string[]): FieldSchema {
  const since: Record<string, string> = {};
  const names = values.map((text) => {
    const [name = "", release] = (text === '""' ? "" : text).split(">=");
    if (release) setMember(since, name, release);
    return name;
  });
  return { enum: names, ...(Object.keys(since).length > 0 ? { "x-enum-since": since } : {}) };
}

/** @param home - the package that names without one belong to, `core/v1.` */
function schemaOf(type: string, home: string): FieldSchema {
  if (type.startsWith("[]")) return { type: "array", items: schemaOf(type.slice(2), home) };
  if (type.startsWith("{}")) return { type: "object", additionalProperties: schemaOf(type.slice(2), home) };
  return valueSchemas.get(type) ?? typeSchema(type.includes("/") ? type : home + type);
}

const listTypes: ReadonlyMap<string, "atomic" | "set" | "map"> = new Map(
  Object.entries({
    atomic: "atomic",
    set: "set",
    map: "map",
  }),
);

function notesOf(proto: string, facts: readonly string[]): Notes {
  const notes: Record<string, unknown> = proto === "-" ? {} : { "x-proto": Number(proto) };
  for (const fact of facts) {
    const [, key = "", value = ""] = /^(!|\+|~|\*|>=|<|\w+=)(.*)$/.exec(fact) ?? [];
    Object.assign(notes, noteOf(key, value));
  }
  return notes;
}

function noteOf(key: string, value: string): Notes {
  switch (key) {
    case "!":
      return { "x-required": true };
    case "+":
      return { "x-always": true };
    case "~":
      return { "x-omits-zero": true };
    case "*":
      return { "x-pointer": true };
    case ">=": {
      const [since = "", until] = value.split("<");
      return { "x-since": since, ...(until ? { "x-until": until } : {}) };
    }
    case "<":
      return { "x-until": value };
    case "in=":
      return { "x-proto-inline": value.includes(".") ? value.split(".").map(Number) : Number(value) };
    case "list=": {
      const type = listTypes.get(value);
      return type ? { "x-list-type": type } : {};
    }
    case "keys=":
      return { "x-list-map-keys": value.split(",") };
    case "patch=": {
      const strategy = patchStrategies.find((each) => each === value);
      return strategy ? { "x-patch-strategy": strategy } : {};
    }
    case "merge=":
      return { "x-patch-merge-key": value };
    default:
      return { "x-gate": value };
  }
}
