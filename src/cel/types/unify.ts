/**
 * Unifies types while checking an expression: decides whether a value of one type is assignable where another is
 * expected, and which types the type parameters must then have. The rules are cel-go's, quirks included, because the
 * results of the checker depend on them: `dyn` is assignable in both directions, and null to objects, opaque types,
 * times and wrappers.
 *
 * @module
 */
import { equalTypes, typeParameters } from "./equal-types.ts";
import { type CelType, dynType, listType, mapType, opaqueType, paramType, typeType } from "./types.ts";

/** Whether a type is `dyn` or `any`, which are assignable to and from every type. */
export function isDynamic(type: CelType): boolean {
  return type.kind === "dyn" || type.kind === "any";
}

/** Returns the type inside of an optional; undefined if the type is not an optional. */
export function optionalValueType(type: CelType): CelType | undefined {
  return type.kind === "opaque" && type.name === "optional_type" ? type.params[0] : undefined;
}

/** The parameter and result types of an overload. */
export interface Signature {
  readonly params: readonly CelType[];
  readonly result: CelType;
}

/** Whether signatures have type parameters; cached because declarations are checked against many times. */
const isGenericBySignature = new WeakMap<Signature, boolean>();

function isGeneric(signature: Signature): boolean {
  let isGenericSignature = isGenericBySignature.get(signature);
  if (isGenericSignature === undefined) {
    isGenericSignature = mentionsParameter(signature.result) || signature.params.some(mentionsParameter);
    isGenericBySignature.set(signature, isGenericSignature);
  }
  return isGenericSignature;
}

/**
 * The types bound to type parameters during one check. Bindings only become more general; a failed attempt leaves them
 * unchanged.
 */
export class TypeBindings {
  private readonly bound = new Map<string, CelType>();
  /** Bindings in the order in which they were made, with the previous binding, to undo a failed attempt. */
  private readonly journal: { readonly name: string; readonly previous: CelType | undefined }[] = [];
  private freshCount = 0;

  /** Returns a new type parameter that no other type contains. */
  freshParameter(): CelType {
    return paramType(`_var${this.freshCount++}`);
  }

  /**
   * Whether a value of one type is assignable where the other is expected. Binds parameters on both sides to make it
   * so; if both sides are parameters, binds the right one.
   */
  assign(left: CelType, right: CelType): boolean {
    const start = this.journal.length;
    return this.unify(left, right) || this.undo(start);
  }

  /** Assigns lists of types of the same length, like `assign`; binds all or nothing. */
  assignAll(left: readonly CelType[], right: readonly CelType[]): boolean {
    const start = this.journal.length;
    return this.unifyAll(left, right) || this.undo(start);
  }

  /** Replaces bound parameters in `type`; with `unboundToDyn`, replaces unbound ones by `dyn`. */
  resolve(type: CelType, unboundToDyn = false): CelType {
    if (!mentionsParameter(type)) return type;
    if (type.kind === "param") {
      const bound = this.bound.get(type.name);
      if (bound !== undefined) return this.resolve(bound, unboundToDyn);
      return unboundToDyn ? dynType : type;
    }
    return mapParameters(type, (part) => this.resolve(part, unboundToDyn));
  }

  /** Whether the resolved type has more than `limit` parts; stops counting there. */
  isLargerThan(type: CelType, limit: number): boolean {
    return this.countParts(type, limit) > limit;
  }

  /** Counts the type and all types inside of it, up to just above `limit`. */
  private countParts(type: CelType, limit: number): number {
    const bound = type.kind === "param" ? this.bound.get(type.name) : undefined;
    if (bound !== undefined) return this.countParts(bound, limit);
    const parts = typeParameters(type);
    if (parts.length === 0) return 1;
    let count = 1;
    for (const part of parts) {
      if (count > limit) return count;
      count += this.countParts(part, limit - count);
    }
    return count;
  }

  /** Replaces the parameters of a signature by new ones; equal names by the same parameter. */
  instantiate(signature: Signature): Signature {
    if (!isGeneric(signature)) return signature;
    const fresh = new Map<string, CelType>();
    const replace = (type: CelType): CelType => {
      if (!mentionsParameter(type)) return type;
      if (type.kind !== "param") return mapParameters(type, replace);
      const known = fresh.get(type.name) ?? this.freshParameter();
      fresh.set(type.name, known);
      return known;
    };
    const result = replace(signature.result);
    return { result, params: signature.params.map(replace) };
  }

  /** Undoes the bindings since the journal had `start` entries. Returns false, as the result of the failed attempt. */
  private undo(start: number): false {
    while (this.journal.length > start) {
      const entry = this.journal.pop();
      if (entry?.previous !== undefined) this.bound.set(entry.name, entry.previous);
      else if (entry !== undefined) this.bound.delete(entry.name);
    }
    return false;
  }

