/**
 * The rules for command lines of components.
 *
 * @module
 */
import { type RuleInfo, ruleInfo } from "../rule/rule.ts";

/** Rules by id; the severity is the default one. */
export const flagRules = {
  "flags/argument": ruleInfo("error", "a component's command line has only flags"),
  "flags/unknown": ruleInfo("error", "a component has the flag", "unsupported"),
  "flags/release": ruleInfo("error", "a flag exists in the release of the component", "unsupported"),
  "flags/deprecated": ruleInfo("warning", "a command line has no deprecated flags"),
  "flags/new-default": ruleInfo(
    "info",
    "a flag that a command line leaves out has the same default before and after an upgrade",
  ),
  "flags/value": ruleInfo("error", "the value of a flag has the flag's type"),
  "flags/choice": ruleInfo("error", "a flag has one of its allowed values", "unsupported"),
  "flags/range": ruleInfo("error", "the value of a flag is within its bounds"),
  "flags/exclusive": ruleInfo("error", "mutually exclusive flags are not used together", "forbidden"),
  "flags/requires": ruleInfo("error", "a flag comes with the flags that it requires", "required"),
  "flags/repeated": ruleInfo("warning", "a flag with a single value is set once", "duplicate"),
  "flags/feature-gates": ruleInfo(
    "error",
    "the feature gates of a command line are known to the component",
    "unsupported",
  ),
  "flags/runtime-config": ruleInfo("error", "`--runtime-config` turns API groups and versions on or off"),
  "flags/emulated-version": ruleInfo("error", "`--emulated-version` names a release that the component can emulate"),
  "flags/admission-plugins": ruleInfo(
    "error",
    "admission plugins of a command line exist, and no plugin is both enabled and disabled",
    "unsupported",
  ),
  "flags/service-account": ruleInfo(
    "error",
    "the issuers of service account tokens are distinct, and an issuer with a colon is a URL",
  ),
  "flags/service-range": ruleInfo(
    "error",
    "`--service-cluster-ip-range` is one range, or two ranges of different IP families",
  ),
  "flags/audit": ruleInfo(
    "warning",
    "`--audit-policy-file` needs a log file or webhook, and a log file or webhook needs a policy",
  ),
  "flags/file": ruleInfo("error", "a file that a flag names exists", "not-found"),
} satisfies Readonly<Record<string, Omit<RuleInfo, "id">>>;

export type FlagRuleId = keyof typeof flagRules;
