/**
 * The contract of a rule: a pure function from one object, or from all documents of a run, to findings.
 *
 * @module
 */
import type { Cause, FieldPath, Severity } from "../diagnostic/diagnostic.ts";
import type { RuleContext } from "./context.ts";
import type { Place } from "./place.ts";
import type { Visit } from "./visit.ts";

/** The facts about a rule that are known without running it. */
export interface RuleInfo {
  /** `<kind-or-area>/<name>` in kebab-case; the page is `docs/rules/<id>.md`. */
  readonly id: string;
  readonly severity: Severity;
  /** The demand in one line of prose; the title of the page. */
  readonly summary: string;
  /** Default `invalid`. */
  readonly cause?: Cause;
}

/** The facts about a finding that no rule of a kind makes, for tables by id. */
export function ruleInfo(severity: Severity, summary: string, cause?: Cause): Omit<RuleInfo, "id"> {
  return { severity, summary, ...(cause === undefined ? {} : { cause }) };
}

/** A rule about one object, or about a part of one. */
export interface Rule<T = unknown> extends RuleInfo {
  /** Runs after schema and defaults; changes nothing, keeps nothing, and reports at places below the one it is given. */
  run(object: T, place: Place<T>, visit: Visit<T>): void;
}

/** The one way to write a rule. All have the same shape, which is what V8 asks of objects that it meets by the hundred. */
export function rule<T>({ id, severity, summary, cause = "invalid" }: RuleInfo, run: Rule<T>["run"]): Rule<T> {
  return { id, severity, summary, cause, run };
}

/** A document as project rules see it. */
export interface ProjectDocument {
  readonly file: string;
  /** Index of the document in its file. */
  readonly index: number;
  /** Where the object is in the document: `[]`, or `["items", 3]` inside a list. */
  readonly base: FieldPath;
  /** With the group domain filled in. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** After defaults. */
  readonly object: unknown;
}

/** The place of a document's object, as which a rule reads it, to report at it or below it. */
export type PlaceIn = <T>(document: ProjectDocument) => Place<T>;

/** A rule over all documents of a run. */
export interface ProjectRule extends RuleInfo {
  /** Kinds whose objects it needs, by name. */
  readonly kinds: readonly string[];
  /** Runs once, when all documents of these kinds are known; changes nothing. */
  run(documents: readonly ProjectDocument[], placeIn: PlaceIn, context: RuleContext): void;
}

/** The same way for a rule over all documents of a run. */
export function ruleAcross(info: Omit<ProjectRule, "run">, run: ProjectRule["run"]): ProjectRule {
  return { ...info, run };
}
