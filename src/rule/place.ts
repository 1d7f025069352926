/**
 * Where a rule stands while it walks an object, and what it says there. A path is put together only when something is
 * wrong, so that walking sound objects costs next to nothing.
 *
 * @module
 */
import type { Cause, FieldPath } from "../diagnostic/diagnostic.ts";
import type { Finding } from "./rule.ts";
import { below } from "./within.ts";

type Report = (finding: Finding) => void;

/** What may be said besides the message. */
export type Extra = Omit<Finding, "path" | "message" | "cause">;

/** A place in the object, with the report that the rule was given. */
export class Place {
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
  static root(report: Report): Place {
    return new Place(report, undefined, "");
  }

  /** The place of a field or of an item. */
  at(key: string | number): Place {
    return new Place(this.report, this, key);
  }

  /** The place at the end of a path from here. */
  along(path: FieldPath): Place {
    let place: Place = this;
    path.forEach((key) => {
      place = place.at(key);
    });
    return place;
  }

  get path(): FieldPath {
    const path: (string | number)[] = [];
    for (let place: Place = this; place.parent; place = place.parent) path.push(place.key);
    return path.reverse();
  }

  /** Says something of this place; the cause is the rule's own unless given. */
  say(message: string, cause?: Cause, extra: Extra = {}): void {
    this.report({ path: this.path, message, ...(cause ? { cause } : {}), ...extra });
  }

  /** Hands on what was found elsewhere; the paths are from here. */
  pass(findings: readonly Finding[]): void {
    if (findings.length === 0) return;
    const { path } = this;
    for (const finding of findings) this.report(below(path, finding));
  }

  /** What must hold of the value, and what it is. */
  invalid(must: string, got: string | number | bigint | boolean, extra: Extra = {}): void {
    const value = typeof got === "bigint" ? String(got) : got;
    const shown = typeof got === "string" ? JSON.stringify(got) : String(got);
    this.say(`${must}; got ${shown}`, "invalid", { value, ...extra });
  }

  required(message = `\`${this.key}\` must be set`, extra: Extra = {}): void {
    this.say(message, "required", extra);
  }

  /** The field must not stand here. */
  forbidden(message: string, extra: Extra = {}): void {
    this.say(message, "forbidden", { atKey: true, ...extra });
  }

  unsupported(accepted: readonly string[], got: string, extra: Extra = {}): void {
    const names = accepted.map((name) => JSON.stringify(name)).join(", ");
    const message = `must be ${accepted.length > 1 ? "one of " : ""}${names}; got ${JSON.stringify(got)}`;
    this.say(message, "unsupported", { value: got, ...extra });
  }

  /** @param first - the place that has the same value */
  duplicate(message: string, first: Place): void {
    this.say(message, "duplicate", { see: { path: first.path, message: "first stands here" } });
  }
}
