/**
 * The statements of the requirement document about a kind, as data: its fields with their defaults, as the document names them.
 *
 * @module
 */

/** A field of the document. */
export interface RequiredField {
  /** The value of the field after the component's defaults, when the section's sample leaves it out. */
  readonly default?: unknown;
  /** A default that the component decides on when it needs the value: the field's description must state it. */
  readonly documented?: string;
}

/** A section of the document, about one kind or a part of it. */
export interface Section {
  /** As the document calls it. */
  readonly title: string;
  /** `KIND` or `KIND.group`. */
  readonly kind: string;
  /** Versions that have these fields; default all of the kind. */
  readonly versions?: readonly string[];
  /** An object with the parents of all fields that have a default, but without these fields; default empty. */
  readonly sample?: object;
  /** By path, `jwt[].issuer.url`; `{}` is a map's values, as in `annotations{}`. */
  readonly fields: Readonly<Record<string, RequiredField>>;
}

/** Fields that have nothing but a name. */
export function plain(...paths: readonly string[]): Readonly<Record<string, RequiredField>> {
  return Object.fromEntries(paths.map((path) => [path, {}]));
}

/** The same fields below a path. */
export function under(
  path: string,
  fields: Readonly<Record<string, RequiredField>>,
): Readonly<Record<string, RequiredField>> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [`${path}.${name}`, field]));
}
