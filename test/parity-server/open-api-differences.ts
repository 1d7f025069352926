/** Compares two OpenAPI or discovery documents. */

export type Json = Record<string, unknown>;

/** Returns the paths at which the actual document differs from the expected one; descriptions are ignored. */
export function differences(expected: unknown, actual: unknown, place: string): readonly string[] {
  const [left, right] = [normalize(expected), normalize(actual)];
  if (JSON.stringify(left) === JSON.stringify(right)) return [];
  if (!isJson(left) || !isJson(right)) return [place];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].flatMap((name) => differences(left[name], right[name], `${place} ${name}`));
}

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Normalizes a value: a reference in an `allOf` of one equals a plain reference, and parameters are matched by name.
 */
function normalize(value: unknown): unknown {
  if (Array.isArray(value)) {
    const names = value.map(nameOf);
    return value.length > 0 && names.every((name) => name !== undefined)
      ? Object.fromEntries(value.map((item, index) => [names[index], item]))
      : { ...value };
  }
  if (!isJson(value)) return value;
  const { description, allOf, ...rest } = value;
  // If it is an object, this is a property named `description`.
  const property = isJson(description) ? { description } : {};
  const [reference] = Array.isArray(allOf) && allOf.length === 1 ? allOf : [];
  const written: Json = isJson(reference) ? { ...reference, ...rest } : { ...rest, ...(allOf ? { allOf } : {}) };
  const { $ref, ...others } = written;
  return { ...property, ...others, ...($ref === undefined ? {} : { $ref: withoutHash($ref) }) };
}

/** Parameters may be references. */
function nameOf(item: unknown): string | undefined {
  if (!isJson(item)) return undefined;
  const { name, $ref } = item;
  if (typeof name === "string") return name;
  return typeof $ref === "string" && $ref.startsWith("#/parameters/") ? String(withoutHash($ref)) : undefined;
}

/** OpenAPI v2 appends a hash of the content to the names of shared parameters. */
const withoutHash = (reference: unknown): unknown => String(reference).replace(/^(#\/parameters\/.*)-[\w-]{8}$/, "$1");
