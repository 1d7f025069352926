/**
 * The type checker: assigns a type to every node and a declaration to every name and call, and reports all faults. It
 * accepts the same expressions as cel-go and reports the same positions. `validate.ts` finds the faults that only show
 * in literals.
 *
 * @module
 */
import { closest } from "../../text/closest.ts";
import type {
  Ast,
  CallExpr,
  CelIssue,
  ComprehensionExpr,
  ConstExpr,
  Expr,
  IdentExpr,
  ListExpr,
  MapExpr,
  SelectExpr,
  StructExpr,
  StructField,
} from "../syntax/ast.ts";
import { maxIssueCount } from "../syntax/limits.ts";
import { type MacroSetName, macroTable } from "../syntax/macros.ts";
import type { CheckedAst, Reference } from "../types/checked-ast.ts";
import type { FunctionDeclaration, Overload } from "../types/declarations.ts";
import type { Declarations } from "../types/environment.ts";
import { equalTypes } from "../types/equal-types.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  dynType,
  errorType,
  intType,
  listType,
  mapType,
  nullType,
  optionalType,
  stringType,
  uintType,
} from "../types/types.ts";
import { isDynamic, moreGeneral, optionalValueType, TypeBindings } from "../types/unify.ts";
import { wellKnownMessageName } from "../types/well-known.ts";
import * as faults from "./faults.ts";
import { resolveNames } from "./resolve-names.ts";
import { type ResolvedName, Scope } from "./scope.ts";

/** Declarations, and how strictly to check. */
export interface CheckEnvironment extends Declarations {
  /** Rejects list and map literals whose elements, keys or values differ in type. */
  readonly homogeneousLiterals: boolean;
  /** The macros that the parser expands. */
  readonly macros: readonly MacroSetName[];
  /** Help texts for undeclared names, such as names of other environments; default: none. */
  readonly hints?: ReadonlyMap<string, string>;
}

/** The checked tree, if there are no issues. Issues are ordered by position. */
export interface CheckResult {
  readonly result?: CheckedAst;
  readonly issues: readonly CelIssue[];
}

/**
 * How many types a type may contain. A chain of macros can double the size of a type at each step (`.map(x, {x: x})`);
 * real expressions stay far below.
 */
const maxTypeParts = 1_000;

/** Checks a tree against an environment; every fault becomes an issue. */
export function check(ast: Ast, env: CheckEnvironment): CheckResult {
  return new Checker(ast.text, env).run(ast);
}

const constantTypes = {
  null: nullType,
  bool: boolType,
  int: intType,
  uint: uintType,
  double: doubleType,
  string: stringType,
  bytes: bytesType,
} as const;

class Checker {
  private readonly text: string;
  private readonly env: CheckEnvironment;
  private readonly scope: Scope;
  private readonly bindings = new TypeBindings();
  private readonly types = new Map<number, CelType>();
  private readonly references = new Map<number, Reference>();
  /** Full names of functions that the expression calls as members of their namespace or by a short name, by call id. */
  private readonly functionNames = new Map<number, string>();
  /** Whether some name in the tree differs from the full name that it resolves to. */
  private hasRewrittenNames = false;
  private readonly issues: CelIssue[] = [];

  constructor(text: string, env: CheckEnvironment) {
    this.text = text;
    this.env = env;
    this.scope = new Scope(env);
  }

  run(ast: Ast): CheckResult {
    this.visit(ast.expr);
    if (this.issues.length > 0) return { issues: inTextOrder(this.issues) };
    for (const [id, type] of this.types) {
      const resolved = this.bindings.resolve(type, true);
      if (resolved !== type) this.types.set(id, resolved);
    }
    const resolved = this.hasRewrittenNames ? resolveNames(ast, this.references, this.functionNames) : ast;
    const outputType = this.types.get(ast.expr.id) ?? errorType;
    return { result: { ast: resolved, types: this.types, references: this.references, outputType }, issues: [] };
  }

