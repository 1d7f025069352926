/**
 * The variables of a policy as its expressions see them: each may read those before it. Environments share all but their
 * identity, so that thousands of variables cost what their expressions cost.
 *
 * @part expressions
 * @module
 */
import type { Environment } from "../cel/environment.ts";
import { type CelType, dynType, listType, mapType } from "../cel/types/types.ts";

/** Variables are added in their order; all environments made for them are of the same objects and parameters. */
export class PolicyVariables {
  /** By name; grows with each variable. */
  readonly fields: Readonly<Record<string, CelType>> = {};
  #size = 0;
  readonly #environments = new Map<string, { readonly size: number; readonly environment: Environment }>();

  /**
   * Adds a variable, which those after it can read.
   *
   * @param type - that of its expression; `dyn` for one that does not compile
   */
  declare(name: string, type: CelType): this {
    Object.defineProperty(this.fields, name, { value: fieldType(type), enumerable: true, configurable: true });
    this.#size++;
    return this;
  }

  /** The environment after the last variable; another one, of the same tables, once there is one more. */
  environment(key: string, build: () => Environment): Environment {
    const known = this.#environments.get(key);
    if (known?.size === this.#size) return known.environment;
    const environment = known ? { ...known.environment } : build();
    this.#environments.set(key, { size: this.#size, environment });
    return environment;
  }
}

/** Of the type of an expression only so much remains as can be declared in a schema. */
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

/** Those of a policy that has declared none yet. */
export const policyVariables = (): PolicyVariables => new PolicyVariables();
