/**
 * The contract of a rule: a pure function from one object, or from all documents of a run, to findings.
 *
 * @module
 */
import type { Cause, FieldPath, Fix, Severity } from "../diagnostic/diagnostic.ts";
import type { GateSettings, GateState } from "../release/feature-gates.ts";
import type { Host } from "./host.ts";

/** What a rule knows besides the object. */
export interface RuleContext {
  /** The release that will read the documents, `1.37`. */
  readonly target: string;
  /** True when the target is `release` or newer. */
  reaches(release: string): boolean;
  /** Whether a feature gate is on for the target, after `--feature-gates`; unknown gates are off. */
  isEnabled(gate: string): boolean;
  /** What the target's components know of a gate; undefined when they do not know it. */
  gateState(gate: string): GateState | undefined;
  /** What `--feature-gates` sets. */
  readonly featureGates: GateSettings;
  readonly groupDomain: string;
  /** Values of kube-apiserver's `--service-account-issuer`; empty when not given. */
  readonly serviceAccountIssuers: readonly string[];
  /** Objects are sent as they are written: no kubectl fills in a namespace. */
  readonly asSent?: boolean;
  /** Values of kube-apiserver's `--enable-admission-plugins`; undefined when it is not known. */
  readonly enabledAdmissionPlugins?: readonly string[];
  /** The API version of the object, `v1beta1`. */
  readonly version: string;
  /** The stored object when this is an update. */
  readonly oldObject?: unknown;
  /** The subresource that the update goes through, `status`; absent for an update of the object itself. */
  readonly subresource?: string;
  readonly host?: Host;
}

/** A characters' range inside the string at the finding's path, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a rule reports; the runner adds id and severity, the engine the place in the file. */
export interface Finding {
  readonly path: FieldPath;
  /** What must hold, then what was found. No full stop. */
  readonly message: string;
  /** Default: the rule's. */
  readonly cause?: Cause;
  /** Default: the rule's. */
  readonly severity?: Severity;
  readonly help?: string;
  readonly fix?: Fix;
  /** Point at the key instead of the value. */
  readonly atKey?: boolean;
  /** Point into the string at the path. */
  readonly span?: Span;
  readonly value?: string | number | boolean | null;
  /** Another place of the same document that explains this one. */
  readonly see?: { readonly path: FieldPath; readonly message: string };
}

/** What is known of a rule without running it. */
export interface RuleInfo {
  /** `<kind-or-area>/<name>` in kebab-case; the page is `docs/rules/<id>.md`. */
  readonly id: string;
  readonly severity: Severity;
  /** What must hold, in one line of prose; the title of the page. */
  readonly summary: string;
  /** Default `invalid`. */
  readonly cause?: Cause;
}

/** A rule about one object. */
export interface Rule<T = unknown> extends RuleInfo {
  /** Runs after schema and defaults; changes nothing. */
  check(object: T, context: RuleContext, report: (finding: Finding) => void): void;
}

/** A document as project rules see it. */
export interface ProjectDocument {
  readonly file: string;
  /** Index of the document in its file. */
  readonly index: number;
  /** Where the object stands in the document: `[]`, or `["items", 3]` inside a list. */
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

/** A rule over all documents of a run. It reports only at documents whose kind is in `kinds`. */
export interface ProjectRule extends RuleInfo {
  /** Kinds whose objects it needs, by name. */
  readonly kinds: readonly string[];
  /** Runs once, when all documents are known; changes nothing. */
  check(
    documents: readonly ProjectDocument[],
    context: RuleContext,
    report: (document: ProjectDocument, finding: Finding) => void,
  ): void;
}
