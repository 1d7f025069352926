/**
 * The shape of `clustervet.yaml`; its JSON Schema for editors is written from here.
 *
 * @module
 */

import type { Severity } from "../diagnostic/diagnostic.ts";
import type { PolicyRule } from "../policy/policy-rule.ts";
import type { RuleLevel } from "../rule/severity.ts";
import { flag, int32, list, type Static, stringMap, struct, text } from "../schema/fields.ts";

const severities = ["error", "warning", "info"] as const;

const kindOfFiles = struct({
  files: list(text(), {
    description: "Patterns of files, relative to this file, as in .gitignore.",
    "x-required": true,
  }),
  kind: text({ description: "What their loader reads: KIND or KIND.group.", "x-required": true }),
});

const policyRule = struct({
  name: text({ description: "Names the rule in reports.", "x-required": true }),
  kinds: list(text(), { description: "KIND or KIND.group of the objects it is about. Default: all." }),
  expression: text({
    description: "CEL that must be true, over what a ValidatingAdmissionPolicy sees.",
    "x-required": true,
  }),
  message: text({ description: "What is said when it is not." }),
  messageExpression: text({ description: "CEL that yields the message." }),
  severity: text({ description: "What it is when it is not met. Default: error.", enum: severities }),
});

const nodeAgent = struct({
  config: text({ description: "The file of its --config, relative to this file." }),
  configDir: text({ description: "The directory of its --config-dir, relative to this file." }),
  flags: list(text(), { description: "Its other flags." }),
});

export const projectSchema = struct(
  {
    target: text({ description: "The release that will read the documents, such as 1.34. Default: the newest known." }),
    groupDomain: text({ description: "Domain of the API groups. Default: k8s.io." }),
    namespace: text({ description: "Namespace of objects that name none, as kubectl fills it in. Default: none." }),
    asSent: flag({
      description: "Objects are sent as they are written, without kubectl: one that must have a namespace names it.",
    }),
    featureGates: text({ description: "Feature gates as on the command line: A=true,B=false." }),
    serviceAccountIssuers: list(text(), { description: "Values of kube-apiserver's --service-account-issuer." }),
    enabledAdmissionPlugins: list(text(), { description: "Values of kube-apiserver's --enable-admission-plugins." }),
    schemaLocations: list(text(), {
      description: "Files, directories or patterns with CustomResourceDefinitions, relative to this file.",
    }),
    policies: list(text(), {
      description: "Files, directories or patterns with policies to evaluate, relative to this file.",
    }),
    policyRules: list(policyRule, { description: "Expressions that the objects of the repository must meet." }),
    root: text({ description: "Directory that holds the node's file system, relative to this file." }),
    baseline: text({ description: "File that lists the findings taken as known, relative to this file." }),
    exclude: list(text(), { description: "Patterns of files to leave out, relative to this file, as in .gitignore." }),
    kinds: list(kindOfFiles, { description: "Files that are what the loader of a kind reads." }),
    nodeAgents: list(nodeAgent, { description: "Files that a kubelet reads together; others are found." }),
    rules: stringMap({
      description: "Severity by rule id, by area (`role/*`) or for all (`*`): error, warning, info or off.",
    }),
    unknownKinds: text({
      description: "What a document of an unknown kind is. Default: info.",
      enum: [...severities, "off"],
    }),
    failLevel: text({ description: "The least severity that fails a run. Default: error.", enum: severities }),
    maxWarnings: int32({ description: "More warnings than this fail a run." }),
  },
  { $id: "ProjectFile", description: "Settings of clustervet for a repository." },
);

type Choices = "rules" | "unknownKinds" | "failLevel" | "policyRules";

/** The schema admits no other texts where a choice is asked for; levels of rules are checked when the file is read. */
export type ProjectSettings = Omit<Static<typeof projectSchema>, Choices> & {
  readonly rules?: Readonly<Record<string, RuleLevel>>;
  readonly unknownKinds?: RuleLevel;
  readonly policyRules?: readonly PolicyRule[];
  readonly failLevel?: Severity;
};
