/**
 * Types for the statements of the requirement document about a kind: its fields with their defaults.
 *
 * @module
 */

/** A field that the document names. */
export interface RequiredField {
  /** The value of the field after the component has set its defaults in the section's sample. */
  readonly default?: unknown;
  /** A default that the component applies only when it needs the value: the field's description must state it. */
  readonly documented?: string;
}

/** A section of the document, about one kind or a part of it. */
export interface Section {
  /** The title in the document. */
  readonly title: string;
  /** `KIND` or `KIND.group`. */
  readonly kind: string;
  /** Versions that have these fields; all versions of the kind by default. */
  readonly versions?: readonly string[];
  /** An object with the parents of all fields that have a default, but without these fields; empty by default. */
  readonly sample?: object;
  /** Fields by path, such as `jwt[].issuer.url`; `{}` selects the values of a map, as in `annotations{}`. */
  readonly fields: Readonly<Record<string, RequiredField>>;
}

/** Returns fields about which the document states nothing but the name. */
export function plainFields(...paths: readonly string[]): Readonly<Record<string, RequiredField>> {
  return Object.fromEntries(paths.map((path) => [path, {}]));
}

/** Returns the same fields below a path. */
export function fieldsUnder(
  path: string,
  fields: Readonly<Record<string, RequiredField>>,
): Readonly<Record<string, RequiredField>> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [`${path}.${name}`, field]));
}
