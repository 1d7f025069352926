/**
 * Environments: which names, functions, types and macros an expression may use, and what else is demanded of it.
 * {@link createEnvironment} builds any.
 *
 * @module
 */
import {
  assertHolds,
  assertOptions,
  fields,
  flag,
  holding,
  instance,
  listOf,
  type OptionType,
  text,
} from "../json/option-shape.ts";
import type { CheckEnvironment } from "./check/checker.ts";
import type { CostEntries } from "./types/costs.ts";
import type {
  ConstantDeclaration,
  FunctionDeclaration,
  Library,
  ObjectDeclaration,
  VariableDeclaration,
} from "./types/declarations.ts";
import type { CelType } from "./types/types.ts";
import { TypeValue } from "./types/values.ts";
import { wellKnownConstants, wellKnownObjects } from "./types/well-known.ts";

/** The names that an expression may use and the demands on it; made once, used for any number of expressions. */
export interface Environment extends CheckEnvironment {
  /** Check durations, timestamps, patterns, formats and the uniformity of literals, and fold constant conversions. */
  readonly validateLiterals: boolean;
  /** Whether field names may be in back quotes. */
  readonly quotedNames: boolean;
  /** The costs of calls, as the libraries declare them. */
  readonly costs: CostEntries;
}

/** The parts of an environment. */
export interface EnvironmentOptions {
  /** In order; a function that several declare has the overloads of all, those of the first library first. */
  readonly libraries: readonly Library[];
  /** Default: none. */
  readonly variables?: readonly VariableDeclaration[];
  /** Object types that variables refer to; default: the well-known messages only. */
  readonly objects?: readonly ObjectDeclaration[];
  /** Members of enums; the types of libraries need not be listed. Default: none. */
  readonly constants?: readonly ConstantDeclaration[];
  /** Default: the root. */
  readonly container?: string;
  /** Refuse list and map literals of mixed types; default false. */
  readonly homogeneousLiterals?: boolean;
  /** Order int, uint and double among each other; default true. */
  readonly crossTypeNumericComparisons?: boolean;
  /** See {@link Environment.validateLiterals}; default false. */
  readonly validateLiterals?: boolean;
  /** Whether field names may be in back quotes, as in cel-go since 0.28; default true. */
  readonly quotedNames?: boolean;
  /** Help for names that are not declared, such as those of other environments; default: none. */
  readonly hints?: ReadonlyMap<string, string>;
}

/** The declarations that an environment adds to another. */
export interface EnvironmentExtension {
  readonly variables: readonly VariableDeclaration[];
  readonly objects: readonly ObjectDeclaration[];
}

/** The same environment with more variables and object types; what is declared again is replaced. */
export function extendEnvironment(base: Environment, { variables, objects }: EnvironmentExtension): Environment {
  return {
    ...base,
    variables: new Map([...base.variables, ...variables.map(({ name, type }) => [name, type] as const)]),
    objects: new Map([...base.objects, ...objects.map((object) => [object.name, object] as const)]),
  };
}

const optionShapes: Readonly<Record<keyof EnvironmentOptions, OptionType>> = {
  libraries: listOf(holding("a library", "functions")),
  variables: listOf(fields({ name: text, type: instance }, ["name", "type"])),
  objects: listOf(instance),
  constants: listOf(instance),
  container: text,
  homogeneousLiterals: flag,
  crossTypeNumericComparisons: flag,
  validateLiterals: flag,
  quotedNames: flag,
  hints: instance,
};
const shapeByName = new Map(Object.entries(optionShapes));

/**
 * Builds an environment; do it once and keep it, it is read-only.
 *
 * @throws {OptionError} for invalid options
 * @example
 * import { createEnvironment, evaluate, librariesOf, types } from "clustervet/cel";
 * const environment = createEnvironment({
 *   libraries: librariesOf("1.37"),
 *   variables: [{ name: "ports", type: types.listType(types.intType) }],
 * });
 * evaluate("ports.all(port, port < 1024)", { environment, input: { ports: [80, 443] } }); // { ok: true, value: true, cost: 12 }
 * evaluate("ports == 'none'", { environment }).ok; // false
 */
export function createEnvironment(options: EnvironmentOptions): Environment {
  assertOptions(options, shapeByName);
  assertHolds("libraries", options.libraries, optionShapes.libraries);
  const { libraries, variables = [], objects = [], constants = [] } = options;
  const crossTypeNumericComparisons = options.crossTypeNumericComparisons ?? true;
  return {
    container: options.container ?? "",
    variables: new Map(allVariables(libraries, variables).map(({ name, type }) => [name, type])),
    constants: new Map(allConstants(libraries, constants).map((constant) => [constant.name, constant])),
    functions: mergeFunctions(libraries, crossTypeNumericComparisons),
    objects: new Map([...wellKnownObjects, ...objects].map((object) => [object.name, object])),
    macros: [...new Set(libraries.flatMap(({ macros = [] }) => macros))],
    homogeneousLiterals: options.homogeneousLiterals ?? false,
    validateLiterals: options.validateLiterals ?? false,
    quotedNames: options.quotedNames ?? true,
    costs: mergeCosts(libraries),
    ...(options.hints && { hints: options.hints }),
  };
}

function allVariables(
  libraries: readonly Library[],
  variables: readonly VariableDeclaration[],
): readonly VariableDeclaration[] {
  return [...libraries.flatMap((library) => library.variables ?? []), ...variables];
}

function allConstants(
  libraries: readonly Library[],
  constants: readonly ConstantDeclaration[],
): readonly ConstantDeclaration[] {
  return [...libraries.flatMap(typeConstants), ...wellKnownConstants, ...constants];
}

/** The types of a library as values: `net.IP` is a constant of type `type(net.IP)`. */
function typeConstants({ types = [] }: Library): readonly ConstantDeclaration[] {
  return types.map(({ name, type }) => ({ name, type, value: new TypeValue(typeNamed(type)) }));
}

function typeNamed(type: CelType): CelType {
  return type.kind === "type" && type.of !== undefined ? type.of : type;
}

function mergeCosts(libraries: readonly Library[]): CostEntries {
  return {
    byName: new Map(libraries.flatMap(({ costs }) => Object.entries(costs?.byName ?? {}))),
    byOverload: new Map(libraries.flatMap(({ costs }) => Object.entries(costs?.byOverload ?? {}))),
  };
}

function mergeFunctions(
  libraries: readonly Library[],
  crossTypeNumericComparisons: boolean,
): ReadonlyMap<string, FunctionDeclaration> {
  const functions = new Map<string, FunctionDeclaration>();
  for (const declaration of libraries.flatMap((library) => library.functions)) {
    const known = functions.get(declaration.name);
    const ids = new Set(known?.overloads.map(({ id }) => id));
    const overloads = declaration.overloads.filter(
      ({ id }) => !ids.has(id) && (crossTypeNumericComparisons || !crossTypeComparison.test(id)),
    );
    functions.set(declaration.name, { name: declaration.name, overloads: [...(known?.overloads ?? []), ...overloads] });
  }
  return functions;
}

/** Ids of the overloads that order two different types of numbers. */
const crossTypeComparison = /^(?:less|greater)(?:_equals)?_(?:int64|uint64|double)_(?:int64|uint64|double)$/;
