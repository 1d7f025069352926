/**
 * Validates the declarations of an environment at run time, for programs that are not type-checked.
 *
 * @module
 */
import { memberOf } from "../json/member.ts";
import { assertOptionType, listOf, method, type OptionType, oneOf, text } from "../json/option-shape.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { macroSetNames } from "./syntax/macros.ts";

/** The declarations as a program gives them. Members of other names are ignored. */
export interface GivenDeclarations {
  readonly libraries: readonly unknown[];
  readonly variables: readonly unknown[];
  readonly objects: readonly unknown[];
  readonly constants: readonly unknown[];
}

/**
 * Checks the members that the checker and the evaluator read.
 *
 * @throws {OptionError} that names the place: `libraries[0].functions[1].overloads[0].params`
 */
export function assertDeclarations({ libraries, variables, objects, constants }: GivenDeclarations): void {
  for (const [index, library] of libraries.entries()) assertLibrary(`libraries[${index}]`, library);
  assertEach("variables", variables, typedName);
  assertEach("objects", objects, { name: text, fields: typeByName, otherFields: optional(celType) });
  assertEach("constants", constants, typedName);
}

type Members = Readonly<Record<string, OptionType>>;

function assertLibrary(at: string, library: unknown): void {
  const { functions, types, variables } = assertMembers(at, library, libraryMembers);
  for (const [index, given] of listIn(functions).entries()) {
    const place = `${at}.functions[${index}]`;
    const { overloads } = assertMembers(place, given, { name: text, overloads: list });
    assertEach(`${place}.overloads`, listIn(overloads), overloadMembers);
  }
  assertEach(`${at}.types`, listIn(types), typedName);
  assertEach(`${at}.variables`, listIn(variables), typedName);
}

function assertEach(at: string, given: readonly unknown[], members: Members): void {
  for (const [index, each] of given.entries()) assertMembers(`${at}[${index}]`, each, members);
}

function assertMembers(at: string, given: unknown, members: Members): Readonly<Record<string, unknown>> {
  assertOptionType(at, given, { expected: "an object", accepts: isPlainObject });
  const values = given as Readonly<Record<string, unknown>>;
  for (const [name, shape] of Object.entries(members)) assertOptionType(`${at}.${name}`, memberOf(values, name), shape);
  return values;
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const optional = ({ expected, accepts }: OptionType): OptionType => ({
  expected,
  accepts: (value) => value === undefined || accepts(value),
});

const list: OptionType = { expected: "a list", accepts: Array.isArray };
const celType: OptionType = { expected: "a type such as `types.intType`", accepts: isType };
const typeByName: OptionType = {
  expected: "an object, each value a type such as `types.intType`",
  accepts: (value) => isPlainObject(value) && Object.values(value).every(isType),
};
const typedName: Members = { name: text, type: celType };
const overloadMembers: Members = { id: text, params: listOf(celType), result: celType, call: optional(method) };
const libraryMembers: Members = {
  functions: list,
  types: optional(list),
  variables: optional(list),
  macros: optional(listOf(oneOf(...macroSetNames))),
};

const simpleKinds: ReadonlySet<unknown> = new Set(
  "null bool int uint double string bytes timestamp duration dyn any error".split(" "),
);

function isType(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { kind, name, params, element, key, value: valueType, of } = value;
  switch (kind) {
    case "list":
      return isType(element);
    case "map":
      return isType(key) && isType(valueType);
    case "wrapper":
      return isType(of);
    case "type":
      return of === undefined || isType(of);
    case "opaque":
      return typeof name === "string" && Array.isArray(params) && params.every(isType);
    case "object":
    case "param":
      return typeof name === "string";
    default:
      return simpleKinds.has(kind);
  }
}
