/**
 * A place in an object, at which rules report. The type of the object types the path: a misspelt field does not compile.
 * The path is built only if something is wrong, so that walking sound objects costs next to nothing.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { below, type Finding } from "./finding.ts";

type Report = (finding: Finding) => void;

/** The parts of a finding in addition to its place and its message. */
export type Extra = Omit<Finding, "path" | "message">;

/** The steps that a path may take from a value: the index of an item, or the name of a field. */
type Step<T> = unknown extends T ? string | number : StepOf<NonNullable<T>>;
type StepOf<T> = T extends readonly unknown[] ? number : keyof T & (string | number);

/** The value that a step leads to. */
type After<T, K> = unknown extends T ? unknown : AfterOf<NonNullable<T>, K>;
type AfterOf<T, K> = T extends readonly (infer Item)[]
  ? NonNullable<Item>
  : K extends keyof T
    ? NonNullable<T[K]>
    : never;

/** A place in the object that holds a `T`, if it holds anything; of a `Place` without a type any path is taken. */
export class Place<out T = unknown> {
  /** Only for the compiler; every place with the same fields will do where fewer are asked for. */
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

  /** The root of the object. */
  static root<T>(report: Report): Place<T> {
    return new Place<T>(report, undefined, "");
  }

  /** The place of a field or of an item, some steps from here. */
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

  /** The place at the end of a path that is known at run time only. */
  along<U = unknown>(path: FieldPath): Place<U> {
    let place: Place = this;
    for (let index = 0; index < path.length; index++) place = new Place(this.report, place, path[index] ?? "");
    return place as Place<U>;
  }

  /** The object itself, no part of it. */
  get isRoot(): boolean {
    return this.parent === undefined;
  }

  get path(): FieldPath {
    const path: (string | number)[] = [];
    for (let place: Place = this; place.parent; place = place.parent) path.push(place.key);
    return path.reverse();
  }

  /** This place as one that explains a finding elsewhere. */
  note(message: string): NonNullable<Finding["see"]> {
    return { path: this.path, message };
  }

  /** The same place, whose findings are reported as `change` makes them. */
  changing(change: (finding: Finding) => Finding): Place<T> {
    return new Place<T>((finding) => this.report(change(finding)), this.parent, this.key);
  }

  /** Says something of this place; cause and severity are the rule's own unless given. */
  say(message: string, extra?: Extra): void {
    this.report({ path: this.path, message, ...extra });
  }

  /** Hands on what was found elsewhere; the paths are from here. */
  pass(findings: readonly Finding[]): void {
    if (findings.length === 0) return;
    const { path } = this;
    for (const finding of findings) this.report(below(path, finding));
  }

  /** The demand on the value, and the value. */
  invalid(must: string, got: string | number | bigint | boolean, extra?: Extra): void {
    const value = typeof got === "bigint" ? String(got) : got;
    const shown = typeof got === "string" ? JSON.stringify(got) : String(got);
    this.say(`${must}; got ${shown}`, { cause: "invalid", value, ...extra });
  }

  /** The field must be present. */
  required(message = `\`${this.key}\` must be set`, extra?: Extra): void {
    this.say(message, { cause: "required", ...extra });
  }

  /** The field must be absent. */
  forbidden(message: string, extra?: Extra): void {
    this.say(message, { cause: "forbidden", atKey: true, ...extra });
  }

  /** The value must be one of a few. */
  unsupported(accepted: readonly string[], got: string, extra?: Extra): void {
    const names = accepted.map((name) => JSON.stringify(name)).join(", ");
    const message = `must be ${accepted.length > 1 ? "one of " : ""}${names}; got ${JSON.stringify(got)}`;
    this.say(message, { cause: "unsupported", value: got, ...extra });
  }

  /**
   * The value must not repeat an earlier one.
   *
   * @param first - the place that has the same value
   */
  duplicate(message: string, first: Place, extra?: Extra): void {
    this.say(message, { cause: "duplicate", see: first.note("first is here"), ...extra });
  }
}
