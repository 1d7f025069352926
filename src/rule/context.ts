/**
 * The inputs of rules, defaulting and decoding in addition to the object.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import type { GateSettings, GateState } from "../release/feature-gates.ts";
import type { Host } from "./host.ts";
import type { Stopwatch } from "./stopwatch.ts";

/** The inputs of a rule in addition to the object. */
export interface RuleContext {
  /** The release whose components read the documents, such as `1.37`. */
  readonly target: string;
  /** Whether the target is `release` or newer. */
  reaches(release: string): boolean;
  /** Whether a feature gate is on for the target, with the settings of `--feature-gates`; false for unknown gates. */
  isEnabled(gate: string): boolean;
  /** The default state of a gate in the target; undefined if its components do not have the gate. */
  gateState(gate: string): GateState | undefined;
  /** The gates that `--feature-gates` sets. */
  readonly featureGates: GateSettings;
  readonly groupDomain: string;
  /** Values of kube-apiserver's `--service-account-issuer`; empty if unknown. */
  readonly serviceAccountIssuers: readonly string[];
  /** Whether objects are sent to the server as written, without kubectl, which would fill in a namespace. */
  readonly asSent?: boolean | undefined;
  /** Whether the object has passed the admission plugins, which set omitted fields. */
  readonly isAdmitted?: boolean | undefined;
  /** Values of kube-apiserver's `--enable-admission-plugins`; undefined if unknown. */
  readonly enabledAdmissionPlugins?: readonly string[] | undefined;
  /** The API version of the object, such as `v1beta1`. */
  readonly version: string;
  /**
   * Whether a component certainly loads the file, by a flag or by `--kind`. Absent if the use of the file is unknown.
   */
  readonly isLoaded?: true;
  /** The stored object if this is an update. */
  readonly oldObject?: unknown;
  /** Paths of integers that the client wrote as floats; for custom resources that a server validates. */
  readonly floats?: readonly FieldPath[] | undefined;
  /** The subresource of the update, such as `status`; absent for an update of the object itself. */
  readonly subresource?: string | undefined;
  /**
   * Limits above which rules give no advice about an object's expressions, by their number or total length. Default: no
   * limits.
   */
  readonly maxAdvised?: { readonly expressions: number; readonly length: number } | undefined;
  readonly host?: Host | undefined;
  /**
   * Kinds of which the run has all objects of a cluster; undefined for files, since their cluster may have more
   * objects.
   */
  readonly completeKinds?: ReadonlySet<string> | undefined;
  /** Measures rules. Default: not measured. */
  readonly stopwatch?: Stopwatch | undefined;
}
