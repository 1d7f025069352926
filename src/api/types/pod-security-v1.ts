/**
 * The types of `pod-security/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
/** Which pod security standards hold in namespaces that say nothing of them, and who is exempt. */
export interface PodSecurityConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** For namespaces without labels of their own. */
  defaults?: PodSecurityDefaults;
  /** Requests that are let through unseen. */
  exemptions?: PodSecurityExemptions;
}

export interface PodSecurityDefaults {
  /** Pods beyond this level are refused; privileged when absent. */
  enforce?: string;
  /** Release whose definition of the level counts, latest or v1.x; latest when absent. */
  "enforce-version"?: string;
  /** Pods beyond this level are noted in the audit log; privileged when absent. */
  audit?: string;
  /** As enforce-version, for audit. */
  "audit-version"?: string;
  /** Who creates pods beyond this level is warned; privileged when absent. */
  warn?: string;
  /** As enforce-version, for warn. */
  "warn-version"?: string;
}

export interface PodSecurityExemptions {
  /** Users whose requests are not looked at. */
  usernames?: string[];
  /** Namespaces whose pods are not looked at. */
  namespaces?: string[];
  /** Pods with these runtime classes are not looked at. */
  runtimeClasses?: string[];
}
