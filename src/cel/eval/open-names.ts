/**
 * Names in trees that were not checked: what a written name may represent is only seen at run time.
 *
 * @module
 */
import type { Declarations } from "../types/environment.ts";
import { CelError, type Value } from "../types/values.ts";
import type { Evaluate, Frame } from "./frame.ts";

export class OpenNames {
  private readonly declarations: Declarations;

  constructor(declarations: Declarations) {
    this.declarations = declarations;
  }

  /** The full names that a written name may represent, innermost container first; a leading dot allows only itself. */
  candidates(name: string): string[] {
    if (name.startsWith(".")) return [name.slice(1)];
    const names: string[] = [];
    for (let container = this.declarations.container; container !== ""; container = parentOf(container)) {
      names.push(`${container}.${name}`);
    }
    return [...names, name];
  }

  /** The full name of a declared function. */
  findFunction(name: string): string | undefined {
    return this.candidates(name).find((candidate) => this.declarations.functions.has(candidate));
  }

  /** The thing that a dotted path names as a whole: a variable, or a constant such as the name of a type. */
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

  /** As `planLookup`, where a name that represents nothing is an error. */
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
