/**
 * `clustervet graph`: which roles manifests bind to whom, as text or as a diagram.
 *
 * @module
 */
import { type Command, Option } from "commander";
import { describeRule, subjectName } from "../../access/grant-changes.ts";
import type { PolicyRule, RoleRef, Subject } from "../../api/types/rbac-v1.ts";
import { shortText } from "../../diagnostic/path.ts";
import { count } from "../../report/reporter.ts";
import { visible } from "../../report/visible.ts";
import type { ProjectDocument } from "../../rule/rule.ts";
import { groupBy } from "../../text/group-by.ts";
import { printJson, settleAnswer } from "../answer.ts";
import { exitCannotRun, exitClean } from "../exit.ts";
import type { End } from "../io.ts";
import { describeObject, loadRbac, type RbacManifests } from "../rbac-manifests.ts";
import { addTargetOptions, type TargetFlags } from "../target-options.ts";
import { printLines } from "../terminal.ts";

interface GraphFlags extends TargetFlags {
  readonly format: "text" | "mermaid" | "json";
  readonly projectFile?: string;
}

export function addGraphCommand(program: Command, end: End): void {
  const command = program
    .command("graph")
    .summary("show which roles the manifests bind to whom, as text or as a Mermaid diagram")
    .description(
      "Shows each user, group and service account that a binding names, the roles that it is bound to, where, and by which " +
        "binding, and what the role allows.",
    )
    .argument("[paths...]", "files, directories, patterns or - (default: the current directory)");
  addTargetOptions(command)
    .addOption(
      new Option("-f, --format <format>", "output format").choices(["text", "mermaid", "json"]).default("text"),
    )
    .option("--project-file <file>", "project file (default: the nearest clustervet.yaml upwards)")
    .addHelpText("after", examples)
    .action((paths: string[], flags: GraphFlags) => end(graph(paths, flags)));
}

const examples = `
Examples:
  clustervet graph manifests/
  clustervet graph --format mermaid manifests/ > rbac.mmd
  kubectl get roles,clusterroles,rolebindings,clusterrolebindings -A -o yaml | clustervet graph -

Exit codes: 0 shown, 2 could not read everything.`;

/** A subject that a binding binds to a role. */
interface Edge {
  readonly subject: string;
  /** Of the binding; empty: cluster-wide. */
  readonly namespace: string;
  readonly binding: ProjectDocument;
  readonly role: string;
  /** Undefined: there is no such role among the manifests. */
  readonly rules: readonly PolicyRule[] | undefined;
}

/** Rules of a role that are shown; JSON has all. */
const maxRules = 8;
/** Of a rule in a box of the diagram, so many characters are shown. */
const maxBoxText = 60;

/** @returns the exit code */
function graph(paths: readonly string[], flags: GraphFlags): number {
  const { settings, project } = settleAnswer({ ...flags, format: "text", color: "never" });
  const manifests = loadRbac(paths, settings, project);
  const edges = edgesOf(manifests);
  if (flags.format === "json") printJson({ bindings: edges.map(edgeJson) });
  else printLines(flags.format === "mermaid" ? mermaidLines(edges) : textLines(edges));
  return manifests.isIncomplete ? exitCannotRun : exitClean;
}

/** Sorted by subject, then cluster-wide ones first. */
function edgesOf({ objects, policy }: RbacManifests): readonly Edge[] {
  const edges = objects.flatMap((binding): Edge[] => {
    if (binding.kind !== "RoleBinding" && binding.kind !== "ClusterRoleBinding") return [];
    const { namespace, object } = binding;
    const { subjects = [], roleRef = {} } = object as {
      readonly subjects?: readonly Subject[];
      readonly roleRef?: RoleRef;
    };
    const { kind = "", name = "" } = roleRef;
    const role = kind === "Role" ? `Role ${namespace}/${name}` : `${kind} ${name}`;
    const rules = policy.rulesOfRole(roleRef, namespace);
    return subjects.map((subject) => ({ subject: subjectName(subject, namespace), namespace, binding, role, rules }));
  });
  const key = ({ subject, namespace, role }: Edge) => `${subject}\0${namespace}\0${role}`;
  return edges.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function textLines(edges: readonly Edge[]): readonly string[] {
  const bySubject = groupBy(edges, ({ subject }) => subject);
  const lines = [...bySubject].flatMap(([subject, own]) => [visible(subject), ...own.flatMap(edgeLines), ""]);
  const roles = new Set(edges.map(({ role }) => role));
  const bindings = new Set(edges.map(({ binding }) => binding));
  return [
    ...lines,
    `${count(bySubject.size, "subject")}, ${count(bindings.size, "binding")}, ${count(roles.size, "role")}`,
  ];
}

function edgeLines({ namespace, role, binding, rules }: Edge): readonly string[] {
  const where = namespace === "" ? "cluster-wide" : `in ${namespace}`;
  return [
    visible(`  ${where}: ${role}, by ${describeObject(binding)}`),
    ...ruleTexts(rules).map((text) => visible(`    ${text}`)),
  ];
}

function ruleTexts(rules: readonly PolicyRule[] | undefined): readonly string[] {
  if (rules === undefined) return ["the manifests do not have this role"];
  const rest = rules.length - maxRules;
  return [...rules.slice(0, maxRules).map(describeRule), ...(rest > 0 ? [`and ${count(rest, "rule")} more`] : [])];
}

/** A Mermaid flowchart from subjects on the left to roles on the right; the bindings are the arrows. */
function mermaidLines(edges: readonly Edge[]): readonly string[] {
  const subjects = [...new Set(edges.map(({ subject }) => subject))];
  const roles = new Map(edges.map(({ role, rules }) => [role, rules]));
  const names = [...roles.keys()];
  const box = (lines: readonly string[]) => lines.map((line) => mermaidText(shortText(line, maxBoxText))).join("<br/>");
  return [
    "flowchart LR",
    ...subjects.map((subject, index) => `  s${index}(["${box([subject])}"])`),
    ...[...roles].map(([role, rules], index) => `  r${index}["${box([role, ...ruleTexts(rules)])}"]`),
    ...edges.map(({ subject, role, namespace, binding }) => {
      const label = mermaidText(`${namespace === "" ? "cluster-wide" : namespace}: ${binding.name}`);
      return `  s${subjects.indexOf(subject)} -->|"${label}"| r${names.indexOf(role)}`;
    }),
  ];
}

/** Entities of Mermaid, so that no text of a manifest ends a box or becomes markup. */
const mermaidText = (text: string): string =>
  visible(text).replace(/[^\w .,:;/@+=()-]/g, (character) => `#${character.codePointAt(0)};`);

const edgeJson = ({ subject, namespace, binding, role, rules }: Edge) => ({
  subject,
  ...(namespace === "" ? {} : { namespace }),
  binding: describeObject(binding),
  file: binding.file,
  role,
  ...(rules === undefined ? { isMissing: true } : { rules }),
});
