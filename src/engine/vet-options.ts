/**
 * The options of the library.
 *
 * @module
 */
import type { Severity } from "../diagnostic/diagnostic.ts";
import type { Component } from "../flags/component.ts";
import type { Kind } from "../kind/kind.ts";
import type { PolicyRule } from "../policy/policy-rule.ts";
import type { Host } from "../rule/host.ts";
import type { RuleLevels } from "../rule/severity.ts";

/** The options of the library; all are optional. */
export interface VetOptions {
  /** The release that will read the documents, `1.30` to the newest known; default the newest. */
  readonly target?: string;
  /**
   * The release that reads the documents now, if `target` is the release after an upgrade. Changed defaults are then
   * reported, fixes replace deprecated versions that neither release needs, and images of components count as upgraded.
   * Default: no upgrade.
   */
  readonly upgradesFrom?: string;
  /** Domain of the API groups; default `k8s.io`. */
  readonly groupDomain?: string;
  /** Feature gates whose values differ from the target's defaults, including `AllAlpha` and `AllBeta`. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /** The values of kube-apiserver's `--service-account-issuer`. */
  readonly serviceAccountIssuers?: readonly string[];
  /** The values of kube-apiserver's `--enable-admission-plugins`; default: not known, so every plugin may be enabled. */
  readonly enabledAdmissionPlugins?: readonly string[];
  /** Namespace for objects that need one and have none, as with `kubectl --namespace`; default: none. */
  readonly namespace?: string;
  /**
   * Whether objects are sent as written, so that objects without a namespace get none; default false, as with kubectl.
   */
  readonly asSent?: boolean;
  /**
   * Whether another program replaces placeholders such as `${NAME}` before objects are sent, so that they are not
   * vetted; default false.
   */
  readonly replacesPlaceholders?: boolean;
  /** By file name, the component of files that contain only flags of that component. */
  readonly flagFiles?: Readonly<Record<string, Component>>;
  /** The kind, `KIND` or `KIND.group`, whose loader reads every file. */
  readonly kind?: string;
  /** The severity of the finding about a document of an unknown kind; default `info`. */
  readonly unknownKinds?: Severity | "off";
  /** Severities by rule id, by area (`role/*`) or for all rules (`*`). */
  readonly rules?: RuleLevels;
  /**
   * Access to files and certificates of the machine. Without it, checks that need them report that they were skipped.
   */
  readonly host?: Host;
  /** The known kinds; default: all built-in kinds. */
  readonly kinds?: readonly Kind[];
  /** CustomResourceDefinitions in addition to those of the input. */
  readonly definitions?: readonly unknown[];
  /**
   * Validating and mutating admission policies in addition to those of the input, with their bindings, and the
   * parameters, namespaces and RBAC objects that they need.
   */
  readonly policies?: readonly unknown[];
  /** Report each change that a mutating policy makes, as `policy/mutated`; default false. */
  readonly showMutations?: boolean;
  /** Expressions that objects of the input must satisfy. They must compile. */
  readonly policyRules?: readonly PolicyRule[];
  /** The user who creates the objects of the input, as policies see it; default: an administrator. */
  readonly user?: { readonly name: string; readonly groups?: readonly string[] };
  /** Called with each exception that is reported as `internal/fault`. */
  readonly onFault?: (thrown: unknown) => void;
}
