/**
 * A place in an object, at which rules report. Its type parameter checks paths at compile time: a misspelled field does
 * not compile. The path is built only for a report, so that walking valid objects costs next to nothing.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { type Finding, moveBelow } from "./finding.ts";

type Report = (finding: Finding) => void;

/** The parts of a finding other than its path and message. */
export type Extra = Omit<Finding, "path" | "message">;

/** The steps that a path may take from a value: an item index or a field name. */
type Step<T> = unknown extends T ? string | number : StepOf<NonNullable<T>>;
type StepOf<T> = T extends readonly unknown[] ? number : keyof T & (string | number);

/** The type of the value after a step. */
type After<T, K> = unknown extends T ? unknown : AfterOf<NonNullable<T>, K>;
type AfterOf<T, K> = T extends readonly (infer Item)[]
  ? NonNullable<Item>
  : K extends keyof T
    ? NonNullable<T[K]>
    : never;

/** A place in the object with a value of type `T`, if set. A `Place` without a type accepts any path. */
export class Place<out T = unknown> {
  /** Only for the type checker: a place with more fields is assignable to one with fewer. */
  declare readonly type?: T;
  private readonly report: Report;
  private readonly parent: Place | undefined;
  /** The last step of the path. */
  readonly key: string | number;

  private constructor(report: Report, parent: Place | undefined, key: string | number) {
    this.report = report;
    this.parent = parent;
    this.key = key;
  }

  /** Returns the root of an object. */
  static root<T>(report: Report): Place<T> {
    return new Place<T>(report, undefined, "");
  }

  /** Returns the place of a field or item, one to four steps from this one. */
  at<U, A extends Step<U>>(this: Place<U>, a: A): Place<After<U, A>>;
  at<U, A extends Step<U>, B extends Step<After<U, A>>>(this: Place<U>, a: A, b: B): Place<After<After<U, A>, B>>;
  at<U, A extends Step<U>, B extends Step<After<U, A>>, C extends Step<After<After<U, A>, B>>>(
    this: Place<U>,
    a: A,
    b: B,
    c: C,
  ): Place<After<After<After<U, A>, B>, C>>;
  at<
    U,
    A extends Step<U>,
    B extends Step<After<U, A>>,
    C extends Step<After<After<U, A>, B>>,
    D extends Step<After<After<After<U, A>, B>, C>>,
  >(this: Place<U>, a: A, b: B, c: C, d: D): Place<After<After<After<After<U, A>, B>, C>, D>>;
  at(a: string | number, b?: string | number, c?: string | number, d?: string | number): Place<unknown> {
    let place: Place = new Place(this.report, this, a);
    if (b !== undefined) place = new Place(this.report, place, b);
    if (c !== undefined) place = new Place(this.report, place, c);
    if (d !== undefined) place = new Place(this.report, place, d);
    return place;
  }

  /** Returns the place at a path that is known only at run time. */
  along<U = unknown>(path: FieldPath): Place<U> {
    let place: Place = this;
    for (let index = 0; index < path.length; index++) place = new Place(this.report, place, path[index] ?? "");
    return place as Place<U>;
  }

  /** Whether this is the object itself, not a part of it. */
  get isRoot(): boolean {
    return this.parent === undefined;
  }

  get path(): FieldPath {
    const path: (string | number)[] = [];
    for (let place: Place = this; place.parent; place = place.parent) path.push(place.key);
    return path.reverse();
  }

  /** Returns a reference to this place, as an explanation for a finding at another place. */
  note(message: string): NonNullable<Finding["see"]> {
    return { path: this.path, message };
  }

  /** Returns the same place, with a function that changes its findings before they are reported. */
  changing(change: (finding: Finding) => Finding): Place<T> {
    return new Place<T>((finding) => this.report(change(finding)), this.parent, this.key);
  }

  /** Reports a finding at this place; cause and severity default to those of the rule. */
  say(message: string, extra?: Extra): void {
    this.report({ path: this.path, message, ...extra });
  }

  /** Reports findings of another function, whose paths are relative to this place. */
  pass(findings: readonly Finding[]): void {
    if (findings.length === 0) return;
    const { path } = this;
    for (const finding of findings) this.report(moveBelow(path, finding));
  }

  /** Reports that the value violates a requirement, with the value. */
  invalid(must: string, got: string | number | bigint | boolean, extra?: Extra): void {
    const value = typeof got === "bigint" ? String(got) : got;
    const shown = typeof got === "string" ? JSON.stringify(got) : String(got);
    this.say(`${must}; got ${shown}`, { cause: "invalid", value, ...extra });
  }

  /** Reports that the field must be present. */
  required(message = `\`${this.key}\` must be set`, extra?: Extra): void {
    this.say(message, { cause: "required", ...extra });
  }

  /** Reports that the field must be absent. */
  forbidden(message: string, extra?: Extra): void {
    this.say(message, { cause: "forbidden", atKey: true, ...extra });
  }

  /** Reports that the value must be one of `accepted`. */
  unsupported(accepted: readonly string[], got: string, extra?: Extra): void {
    const names = accepted.map((name) => JSON.stringify(name)).join(", ");
    const message = `must be ${accepted.length > 1 ? "one of " : ""}${names}; got ${JSON.stringify(got)}`;
    this.say(message, { cause: "unsupported", value: got, ...extra });
  }

  /**
   * Reports that the value repeats an earlier one.
   *
   * @param first - the place with the same value
   */
  duplicate(message: string, first: Place, extra?: Extra): void {
    this.say(message, { cause: "duplicate", see: first.note("first is here"), ...extra });
  }
}
