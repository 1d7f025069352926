/**
 * The variables of a policy as its expressions see them: each variable may read those before it. The environments of a
 * policy share their tables, so that thousands of variables stay cheap.
 *
 * @part expressions
 * @module
 */
import type { Environment } from "../cel/environment.ts";
import { type CelType, dynType, listType, mapType } from "../cel/types/types.ts";

/** The variables declared so far. All environments built for them must have the same objects and parameters. */
export class PolicyVariables {
  /** The types of the variables, by name. */
  readonly fields: Readonly<Record<string, CelType>> = {};
  #size = 0;
  readonly #environments = new Map<string, { readonly size: number; readonly environment: Environment }>();

  /**
   * Declares a variable, which later variables can read.
   *
   * @param type - the type of its expression; `dyn` for one that does not compile
   */
  declare(name: string, type: CelType): this {
    Object.defineProperty(this.fields, name, { value: fieldType(type), enumerable: true, configurable: true });
    this.#size++;
    return this;
  }

  /**
   * Returns the environment with the variables so far. After each `declare` it is a new object with the same tables.
   */
  environment(key: string, build: () => Environment): Environment {
    const known = this.#environments.get(key);
    if (known?.size === this.#size) return known.environment;
    const environment = known ? { ...known.environment } : build();
    this.#environments.set(key, { size: this.#size, environment });
    return environment;
  }
}

/** Reduces the type of an expression to one that a schema can declare; other types become dynamic. */
function fieldType(type: CelType): CelType {
  switch (type.kind) {
    case "list":
      return listType(fieldType(type.element));
    case "map":
      return mapType(fieldType(type.key), fieldType(type.value));
    case "object":
    case "opaque":
    case "wrapper":
    case "type":
    case "param":
    case "error":
      return dynType;
    default:
      return type;
  }
}

/** Creates the variables of a policy, without declarations yet. */
export const policyVariables = (): PolicyVariables => new PolicyVariables();