  /** Checks a node and its descendants, and records the node's type. */
  private visit(expr: Expr): CelType {
    let type = this.typeOf(expr);
    if (this.bindings.isLargerThan(type, maxTypeParts)) {
      this.report(faults.typeTooLarge(this.spanOf(expr), maxTypeParts));
      type = errorType;
    }
    this.types.set(expr.id, type);
    return type;
  }

  private typeOf(expr: Expr): CelType {
    switch (expr.kind) {
      case "const":
        return this.constant(expr);
      case "ident":
        return this.ident(expr);
      case "select":
        return this.select(expr);
      case "call":
        return this.call(expr);
      case "list":
        return this.list(expr);
      case "map":
        return this.map(expr);
      case "struct":
        return this.struct(expr);
      case "comprehension":
        return this.comprehension(expr);
    }
  }

  private constant(expr: ConstExpr): CelType {
    return constantTypes[expr.constant.type];
  }

  private ident(expr: IdentExpr): CelType {
    const found = this.scope.resolveIdent(expr.name);
    if (found !== undefined) return this.recordReference(expr, found);
    if (this.hasMaxIssues()) return errorType;
    const variables = this.scope.variableNames();
    // A name of one letter is similar to any other, so it gets no suggestion.
    const suggestion =
      expr.name.length > 1 ? closest(expr.name, [...variables, ...this.env.constants.keys()]) : undefined;
    const hint = this.env.hints?.get(expr.name);
    this.report(faults.undeclaredName(this.spanOf(expr), expr.name, { hint, suggestion, variables }));
    return errorType;
  }

  /** Records the declaration that a name refers to and returns its type. */
  private recordReference(expr: Expr, { name, type, value }: ResolvedName): CelType {
    this.references.set(expr.id, value === undefined ? { kind: "ident", name } : { kind: "ident", name, value });
    const written = expr.kind === "ident" ? expr.name : undefined;
    if (name !== written) this.hasRewrittenNames = true;
    return type;
  }

  private select(expr: SelectExpr): CelType {
    const found = expr.testOnly ? undefined : this.resolveQualifiedSelect(expr);
    if (found !== undefined) return this.recordReference(expr, found);
    const type = this.field(expr, expr.operand, expr.field, { isOptional: false });
    return expr.testOnly ? boolType : this.bindings.resolve(type);
  }

  /** Returns the variable or constant whose full name is `a.b.c`. */
  private resolveQualifiedSelect(expr: SelectExpr): ResolvedName | undefined {
    const root = rootName(expr);
    if (root === undefined || !this.scope.hasNamesUnder(root)) return undefined;
    return this.scope.resolveQualified(qualifiedName(expr));
  }

  /** Checks `_?._(operand, "field")`, which the parser makes of `operand.?field`. */
  private optionalSelect(expr: CallExpr): CelType {
    const [operand, field] = expr.args;
    if (operand === undefined || field === undefined || expr.args.length !== 2 || expr.target !== undefined) {
      this.report(faults.invalidOptionalSelect(this.spanOf(expr)));
      return errorType;
    }
    if (field.kind !== "const" || field.constant.type !== "string") {
      this.report(faults.invalidOptionalSelect(this.spanOf(field)));
      return errorType;
    }
    const type = this.field(expr, operand, field.constant.value, { isOptional: true });
    this.types.set(field.id, stringType);
    this.references.set(expr.id, { kind: "function", overloads: ["select_optional_field"] });
    return this.bindings.resolve(type);
  }

  /**
   * Returns the type of a field of `operand`; an optional type if `isOptional` is set or the operand is an optional.
   */
  private field(expr: Expr, operand: Expr, name: string, { isOptional }: { readonly isOptional: boolean }): CelType {
    const operandType = this.bindings.resolve(this.visit(operand));
    const inner = optionalValueType(operandType);
    const type = this.fieldOf(expr, inner ?? operandType, name);
    return isOptional || inner !== undefined ? optionalType(type) : type;
  }

