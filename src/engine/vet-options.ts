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

/** Everything is optional. */
export interface VetOptions {
  /** The release that will read the documents, `1.30` to the newest known; default the newest. */
  readonly target?: string;
  /**
   * The release that reads the documents now, where `target` is the one of an upgrade: changed defaults are reported, fixes replace
   * deprecated versions that both releases can do without, and images of components count as upgraded. Default: no upgrade.
   */
  readonly upgradesFrom?: string;
  /** Domain of the API groups; default `k8s.io`. */
  readonly groupDomain?: string;
  /** Feature gates that differ from the target's defaults; `AllAlpha` and `AllBeta` count too. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /** The values of kube-apiserver's `--service-account-issuer`. */
  readonly serviceAccountIssuers?: readonly string[];
  /** The values of kube-apiserver's `--enable-admission-plugins`; default: not known, so every plugin may be enabled. */
  readonly enabledAdmissionPlugins?: readonly string[];
  /** Namespace of objects that need one and name none, as `kubectl --namespace` fills it in; default: none. */
  readonly namespace?: string;
  /** Objects are sent as they are written, so that one without a namespace gets none; default false, as with kubectl. */
  readonly asSent?: boolean;
  /** Another program replaces placeholders such as `${NAME}` before objects are sent: they are not judged; default false. */
  readonly replacesPlaceholders?: boolean;
  /** Files that hold the flags of a component and nothing else, by the names they are vetted under. */
  readonly flagFiles?: Readonly<Record<string, Component>>;
  /** Treat every file as what the loader of this kind reads: `KIND` or `KIND.group`. */
  readonly kind?: string;
  /** The severity of a document of an unknown kind; default `info`. */
  readonly unknownKinds?: Severity | "off";
  /** Severities by rule id, by area (`role/*`) or for all (`*`). */
  readonly rules?: RuleLevels;
  /** Files and certificates of the machine; without it such checks say that they were not made. */
  readonly host?: Host;
  /** Kinds to know; default all built-in kinds. */
  readonly kinds?: readonly Kind[];
  /** Further CustomResourceDefinitions, whether or not the input has definitions. */
  readonly definitions?: readonly unknown[];
  /**
   * Validating and mutating admission policies to evaluate in addition to those of the input, with their bindings, and the parameters, namespaces
   * and RBAC objects that they look at.
   */
  readonly policies?: readonly unknown[];
  /** Report each change that a mutating policy makes, as `policy/mutated`; default false. */
  readonly showMutations?: boolean;
  /** Expressions that objects of the input must meet; they are to compile. */
  readonly policyRules?: readonly PolicyRule[];
  /** Who the input is created by, as policies see it; default an administrator. */
  readonly user?: { readonly name: string; readonly groups?: readonly string[] };
  /** Takes each exception that `internal/fault` is reported for; default: nobody does. */
  readonly onFault?: (thrown: unknown) => void;
}
