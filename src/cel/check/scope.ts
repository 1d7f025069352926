/**
 * Looks up names by the rules of CEL: loop variables first, then the names of the environment, with the prefixes of the
 * container from the longest to the empty one. A name with a leading dot is always a full name of the environment.
 *
 * @module
 */
import type { FunctionDeclaration } from "../types/declarations.ts";
import type { Declarations } from "../types/environment.ts";
import { type CelType, typeType } from "../types/types.ts";
import { TypeValue, type Value } from "../types/values.ts";
import { messageType } from "../types/well-known.ts";
import { hasFunctionsUnder, hasNamesUnder } from "./namespaces.ts";

/** The declaration that a name refers to. */
export interface ResolvedName {
  /** The full name, with a leading dot if a loop variable of the same name hides it. */
  readonly name: string;
  readonly type: CelType;
  /** Present for types and enum members. */
  readonly value?: Value;
}

export class Scope {
  private readonly declarations: Declarations;
  private readonly prefixes: readonly string[];
  /** Loop and accumulator variables by scope, the innermost scope last. */
  private readonly locals: Map<string, CelType>[] = [];

  constructor(declarations: Declarations) {
    this.declarations = declarations;
    this.prefixes = declarations.container === "" ? noPrefixes : containerPrefixes(declarations.container);
  }

  enter(): void {
    this.locals.push(new Map());
  }

  exit(): void {
    this.locals.pop();
  }

  /** Declares a variable in the innermost scope. There must be a scope. */
  declare(name: string, type: CelType): void {
    this.locals.at(-1)?.set(name, type);
  }

  /** Returns the variable, type or enum member that a name without selects refers to. */
  resolveIdent(name: string): ResolvedName | undefined {
    const local = this.findLocal(name);
    if (local !== undefined && !name.startsWith(".")) return { name, type: local };
    return this.resolveGlobal(name, local !== undefined);
  }

  /** Whether a variable, constant or type has a full name that begins with `name` and a dot. */
  hasNamesUnder(name: string): boolean {
    return this.candidates(name).some((candidate) => hasNamesUnder(candidate, this.declarations));
  }

  /** Whether a function has a full name that begins with `name` and a dot. */
  hasFunctionsUnder(name: string): boolean {
    return this.candidates(name).some((candidate) => hasFunctionsUnder(candidate, this.declarations));
  }

  /**
   * Returns the declaration of the dotted name `a.b.c`; undefined if `a` is a loop variable, since `.b` is then a field
   * of it.
   */
  resolveQualified(parts: readonly string[]): ResolvedName | undefined {
    const [first = ""] = parts;
    const local = this.findLocal(first);
    if (local !== undefined && !first.startsWith(".")) return undefined;
    return this.resolveGlobal(parts.join("."), local !== undefined);
  }

  /** Returns the type of a struct literal. */
  resolveType(name: string): ResolvedName | undefined {
    for (const candidate of this.candidates(name)) {
      const found = this.findType(candidate);
      if (found !== undefined) return { name: candidate, type: typeType(found) };
    }
    return undefined;
  }

  resolveFunction(name: string): FunctionDeclaration | undefined {
    for (const candidate of this.candidates(name)) {
      const found = this.declarations.functions.get(candidate);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Returns every variable that an expression could use in the current scope, loop variables first. */
  variableNames(): string[] {
    const names = this.locals.flatMap((scope) => [...scope.keys()]);
    return [...names.filter(isWritable), ...this.declarations.variables.keys()];
  }

  private resolveGlobal(name: string, isHidden: boolean): ResolvedName | undefined {
    for (const candidate of this.candidates(name)) {
      const found = this.findGlobal(candidate);
      if (found !== undefined) return isHidden ? { ...found, name: `.${found.name}` } : found;
    }
    return undefined;
  }

  private findGlobal(name: string): ResolvedName | undefined {
    const variable = this.declarations.variables.get(name);
    if (variable !== undefined) return { name, type: variable };
    const constant = this.declarations.constants.get(name);
    if (constant !== undefined) return { name, type: constant.type, value: constant.value };
    if (!this.declarations.objects.has(name)) return undefined;
    const type = messageType(name);
    return { name, type: typeType(type), value: new TypeValue(type) };
  }

  private findType(name: string): CelType | undefined {
    const constant = this.declarations.constants.get(name)?.value;
    if (constant instanceof TypeValue) return constant.type;
    return this.declarations.objects.has(name) ? messageType(name) : undefined;
  }

  private findLocal(name: string): CelType | undefined {
    const plain = name.startsWith(".") ? name.slice(1) : name;
    for (let depth = this.locals.length - 1; depth >= 0; depth--) {
      const found = this.locals[depth]?.get(plain);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private candidates(name: string): readonly string[] {
    if (name.startsWith(".")) return [name.slice(1)];
    if (this.prefixes.length === 1) return [name];
    return this.prefixes.map((prefix) => prefix + name);
  }
}

const noPrefixes: readonly string[] = [""];

/** Returns `a.b.`, `a.` and the empty prefix for `a.b`. */
function containerPrefixes(container: string): readonly string[] {
  const parts = container.split(".");
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join(".")}.`), ""];
}

/** Whether an expression can write a name; names that macros generate cannot be written. */
function isWritable(name: string): boolean {
  return !name.startsWith("@") && !name.startsWith("__");
}
