/**
 * The state of the rules of a kind while they run on one object: the context, and results that several of them need.
 *
 * @module
 */
import type { RuleContext } from "./context.ts";
import type { Finding } from "./finding.ts";
import { Place } from "./place.ts";

/** Computes a result about an object that several rules need. */
type Computation<T, R> = (object: T, place: Place<T>, visit: Visit<T>) => R;

interface VisitParts<T> {
  readonly object: T;
  readonly place: Place<T>;
  readonly context: RuleContext;
  readonly oldObject: T | undefined;
  readonly parent?: Visit | undefined;
}

/** A visit of an object, or of a part of one. It ends with the run, and nothing may keep it. */
export class Visit<out T = unknown> implements RuleContext {
  readonly object: T;
  readonly place: Place<T>;
  /** The stored object if this is an update, or the corresponding part of it if known. */
  readonly oldObject: T | undefined;
  /** The visit of the object or part that contains this part; undefined for a whole object. */
  readonly parent: Visit | undefined;
  /** The context for all parts of the object; `under` replaces it in a copy. */
  readonly context: RuleContext;
  /** Pairs of function and result. A visit has so few that a linear search is cheaper than a map. */
  private known: unknown[] | undefined;

  private constructor({ object, place, context, oldObject, parent }: VisitParts<T>) {
    this.object = object;
    this.place = place;
    this.oldObject = oldObject;
    this.context = context;
    this.parent = parent;
  }

  /** Starts the visit of a whole object. */
  static start<T>(object: T, context: RuleContext, report: (finding: Finding) => void): Visit<T> {
    return new Visit<T>({ object, place: Place.root(report), context, oldObject: context.oldObject as T | undefined });
  }

  /** Returns the result of `compute` for the object. Computes it once, and keeps it for other rules. */
  once<R>(compute: Computation<T, R>): R {
    this.known ??= [];
    const known = this.known;
    for (let index = 0; index < known.length; index += 2) {
      if (known[index] === compute) return known[index + 1] as R;
    }
    const computed = compute(this.object, this.place, this);
    known.push(compute, computed);
    return computed;
  }

  /** Returns the same visit with another context. */
  under(context: RuleContext): Visit<T> {
    return new Visit<T>({ ...this, context, parent: this });
  }

  /** Returns the visit of a part. */
  part<U>(value: U, place: Place<U>, stored?: U): Visit<U> {
    return new Visit<U>({ object: value, place, context: this.context, oldObject: stored, parent: this });
  }

  /** Returns the visit of a part, as a list that is empty if the part is undefined. */
  maybe<U>(value: U | undefined, place: Place<U>): readonly Visit<U>[] {
    return value === undefined ? [] : [this.part(value, place)];
  }

  /** Returns the visits of the items of a list; empty if the list is absent. */
  each<U>(items: readonly U[] | null | undefined, place: Place<readonly U[]>): readonly Visit<U>[] {
    const parts: Visit<U>[] = [];
    for (let index = 0; index < (items?.length ?? 0); index++) {
      parts.push(this.part<U>(items?.[index] as U, place.along([index])));
    }
    return parts;
  }

  /** Whether the object updates a stored one. */
  get isUpdate(): boolean {
    return this.context.oldObject !== undefined;
  }

  get target() {
    return this.context.target;
  }
  get reaches() {
    return this.context.reaches;
  }
  get isEnabled() {
    return this.context.isEnabled;
  }
  get gateState() {
    return this.context.gateState;
  }
  get featureGates() {
    return this.context.featureGates;
  }
  get groupDomain() {
    return this.context.groupDomain;
  }
  get serviceAccountIssuers() {
    return this.context.serviceAccountIssuers;
  }
  get asSent() {
    return this.context.asSent;
  }
  get isAdmitted() {
    return this.context.isAdmitted;
  }
  get enabledAdmissionPlugins() {
    return this.context.enabledAdmissionPlugins;
  }
  get version() {
    return this.context.version;
  }
  get subresource() {
    return this.context.subresource;
  }
  get maxAdvised() {
    return this.context.maxAdvised;
  }

  get host() {
    return this.context.host;
  }
}
