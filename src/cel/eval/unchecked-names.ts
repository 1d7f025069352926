/**
 * Resolves names in unchecked trees, where the declaration that a name refers to is known only at run time.
 *
 * @module
 */
import type { Declarations } from "../types/environment.ts";
import { CelError, type Value } from "../types/values.ts";
import type { Evaluate, Frame } from "./frame.ts";

export class UncheckedNames {
  private readonly declarations: Declarations;

  constructor(declarations: Declarations) {
    this.declarations = declarations;
  }

  /**
   * Returns the full names that a written name may refer to, innermost container first; with a leading dot, only the
   * name itself.
   */
  candidates(name: string): string[] {
    if (name.startsWith(".")) return [name.slice(1)];
    const names: string[] = [];
    for (let container = this.declarations.container; container !== ""; container = parentOf(container)) {
      names.push(`${container}.${name}`);
    }
    return [...names, name];
  }

  /** Returns the full name of a declared function; undefined if it is not declared. */
  findFunction(name: string): string | undefined {
    return this.candidates(name).find((candidate) => this.declarations.functions.has(candidate));
  }

  /** Plans a look-up of a whole dotted path as one name: a variable, or a constant such as the name of a type. */
  planLookup(path: string): (frame: Frame) => Value | undefined {
    const candidates = this.candidates(path);
    const { constants } = this.declarations;
    return (frame) => {
      for (const name of candidates) {
        const value = frame.variables.get(name);
        if (value !== undefined) return value;
        const constant = constants.get(name);
        if (constant !== undefined) return constant.value;
      }
      return undefined;
    };
  }

  /** Plans the look-up of `planLookup`; returns an error if the name refers to nothing. */
  planName(exprId: number, path: string): Evaluate {
    const find = this.planLookup(path);
    const missing = new CelError(`no such attribute(s): ${path}`, exprId);
    return (frame) => {
      const value = find(frame);
      return value === undefined ? missing : value;
    };
  }
}

function parentOf(container: string): string {
  const dot = container.lastIndexOf(".");
  return dot === -1 ? "" : container.slice(0, dot);
}