  private fieldOf(expr: Expr, type: CelType, name: string): CelType {
    switch (type.kind) {
      case "map":
        return type.value;
      case "object":
        return this.declaredField(this.spanOf(expr), type.name, name);
      case "param":
        // The type is known only at run time; later uses must not infer anything from it.
        this.bindings.assign(dynType, type);
        return dynType;
      case "dyn":
      case "any":
      case "error":
        return dynType;
      default:
        this.report(faults.noFields(this.spanOf(expr), this.typeForMessage(type)));
        return dynType;
    }
  }

  private declaredField(span: faults.Span, objectName: string, name: string): CelType {
    const declaration = this.env.objects.get(objectName);
    if (declaration === undefined) {
      this.report(faults.unknownObject(span, objectName));
      return errorType;
    }
    const type = Object.hasOwn(declaration.fields, name) ? declaration.fields[name] : undefined;
    if (type !== undefined) return type;
    if (declaration.otherFields !== undefined) return declaration.otherFields;
    if (this.hasMaxIssues()) return errorType;
    const fields = Object.keys(declaration.fields);
    this.report(faults.unknownField(span, name, objectName, { suggestion: closest(name, fields), fields }));
    return errorType;
  }

  private call(expr: CallExpr): CelType {
    if (expr.function === "_?._") return this.optionalSelect(expr);
    const args = expr.args.map((arg) => this.visit(arg));
    const { target } = expr;
    if (target === undefined) {
      const declaration = this.scope.resolveFunction(expr.function);
      if (declaration === undefined) return this.unknownFunction(expr, { isMember: false });
      if (declaration.name !== expr.function) this.rename(expr, declaration);
      return this.overload(expr, declaration, args, { isMember: false });
    }
    const namespaced = this.namespacedFunction(target, expr.function);
    if (namespaced !== undefined) {
      this.rename(expr, namespaced);
      return this.overload(expr, namespaced, args, { isMember: false });
    }
    const receiver = this.visit(target);
    const declaration = this.scope.resolveFunction(expr.function);
    if (declaration === undefined) return this.unknownFunction(expr, { isMember: true });
    return this.overload(expr, declaration, [receiver, ...args], { isMember: true });
  }

  private rename(expr: CallExpr, { name }: FunctionDeclaration): void {
    this.functionNames.set(expr.id, name);
    this.hasRewrittenNames = true;
  }

  /**
   * Returns the function that a member call names by its namespace: `optional.of(x)` calls the function `optional.of`
   * if it exists.
   */
  private namespacedFunction(target: Expr, name: string): FunctionDeclaration | undefined {
    const root = rootName(target);
    if (root === undefined || !this.scope.hasFunctionsUnder(root)) return undefined;
    return this.scope.resolveFunction([...qualifiedName(target), name].join("."));
  }

  private unknownFunction(expr: CallExpr, { isMember }: { readonly isMember: boolean }): CelType {
    if (this.hasMaxIssues()) return errorType;
    const span = this.spanOf(expr);
    const macros = macroTable(this.env.macros);
    const macro = macros.get(expr.function);
    if (macro !== undefined) {
      this.report(faults.misusedMacro(span, expr.function, macro));
      return errorType;
    }
    const sameStyle = [...this.env.functions.values()]
      .filter(({ overloads }) => overloads.some((overload) => overload.member === isMember))
      .map(({ name }) => name);
    const hint = this.env.hints?.get(expr.function);
    const suggestion = closest(expr.function, [...sameStyle, ...macros.keys()]);
    this.report(faults.undeclaredFunction(span, expr.function, { hint, suggestion }));
    return errorType;
  }

