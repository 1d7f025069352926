/**
 * Kinds whose rules and schemas load on first access. The build replaces `src/kinds/index.ts` with heads of all kinds,
 * which contain the data that detection needs. The source code does not depend on this.
 *
 * @module
 */
import { memberOf, setMember } from "../json/member.ts";

/** The part of a kind that is available without loading the rest. */
export interface Head {
  readonly data: Record<string, unknown>;
  readonly parts: Readonly<Record<string, Head | readonly Head[]>>;
  /** The names of the members that load on first access. */
  readonly later: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;

const loadOf = Symbol("load");
const getters = new Map<string, PropertyDescriptor>();

/** Returns the object of a head, whose other members load on first access. @param load - loads the complete object */
export function lazily({ data, parts, later }: Head, load: () => unknown): unknown {
  const partOf = (key: string) => memberOf(load() as Members, key);
  for (const [key, part] of Object.entries(parts)) {
    const whole = () => partOf(key);
    const value = isList(part)
      ? part.map((item, index) => lazily(item, () => (whole() as readonly unknown[])[index]))
      : lazily(part, whole);
    setMember(data, key, value);
  }
  Object.defineProperty(data, loadOf, { value: load });
  for (const key of later) Object.defineProperty(data, key, getterOf(key));
  return data;
}

const isList = (part: Head | readonly Head[]): part is readonly Head[] => Array.isArray(part);

/**
 * Returns the getter for a name, which all objects share: creating thousands of functions would slow down every start.
 */
function getterOf(key: string): PropertyDescriptor {
  const known = getters.get(key);
  if (known !== undefined) return known;
  const getter: PropertyDescriptor & ThisType<Members & { readonly [loadOf]: () => Members }> = {
    get() {
      const value = memberOf(this[loadOf](), key);
      Object.defineProperty(this, key, { value, enumerable: true });
      return value;
    },
    enumerable: true,
    configurable: true,
  };
  getters.set(key, getter);
  return getter;
}

/** Members that get heads themselves, so that the data in them is available without loading. */
const openKeys: ReadonlySet<string> = new Set(["versions", "resource", "projectRules"]);

/**
 * Returns the head of a kind for {@link lazily}: the members that are plain data, and the names of the others. The
 * build calls it.
 */
export function headOf(kind: object): Head {
  const data: Record<string, unknown> = {};
  const parts: Record<string, Head | readonly Head[]> = {};
  const later: string[] = [];
  for (const [key, member] of Object.entries(kind)) {
    if (openKeys.has(key)) setMember(parts, key, Array.isArray(member) ? member.map(headOf) : headOf(member));
    else if (key !== "schema" && isData(member)) setMember(data, key, member);
    else if (member !== undefined) later.push(key);
  }
  return { data, parts, later };
}

function isData(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return ["string", "number", "boolean"].includes(typeof value);
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value).every(isData);
}