  private bind(name: string, type: CelType): void {
    this.journal.push({ name, previous: this.bound.get(name) });
    this.bound.set(name, type);
  }

  private unifyAll(left: readonly CelType[], right: readonly CelType[]): boolean {
    if (left.length !== right.length) return false;
    for (let index = 0; index < left.length; index++) {
      const type = left[index];
      const other = right[index];
      if (type === undefined || other === undefined || !this.unify(type, other)) return false;
    }
    return true;
  }

  private unify(left: CelType, right: CelType): boolean {
    if (left === right) return true;
    if (right.kind === "param") {
      const outcome = this.bindTo(right, left);
      if (outcome !== "occurs") return outcome === "fits";
    }
    if (left.kind === "param") return this.bindTo(left, right) === "fits";
    if (isDynamicOrError(left) || isDynamicOrError(right)) return true;
    if (left.kind === "null") return isNullable(right);
    if (right.kind === "null") return isNullable(left);
    switch (left.kind) {
      case "list":
      case "map":
      case "opaque":
        return (
          left.kind === right.kind &&
          (left.kind !== "opaque" || right.kind !== "opaque" || left.name === right.name) &&
          this.unifyAll(typeParameters(left), typeParameters(right))
        );
      case "type":
        return right.kind === "type";
      default:
        return equalTypes(left, right);
    }
  }

  /**
   * Binds a parameter to `type`. A bound parameter keeps the more general of both types. `occurs` means that the type
   * contains the parameter, so that the binding would be infinite.
   */
  private bindTo(param: CelType & { kind: "param" }, type: CelType): "fits" | "clash" | "occurs" {
    if (equalTypes(type, param)) return "fits";
    const bound = this.bound.get(param.name);
    if (bound === undefined) {
      if (this.mentions(type, param)) return "occurs";
      this.bind(param.name, type);
      return "fits";
    }
    if (equalTypes(type, bound)) return "fits";
    if (!this.unify(type, bound)) return "clash";
    const general = moreGeneral(type, bound);
    if (!this.mentions(general, param)) this.bind(param.name, general);
    return "fits";
  }

  /** Whether `type` contains `param`, directly or through bound parameters. */
  private mentions(type: CelType, param: CelType): boolean {
    if (equalTypes(type, param)) return true;
    if (type.kind === "param") {
      const bound = this.bound.get(type.name);
      return bound !== undefined && this.mentions(bound, param);
    }
    return typeParameters(type).some((part) => this.mentions(part, param));
  }
}

/** Returns the more general of two types that unify; the first if both are equally general. */
export function moreGeneral(first: CelType, second: CelType): CelType {
  return isAsGeneral(first, second) ? first : second;
}

function isAsGeneral(first: CelType, second: CelType): boolean {
  if (isDynamic(first) || first.kind === "param") return true;
  if (isDynamic(second) || second.kind === "param") return false;
  if (first.kind === "type" && second.kind === "type") return true;
  if (first.kind !== "list" && first.kind !== "map" && first.kind !== "opaque") return equalTypes(first, second);
  if (first.kind !== second.kind) return false;
  if (first.kind === "opaque" && second.kind === "opaque" && first.name !== second.name) return false;
  const left = typeParameters(first);
  const right = typeParameters(second);
  return (
    left.length === right.length &&
    left.every((part, index) => {
      const other = right[index];
      return other !== undefined && isAsGeneral(part, other);
    })
  );
}

function isDynamicOrError(type: CelType): boolean {
  return type.kind === "error" || isDynamic(type);
}

const nullableKinds: ReadonlySet<CelType["kind"]> = new Set([
  "null",
  "opaque",
  "object",
  "timestamp",
  "duration",
  "wrapper",
]);

function isNullable(type: CelType): boolean {
  return nullableKinds.has(type.kind);
}

function mentionsParameter(type: CelType): boolean {
  switch (type.kind) {
    case "param":
      return true;
    case "list":
      return mentionsParameter(type.element);
    case "map":
      return mentionsParameter(type.key) || mentionsParameter(type.value);
    case "opaque":
      return type.params.some(mentionsParameter);
    case "type":
      return type.of !== undefined && mentionsParameter(type.of);
    default:
      return false;
  }
}

/** Maps the types inside of a type; returns the same object if no part changed. */
function mapParameters(type: CelType, map: (part: CelType) => CelType): CelType {
  switch (type.kind) {
    case "list": {
      const element = map(type.element);
      return element === type.element ? type : listType(element);
    }
    case "map": {
      const key = map(type.key);
      const value = map(type.value);
      return key === type.key && value === type.value ? type : mapType(key, value);
    }
    case "opaque": {
      const params = type.params.map(map);
      return params.every((part, index) => part === type.params[index]) ? type : opaqueType(type.name, ...params);
    }
    case "type": {
      if (type.of === undefined) return type;
      const of = map(type.of);
      return of === type.of ? type : typeType(of);
    }
    default:
      return type;
  }
}