  /** Finds the overloads that accept the arguments. For a member call, `args` starts with the receiver. */
  private overload(
    expr: CallExpr,
    declaration: FunctionDeclaration,
    args: readonly CelType[],
    style: { readonly isMember: boolean },
  ): CelType {
    const [first] = declaration.overloads;
    if (first !== undefined && (declaration.name === "_&&_" || declaration.name === "_||_")) {
      return this.logic(expr, first, args);
    }
    const matches: string[] = [];
    let result: CelType | undefined;
    for (const candidate of declaration.overloads) {
      if (candidate.member !== style.isMember || candidate.params.length !== args.length) continue;
      const signature = this.bindings.instantiate(candidate);
      // Binds type parameters of both sides; they stay bound for the overloads that follow.
      if (!this.bindings.assignAll(args, signature.params)) continue;
      matches.push(candidate.id);
      const resolved = this.bindings.resolve(signature.result);
      if (result === undefined) result = resolved;
      else if (!isDynamic(result) && !equalTypes(resolved, result)) result = dynType;
    }
    if (result === undefined) {
      const shown = args.map((type) => this.typeForMessage(type));
      this.report(faults.noOverload(this.spanOf(expr), declaration, shown, style.isMember));
      return errorType;
    }
    this.references.set(expr.id, { kind: "function", overloads: matches });
    return result;
  }

  /** Reports each operand of `&&` or `||` that is not a bool. */
  private logic(expr: CallExpr, { id }: Overload, args: readonly CelType[]): CelType {
    let isValid = true;
    expr.args.forEach((arg, index) => {
      const type = args[index] ?? errorType;
      if (this.bindings.assign(type, boolType)) return;
      this.report(faults.unexpectedType(this.spanOf(arg), boolType, this.typeForMessage(type)));
      isValid = false;
    });
    if (!isValid) return errorType;
    this.references.set(expr.id, { kind: "function", overloads: [id] });
    return boolType;
  }

  private list(expr: ListExpr): CelType {
    const optionalIndices = new Set(expr.optionalIndices);
    let joined: CelType | undefined;
    for (const [index, element] of expr.elements.entries()) {
      const type = this.element(element, optionalIndices.has(index));
      joined = this.joinTypes(element, joined, type);
    }
    return listType(joined ?? this.bindings.freshParameter());
  }

  private map(expr: MapExpr): CelType {
    let keys: CelType | undefined;
    let values: CelType | undefined;
    for (const entry of expr.entries) {
      keys = this.joinTypes(entry.key, keys, this.visit(entry.key));
      const type = this.element(entry.value, entry.optional);
      values = this.joinTypes(entry.value, values, type);
    }
    return mapType(keys ?? this.bindings.freshParameter(), values ?? this.bindings.freshParameter());
  }

  /**
   * Returns the type of an element of a literal. An element written with `?` must be an optional and counts as the
   * value inside.
   */
  private element(expr: Expr, isOptional: boolean): CelType {
    const type = this.visit(expr);
    if (!isOptional) return type;
    const inner = optionalValueType(type);
    if (inner !== undefined) return inner;
    if (!isDynamic(type)) this.report(faults.unexpectedType(this.spanOf(expr), optionalType(type), type));
    return type;
  }

  /** Returns the common type of the previous elements and the next one. */
  private joinTypes(expr: Expr, previous: CelType | undefined, type: CelType): CelType {
    if (previous === undefined) return type;
    if (this.bindings.assign(previous, type)) return moreGeneral(previous, type);
    if (!this.env.homogeneousLiterals) return dynType;
    this.report(faults.mixedElements(this.spanOf(expr), this.typeForMessage(previous), this.typeForMessage(type)));
    return errorType;
  }

  private struct(expr: StructExpr): CelType {
    const found = this.scope.resolveType(expr.typeName);
    if (found === undefined) {
      this.report(faults.undeclaredType(this.spanOf(expr), expr.typeName));
      return errorType;
    }
    this.references.set(expr.id, { kind: "ident", name: found.name });
    if (found.name !== expr.typeName) this.hasRewrittenNames = true;
    const type = found.type.kind === "type" ? (found.type.of ?? errorType) : errorType;
    const messageName = type.kind === "object" ? type.name : wellKnownMessageName(type);
    if (messageName === undefined) this.report(faults.notAnObjectType(this.spanOf(expr), type));
    for (const field of expr.fields) this.structField(field, messageName ?? found.name);
    return messageName === undefined ? errorType : type;
  }

