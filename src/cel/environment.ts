/**
 * Environments: the names, functions, types and macros that an expression may use, and how strictly it is checked.
 * {@link createEnvironment} builds one.
 *
 * @module
 */
import {
  assertOptions,
  assertOptionType,
  fields,
  flag,
  instance,
  instanceWithLists,
  listOf,
  type OptionType,
  text,
} from "../json/option-shape.ts";
import type { CheckEnvironment } from "./check/checker.ts";
import { assertDeclarations } from "./declarations-fit.ts";
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

/** The names that an expression may use and the checks on it; built once, used for any number of expressions. */
export interface Environment extends CheckEnvironment {
  /**
   * Validates durations, timestamps, patterns, formats and the uniformity of literals, and folds constant conversions.
   */
  readonly validateLiterals: boolean;
  /** Whether field names may be quoted with backquotes. */
  readonly quotedNames: boolean;
  /** The costs of calls, as the libraries declare them. */
  readonly costs: CostEntries;
}

/** Options of {@link createEnvironment}. */
export interface EnvironmentOptions {
  /**
   * The libraries in order; a function that several of them declare has all their overloads, those of the first library
   * first.
   */
  readonly libraries: readonly Library[];
  /** Variables in addition to those of the libraries. Default: none. */
  readonly variables?: readonly VariableDeclaration[];
  /** Object types that variables refer to; default: only the well-known messages. */
  readonly objects?: readonly ObjectDeclaration[];
  /** Enum members; the types of libraries are added automatically. Default: none. */
  readonly constants?: readonly ConstantDeclaration[];
  /** The namespace whose names expressions may write without prefix. Default: the root. */
  readonly container?: string;
  /** Rejects list and map literals of mixed types; default false. */
  readonly homogeneousLiterals?: boolean;
  /** Allows `<` and the other orderings between int, uint and double; default true. */
  readonly crossTypeNumericComparisons?: boolean;
  /** See {@link Environment.validateLiterals}; default false. */
  readonly validateLiterals?: boolean;
  /** Whether field names may be quoted with backquotes, as in cel-go since 0.28; default true. */
  readonly quotedNames?: boolean;
  /** Help texts for undeclared names, such as names of other environments; default: none. */
  readonly hints?: ReadonlyMap<string, string>;
}

/** The declarations that an environment adds to another. */
export interface EnvironmentExtension {
  readonly variables: readonly VariableDeclaration[];
  readonly objects: readonly ObjectDeclaration[];
}

/** Returns an environment with more variables and object types; new declarations replace old ones of the same name. */
export function extendEnvironment(base: Environment, { variables, objects }: EnvironmentExtension): Environment {
  return {
    ...base,
    variables: new Map([...base.variables, ...variables.map(({ name, type }) => [name, type] as const)]),
    objects: new Map([...base.objects, ...objects.map((object) => [object.name, object] as const)]),
  };
}

const optionShapes: Readonly<Record<keyof EnvironmentOptions, OptionType>> = {
  libraries: listOf(instanceWithLists("a library", "functions")),
  variables: listOf(fields({ name: text, type: instance }, ["name", "type"])),
  objects: listOf(instance),
  constants: listOf(instance),
  container: text,
  homogeneousLiterals: flag,
  crossTypeNumericComparisons: flag,
  validateLiterals: flag,
  quotedNames: flag,
  hints: {
    expected: "a map of texts",
    accepts: (value) => value instanceof Map && [...value.values()].every((hint) => typeof hint === "string"),
  },
};
const shapeByName = new Map(Object.entries(optionShapes));

/**
 * Builds an environment. It is read-only: build it once and keep it.
 *
 * @throws {OptionError} for invalid options and declarations
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
  assertOptionType("libraries", options.libraries, optionShapes.libraries);
  const { libraries, variables = [], objects = [], constants = [] } = options;
  assertDeclarations({ libraries, variables, objects, constants });
  return buildEnvironment(options);
}

/** Returns an environment without checking its declarations, which takes time: those of Kubernetes are known to fit. */
export function buildEnvironment(options: EnvironmentOptions): Environment {
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

/** Returns the types of a library as constants: `net.IP` is a constant of type `type(net.IP)`. */
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

/** Matches the ids of overloads that order numbers of two different types. */
const crossTypeComparison = /^(?:less|greater)(?:_equals)?_(?:int64|uint64|double)_(?:int64|uint64|double)$/;
