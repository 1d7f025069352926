/**
 * The inputs of rules, defaults and readers apart from the object.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import type { GateSettings, GateState } from "../release/feature-gates.ts";
import type { Host } from "./host.ts";
import type { Stopwatch } from "./stopwatch.ts";

/** The inputs of a rule in addition to the object. */
export interface RuleContext {
  /** The release that will read the documents, `1.37`. */
  readonly target: string;
  /** True when the target is `release` or newer. */
  reaches(release: string): boolean;
  /** Whether a feature gate is on for the target, after `--feature-gates`; unknown gates are off. */
  isEnabled(gate: string): boolean;
  /** A gate as the target's components know it; undefined when they do not know it. */
  gateState(gate: string): GateState | undefined;
  /** The gates that `--feature-gates` sets. */
  readonly featureGates: GateSettings;
  readonly groupDomain: string;
  /** Values of kube-apiserver's `--service-account-issuer`; empty when not given. */
  readonly serviceAccountIssuers: readonly string[];
  /** True if objects are sent as written: kubectl does not fill in a namespace. */
  readonly asSent?: boolean | undefined;
  /** Whether the object has passed the admission plugins, which fill in what it leaves out. */
  readonly isAdmitted?: boolean | undefined;
  /** Values of kube-apiserver's `--enable-admission-plugins`; undefined when it is not known. */
  readonly enabledAdmissionPlugins?: readonly string[] | undefined;
  /** The API version of the object, `v1beta1`. */
  readonly version: string;
  /** True if a component loads the file, because a flag or `--kind` says so. Absent if its use is unknown. */
  readonly isLoaded?: true;
  /** The stored object when this is an update. */
  readonly oldObject?: unknown;
  /** Where the object has whole numbers that its client wrote as floats; for custom resources that a server validates. */
  readonly floats?: readonly FieldPath[] | undefined;
  /** The subresource that the update goes through, `status`; absent for an update of the object itself. */
  readonly subresource?: string | undefined;
  /** Objects with more expressions, or longer ones in total, get no advice about them. Default: no limit. */
  readonly maxAdvised?: { readonly expressions: number; readonly length: number } | undefined;
  readonly host?: Host | undefined;
  /** Kinds of which the run has all objects of a cluster; undefined for files, whose cluster may have others. */
  readonly completeKinds?: ReadonlySet<string> | undefined;
  /** Measures rules. Default: not measured. */
  readonly stopwatch?: Stopwatch | undefined;
}