  private structField(field: StructField, objectName: string): void {
    const type = this.element(field.value, field.optional);
    const span = { start: field.at, end: field.value.end };
    const expected = this.declaredField(span, objectName, field.name);
    if (this.bindings.assign(expected, type)) return;
    this.report(faults.fieldType(span, field.name, this.typeForMessage(expected), this.typeForMessage(type)));
  }

  private comprehension(expr: ComprehensionExpr): CelType {
    const range = this.bindings.resolve(this.visit(expr.iterRange));
    const accumulator = this.visit(expr.accuInit);
    this.scope.enter();
    this.scope.declare(expr.accuVar, accumulator);
    this.scope.enter();
    this.declareIterationVariables(expr, range);
    this.requireType(expr.loopCondition, boolType);
    this.requireType(expr.loopStep, accumulator);
    this.scope.exit();
    const result = this.visit(expr.result);
    this.scope.exit();
    return this.bindings.resolve(result);
  }

  private declareIterationVariables(expr: ComprehensionExpr, range: CelType): void {
    const { key, value } = this.iterationTypes(expr.iterRange, range);
    if (expr.iterVar2 === undefined) {
      this.scope.declare(expr.iterVar, range.kind === "list" ? value : key);
      return;
    }
    this.scope.declare(expr.iterVar, key);
    this.scope.declare(expr.iterVar2, value);
  }

  /** Returns the types of the keys (or indexes) and the values of a range. */
  private iterationTypes(expr: Expr, range: CelType): { readonly key: CelType; readonly value: CelType } {
    switch (range.kind) {
      case "list":
        return { key: intType, value: range.element };
      case "map":
        return { key: range.key, value: range.value };
      case "dyn":
      case "error":
      case "param":
        this.bindings.assign(dynType, range);
        return { key: dynType, value: dynType };
      default:
        this.report(faults.notARange(this.spanOf(expr), this.typeForMessage(range)));
        return { key: errorType, value: errorType };
    }
  }

  private requireType(expr: Expr, expected: CelType): void {
    const type = this.visit(expr);
    if (this.bindings.assign(expected, type)) return;
    this.report(faults.unexpectedType(this.spanOf(expr), this.typeForMessage(expected), this.typeForMessage(type)));
  }

  /** Whether no more issues are reported, so that the caller can skip work that only serves their messages. */
  private hasMaxIssues(): boolean {
    return this.issues.length >= maxIssueCount;
  }

  private spanOf(expr: Expr): faults.Span {
    return faults.spanOf(expr, this.text);
  }

  /** Returns a type as messages show it: unbound type parameters appear as `dyn`. */
  private typeForMessage(type: CelType): CelType {
    return this.bindings.resolve(type, true);
  }

  /**
   * Adds an issue, unless it is known: a macro may copy a part of the expression, whose fault must be reported only
   * once.
   */
  private report(issue: CelIssue): void {
    if (this.hasMaxIssues()) return;
    const isKnown = this.issues.some(({ start, message }) => start === issue.start && message === issue.message);
    if (!isKnown) this.issues.push(issue);
  }
}

/** Returns the `a` of `a.b.c`; undefined if the expression contains more than names. */
function rootName(expr: Expr): string | undefined {
  let rest = expr;
  while (rest.kind === "select" && !rest.testOnly) rest = rest.operand;
  return rest.kind === "ident" ? rest.name : undefined;
}

/** Splits `a.b.c`, which must have a root name, into its names. */
function qualifiedName(expr: Expr): readonly string[] {
  if (expr.kind === "select") return [...qualifiedName(expr.operand), expr.field];
  return expr.kind === "ident" ? [expr.name] : [];
}

/** Sorts issues by position; issues at the same position keep their order. */
function inTextOrder(issues: readonly CelIssue[]): readonly CelIssue[] {
  return issues.toSorted((a, b) => a.start - b.start);
}
