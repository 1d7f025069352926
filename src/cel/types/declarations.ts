/**
 * The declarations of an environment: functions with their overloads, variables, object types. Libraries consist of
 * them.
 *
 * @module
 */
import type { MacroSetName } from "../syntax/macros.ts";
import type { CostTable } from "./costs.ts";
import type { CelType } from "./types.ts";
import type { CelError, Value } from "./values.ts";

/** One signature of a function. `id` is cel-go's overload id, the key of implementations and costs. */
export interface Overload {
  readonly id: string;
  /** For a member overload the first parameter is the receiver. */
  readonly params: readonly CelType[];
  readonly result: CelType;
  readonly member: boolean;
  /** The argument types that the call requires at run time, if they are less strict than `params`. */
  readonly runtimeParams?: readonly CelType[];
  /** Absent for overloads that the evaluator implements itself (logic, conditionals, indexes, comparisons). */
  readonly call?: Implementation;
  /**
   * Specializes the function for a constant second operand, which must be the last: returns a function of the first
   * operand.
   */
  readonly prepare?: (second: Value) => (first: Value) => Value | CelError;
  /**
   * For an overload of one parameter: if it rejects a literal argument, the expression does not compile, instead of
   * failing in the evaluation.
   */
  readonly vetsLiteral?: true;
}

/**
 * Implements an overload. Arguments are values, never errors; the receiver comes first. Errors are returned: an
 * exception ends the evaluation and reaches its caller.
 */
export type Implementation = (...args: Value[]) => Value | CelError;

/** A function: one name, one or more signatures. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
}

/** An implementation with typed parameters; calls are dispatched by `params`, so the types hold. */
export type TypedImplementation = (...args: never[]) => Value | CelError;

/**
 * Creates a global overload; see {@link Overload}.
 *
 * @param call - receives CEL values: whole numbers as numbers or bigints
 * @example
 * import { createEnvironment, declareFunction, evaluate, librariesOf, overload, types } from "clustervet/cel";
 * const call = (text: string) => text.split("").reverse().join("");
 * const reverse = declareFunction("reverse", overload("reverse_string", [types.stringType], types.stringType, call));
 * const environment = createEnvironment({ libraries: [...librariesOf("1.37"), { name: "own", functions: [reverse] }] });
 * evaluate("reverse('abc')", { environment }); // { ok: true, value: "cba", cost: 1 }
 */
export function overload(
  id: string,
  params: readonly CelType[],
  result: CelType,
  call?: TypedImplementation,
): Overload {
  return { id, params, result, member: false, ...(call && { call: call as Implementation }) };
}

/**
 * Creates a member overload; the first parameter is the receiver.
 *
 * @example
 * import { createEnvironment, declareFunction, evaluate, librariesOf, member, types } from "clustervet/cel";
 * const { stringType, boolType } = types;
 * const isTeam = member("string_is_team", [stringType], boolType, (text: string) => text.startsWith("team-"));
 * const library = { name: "own", functions: [declareFunction("isTeam", isTeam)] };
 * const environment = createEnvironment({ libraries: [...librariesOf("1.37"), library] });
 * evaluate("'team-a'.isTeam()", { environment }); // { ok: true, value: true, cost: 1 }
 */
export function member(id: string, params: readonly CelType[], result: CelType, call?: TypedImplementation): Overload {
  return { id, params, result, member: true, ...(call && { call: call as Implementation }) };
}

/**
 * Declares a function with its overloads, in the order in which the checker tries them.
 *
 * @example
 * import { createEnvironment, declareFunction, evaluate, librariesOf, overload, types } from "clustervet/cel";
 * const { intType, stringType } = types;
 * const half = declareFunction(
 *   "half",
 *   overload("half_int", [intType], intType, (n: number | bigint) => BigInt(n) / 2n),
 *   overload("half_string", [stringType], stringType, (text: string) => text.slice(0, text.length / 2)),
 * );
 * const environment = createEnvironment({ libraries: [...librariesOf("1.37"), { name: "own", functions: [half] }] });
 * evaluate("half(6)", { environment }); // { ok: true, value: 3, cost: 1 }
 * evaluate("half('abcd')", { environment }); // { ok: true, value: "ab", cost: 1 }
 */
export function declareFunction(name: string, ...overloads: readonly Overload[]): FunctionDeclaration {
  return { name, overloads };
}

/** A variable's name and type. */
export interface VariableDeclaration {
  readonly name: string;
  readonly type: CelType;
}

/** A name with a fixed value: a type (`int`, `net.IP`) or an enum member. */
export interface ConstantDeclaration extends VariableDeclaration {
  readonly value: Value;
}

/** A declared object type, such as `kubernetes.UserInfo`. */
export interface ObjectDeclaration {
  readonly name: string;
  readonly fields: Readonly<Record<string, CelType>>;
  /** The type of all other fields; if absent, there are no other fields. */
  readonly otherFields?: CelType;
}

/**
 * A set of functions and macros that an environment enables as a whole. Its macro sets are listed by name in `macros`.
 */
export interface Library {
  readonly name: string;
  readonly functions: readonly FunctionDeclaration[];
  /** Names of types that expressions can write (`net.IP`, `kubernetes.Quantity`). */
  readonly types?: readonly VariableDeclaration[];
  /** Variables that only the macros of the library can write. */
  readonly variables?: readonly VariableDeclaration[];
  /** The costs of its functions; a function that is not listed costs 1. */
  readonly costs?: CostTable;
  /** Names of macro sets, see `syntax/macros.ts`. */
  readonly macros?: readonly MacroSetName[];
  /** The first Kubernetes release that enables it, such as `1.30`; absent if it was always enabled. */
  readonly since?: string;
  /** The first release that no longer enables it. */
  readonly until?: string;
}
