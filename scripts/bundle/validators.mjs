/**
 * Validators generated ahead of time, so that start-up compiles no schema: one module for each family of kinds, and one
 * for what belongs to no kind.
 */
import { writeFileSync } from "node:fs";

/**
 * Generates one validator for each schema with an `$id`.
 *
 * @param ajvParts - `Ajv`, `_`, `standaloneCode`, `ajvOptions`, `keywords`, `decodeSchema`
 * @param file - where the module goes, in build/: it exports `precompiled`, a map by `$id`
 */
export function writeValidators(schemas, ajvParts, file) {
  const { Ajv, _, standaloneCode, ajvOptions, keywords, decodeSchema } = ajvParts;
  const schemaById = new Map();
  for (const schema of new Set(schemas)) {
    if (schema.$id === undefined) continue;
    if (schemaById.has(schema.$id)) throw new Error(`two schemas have the $id ${schema.$id}`);
    schemaById.set(schema.$id, decodeSchema(schema));
  }
  const ajv = new Ajv({
    ...ajvOptions,
    inlineRefs: false,
    code: { source: true, esm: true, lines: true, formats: _`require("../src/schema/formats.ts").formats` },
  });
  for (const keyword of keywords) ajv.addKeyword(keyword);
  for (const [id, schema] of withSharedParts(schemaById)) ajv.addSchema(schema, id);
  const ids = [...schemaById.keys()];
  const code =
    ids.length === 0 ? "" : standaloneCode(ajv, Object.fromEntries(ids.map((id, i) => [`validator${i}`, id])));
  const entries = ids.map((id, i) => `  [${JSON.stringify(id)}, validator${i}],`);
  writeFileSync(file, `${withShortErrors(code)}\nexport const precompiled = new Map([\n${entries.join("\n")}\n]);\n`);
}

/** What stands in several schemas, such as the metadata of an object, becomes a schema of its own, once. */
function withSharedParts(schemaById) {
  const uses = new Map();
  const count = (schema) => {
    const text = JSON.stringify(schema);
    uses.set(text, (uses.get(text) ?? 0) + 1);
    if (uses.get(text) === 1) for (const inner of innerSchemas(schema)) count(inner);
  };
  for (const schema of schemaById.values()) count(schema);

  const all = new Map();
  const idByText = new Map();
  const share = (schema) => {
    const inner = mapInner(schema, share);
    const text = JSON.stringify(schema);
    if (uses.get(text) === 1 || text.length < minSharedLength) return inner;
    if (!idByText.has(text)) {
      idByText.set(text, `shared${idByText.size}`);
      all.set(idByText.get(text), inner);
    }
    return { $ref: idByText.get(text) };
  };
  for (const [id, schema] of schemaById) all.set(id, mapInner(schema, share));
  return all;
}

/** In characters; a call of a validator takes as much code as checking less than that. */
const minSharedLength = 200;

function innerSchemas(schema) {
  const found = [];
  mapInner(schema, (inner) => found.push(inner));
  return found;
}

/** The schema with `change` applied to the schemas right inside it. */
function mapInner(schema, change) {
  const { properties, items, additionalProperties: rest } = schema;
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, change(v)])) }),
    ...(items && { items: change(items) }),
    ...(typeof rest === "object" && { additionalProperties: change(rest) }),
  };
}

/** Most of the generated code puts errors together: one function does, and leaves out what their reader never asks for. */
function withShortErrors(code) {
  const short = code.replace(
    /const (err\d+) = \{instancePath(?::(.*?))?,schemaPath:"[^"]*",keyword:("[\w-]+"),params:(\{.*?\})\};\s*if\(vErrors === null\)\{\s*vErrors = \[\1\];\s*\}\s*else \{\s*vErrors\.push\(\1\);\s*\}/gs,
    (_, _name, path = "instancePath", keyword, params) => {
      const read = keyword === '"type"' || keyword.startsWith('"x-') ? "" : `,${params}`;
      return `(vErrors ??= []).push(problem(${path},${keyword}${read}));`;
    },
  );
  return `${short}\nfunction problem(instancePath, keyword, params = {}) { return { instancePath, keyword, params }; }\n`;
}
