/**
 * The reports of the vetting of command lines.
 *
 * @module
 */
import type { RuleInfo } from "../rule/rule.ts";

export type FlagRuleId =
  | "flags/argument"
  | "flags/unknown"
  | "flags/release"
  | "flags/deprecated"
  | "flags/new-default"
  | "flags/value"
  | "flags/choice"
  | "flags/range"
  | "flags/exclusive"
  | "flags/requires"
  | "flags/repeated"
  | "flags/feature-gates"
  | "flags/runtime-config"
  | "flags/emulated-version"
  | "flags/admission-plugins"
  | "flags/service-account"
  | "flags/service-range"
  | "flags/audit"
  | "flags/file";

/** By id; the severity is the usual one. */
export const flagRules: Readonly<Record<FlagRuleId, Omit<RuleInfo, "id">>> = {
  "flags/argument": { severity: "error", summary: "a component's command line has only flags" },
  "flags/unknown": { severity: "error", cause: "unsupported", summary: "a component has the flag" },
  "flags/release": {
    severity: "error",
    cause: "unsupported",
    summary: "a flag exists in the release of the component",
  },
  "flags/deprecated": { severity: "warning", summary: "a command line has no deprecated flags" },
  "flags/new-default": {
    severity: "info",
    summary: "a flag that a command line leaves out has the same default before and after an upgrade",
  },
  "flags/value": { severity: "error", summary: "the value of a flag has the flag's type" },
  "flags/choice": {
    severity: "error",
    cause: "unsupported",
    summary: "a flag has one of its allowed values",
  },
  "flags/range": { severity: "error", summary: "the value of a flag is within its bounds" },
  "flags/exclusive": {
    severity: "error",
    cause: "forbidden",
    summary: "mutually exclusive flags are not used together",
  },
  "flags/requires": { severity: "error", cause: "required", summary: "a flag comes with the flags that it requires" },
  "flags/repeated": { severity: "warning", cause: "duplicate", summary: "a flag with a single value is set once" },
  "flags/feature-gates": {
    severity: "error",
    cause: "unsupported",
    summary: "the feature gates of a command line are known to the component",
  },
  "flags/runtime-config": { severity: "error", summary: "`--runtime-config` turns API groups and versions on or off" },
  "flags/emulated-version": {
    severity: "error",
    summary: "`--emulated-version` names a release that the component can emulate",
  },
  "flags/admission-plugins": {
    severity: "error",
    cause: "unsupported",
    summary: "plugins of `--enable-admission-plugins` and `--disable-admission-plugins` exist, each in one of them",
  },
  "flags/service-account": {
    severity: "error",
    summary: "the issuers of service account tokens are distinct, and URLs where they look like one",
  },
  "flags/service-range": {
    severity: "error",
    summary: "`--service-cluster-ip-range` is a range, or one of each IP family",
  },
  "flags/audit": {
    severity: "warning",
    summary: "`--audit-policy-file` comes with a log file or webhook, and those come with a policy",
  },
  "flags/file": { severity: "error", cause: "not-found", summary: "a file that a flag names exists" },
};
