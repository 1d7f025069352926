/**
 * The schema of `clustervet.yaml`, from which the JSON Schema for editors is generated.
 *
 * @module
 */

import type { Severity } from "../diagnostic/diagnostic.ts";
import type { PolicyRule } from "../policy/policy-rule.ts";
import type { RuleLevel } from "../rule/severity.ts";
import { flag, int32, list, type Static, stringMap, struct, text } from "../schema/fields.ts";
import { type Profile, profiles } from "./chosen-findings.ts";

const severities = ["error", "warning", "info"] as const;

const kindOfFiles = struct({
  files: list(text(), {
    description: "Patterns of files, relative to this file, as in .gitignore.",
    "x-required": true,
  }),
  kind: text({ description: "Kind of the files: KIND or KIND.group.", "x-required": true }),
});

const policyRule = struct({
  name: text({ description: "Name of the rule in reports.", "x-required": true }),
  kinds: list(text(), { description: "KIND or KIND.group of the objects to check. Default: all." }),
  expression: text({
    description: "CEL that must be true, with the variables of a ValidatingAdmissionPolicy.",
    "x-required": true,
  }),
  message: text({ description: "The message if it is false." }),
  messageExpression: text({ description: "CEL that returns the message." }),
  severity: text({ description: "Severity if it is false. Default: error.", enum: severities }),
});

const nodeAgent = struct({
  config: text({ description: "The file of the kubelet's --config, relative to this file." }),
  configDir: text({ description: "The directory of the kubelet's --config-dir, relative to this file." }),
  flags: list(text(), { description: "Its other flags." }),
});

export const projectSchema = struct(
  {
    target: text({ description: "The release that will read the documents, such as 1.34. Default: the newest known." }),
    groupDomain: text({ description: "Domain of the API groups. Default: k8s.io." }),
    namespace: text({ description: "Namespace that kubectl fills in for objects without one. Default: none." }),
    asSent: flag({
      description: "Objects are sent as written, not by kubectl, so namespaced objects must have a namespace.",
    }),
    featureGates: text({ description: "Feature gates as on the command line: A=true,B=false." }),
    serviceAccountIssuers: list(text(), { description: "Values of kube-apiserver's --service-account-issuer." }),
    enabledAdmissionPlugins: list(text(), { description: "Values of kube-apiserver's --enable-admission-plugins." }),
    schemaLocations: list(text(), {
      description:
        "CustomResourceDefinitions (files, directories, patterns) or JSON Schemas (templates of paths), relative to this file.",
    }),
    policies: list(text(), {
      description: "Files, directories or patterns with policies to evaluate, relative to this file.",
    }),
    policyRules: list(policyRule, { description: "Expressions that the objects of the repository must meet." }),
    root: text({ description: "Directory that holds the node's file system, relative to this file." }),
    baseline: text({ description: "File that lists the known findings, relative to this file." }),
    exclude: list(text(), { description: "Patterns of files to exclude, relative to this file, as in .gitignore." }),
    kinds: list(kindOfFiles, { description: "Kinds of files, by pattern." }),
    nodeAgents: list(nodeAgent, {
      description: "Files that a kubelet reads together, unless clustervet finds them by itself.",
    }),
    rules: stringMap({
      description: "Severity by rule ID, by area (`role/*`) or for all (`*`): error, warning, info or off.",
    }),
    unknownKinds: text({
      description: "Severity of documents of an unknown kind. Default: info.",
      enum: [...severities, "off"],
    }),
    failLevel: text({ description: "The lowest severity that fails a run. Default: error.", enum: severities }),
    profile: text({
      description:
        "Advice in addition to errors: component (what components do with a document), security (who gets access), all. Default: all.",
      enum: profiles,
    }),
    maxFileSize: text({ description: "Largest file that is read, such as 64MiB. Default: 16MiB." }),
    ruleDocs: text({
      description: "Address of the rule pages; {rule} is replaced by the ID of the rule. Reports link to it.",
    }),
    maxWarnings: int32({ description: "Maximum number of warnings; more of them fail a run." }),
  },
  { $id: "ProjectFile", description: "Settings of clustervet for a repository." },
);

type Choices = "rules" | "unknownKinds" | "failLevel" | "policyRules" | "profile";

/** Narrows text fields to the values that the schema allows; levels in `rules` are checked when the file is read. */
export type ProjectSettings = Omit<Static<typeof projectSchema>, Choices> & {
  readonly rules?: Readonly<Record<string, RuleLevel>>;
  readonly unknownKinds?: RuleLevel;
  readonly policyRules?: readonly PolicyRule[];
  readonly failLevel?: Severity;
  readonly profile?: Profile;
};
