/**
 * The interface of rules: pure functions from one object, or from all documents of a run, to findings.
 *
 * @module
 */
import type { Cause, FieldPath, Severity } from "../diagnostic/diagnostic.ts";
import type { RuleContext } from "./context.ts";
import type { Place } from "./place.ts";
import type { Visit } from "./visit.ts";

/** The static facts about a rule. */
export interface RuleInfo {
  /** `<kind-or-area>/<name>` in kebab-case; the page is `docs/rules/<id>.md`. */
  readonly id: string;
  readonly severity: Severity;
  /** The requirement in one line of prose; also the title of the page. */
  readonly summary: string;
  /** The cause of its findings; default `invalid`. */
  readonly cause?: Cause;
}

/** Returns the facts about a finding that does not come from a rule of a kind, for tables by id. */
export function ruleInfo(severity: Severity, summary: string, cause?: Cause): Omit<RuleInfo, "id"> {
  return { severity, summary, ...(cause === undefined ? {} : { cause }) };
}

/** A rule about one object, or about a part of one. */
export interface Rule<T = unknown> extends RuleInfo {
  /** Runs after decoding and defaulting. Changes and keeps nothing, and reports at `place` or below. */
  run(object: T, place: Place<T>, visit: Visit<T>): void;
}

/** Creates a rule; use it for every rule. All rules get the same shape, which V8 needs to run hundreds of them fast. */
export function rule<T>({ id, severity, summary, cause = "invalid" }: RuleInfo, run: Rule<T>["run"]): Rule<T> {
  return { id, severity, summary, cause, run };
}

/** A document in the form that project rules read. */
export interface ProjectDocument {
  readonly file: string;
  /** Index of the document in its file. */
  readonly index: number;
  /** Path of the object in the document: `[]`, or `["items", 3]` in a list. */
  readonly base: FieldPath;
  /** With the actual group domain, not the placeholder. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** The object after defaulting. */
  readonly object: unknown;
}

/** Returns the place of a document's object, with the type that the rule reads it as, for reports. */
export type PlaceIn = <T>(document: ProjectDocument) => Place<T>;

/** A rule about all documents of a run. */
export interface ProjectRule extends RuleInfo {
  /** Names of the kinds whose objects the rule needs. */
  readonly kinds: readonly string[];
  /** Runs once, when all documents of these kinds are read; changes nothing. */
  run(documents: readonly ProjectDocument[], placeIn: PlaceIn, context: RuleContext): void;
}

/** Creates a rule about all documents of a run. */
export function ruleAcross(info: Omit<ProjectRule, "run">, run: ProjectRule["run"]): ProjectRule {
  return { ...info, run };
}
