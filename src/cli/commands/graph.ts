/**
 * `clustervet graph`: shows which roles the manifests bind to which subjects, as text or as a diagram.
 *
 * @module
 */
import { type Command, Option } from "commander";
import { shortText } from "../../diagnostic/path.ts";
import { count } from "../../report/reporter.ts";
import { visible } from "../../report/visible.ts";
import { groupBy } from "../../text/group-by.ts";
import { exitCannotRun, exitClean } from "../exit.ts";
import { graphSvg } from "../graph-svg.ts";
import type { End } from "../io.ts";
import { type Edge, edgesOf, isClusterWide, placeOf, ruleTexts } from "../rbac-edges.ts";
import { describeObject, loadRbac } from "../rbac-manifests.ts";
import { loadSettings, printJson } from "../single-result.ts";
import { addTargetOptions, type TargetFlags } from "../target-options.ts";
import { printLines } from "../terminal.ts";

interface GraphFlags extends TargetFlags {
  readonly format: "text" | "mermaid" | "svg" | "json";
  readonly projectFile?: string;
}

export function addGraphCommand(program: Command, end: End): void {
  const command = program
    .command("graph")
    .summary("show which roles the manifests bind to whom, as text or drawn")
    .description(
      "Shows each user, group and service account that a binding names, the roles that it is bound to, where, and by which " +
        "binding, and what the role allows.",
    )
    .argument("[paths...]", "files, directories, patterns or - (default: the current directory)");
  addTargetOptions(command)
    .addOption(
      new Option("-f, --format <format>", "output format").choices(["text", "mermaid", "svg", "json"]).default("text"),
    )
    .option("--project-file <file>", "project file (default: the nearest clustervet.yaml upwards)")
    .addHelpText("after", examples)
    .action((paths: string[], flags: GraphFlags) => end(graph(paths, flags)));
}

const examples = `
Examples:
  clustervet graph manifests/
  clustervet graph --format svg manifests/ > rbac.svg
  clustervet graph --format mermaid manifests/ > rbac.mmd
  kubectl get roles,clusterroles,rolebindings,clusterrolebindings -A -o yaml | clustervet graph -

Exit codes: 0 shown, 2 could not read everything.`;

/** Characters of a line that a box of the diagram shows; longer lines are cut. */
const maxBoxText = 60;

/** @returns the exit code */
function graph(paths: readonly string[], flags: GraphFlags): number {
  const { settings, project } = loadSettings({ ...flags, format: "text", color: "never" });
  const manifests = loadRbac(paths, settings, project);
  const edges = edgesOf(manifests);
  if (flags.format === "json") printJson({ bindings: edges.map(edgeJson) });
  else if (flags.format === "svg") printLines(graphSvg(edges));
  else printLines(flags.format === "mermaid" ? mermaidLines(edges) : textLines(edges));
  return manifests.isIncomplete ? exitCannotRun : exitClean;
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

function edgeLines(edge: Edge): readonly string[] {
  const { role, binding, rules } = edge;
  const where = isClusterWide(edge) ? placeOf(edge) : `in ${placeOf(edge)}`;
  return [
    visible(`  ${where}: ${role}, by ${describeObject(binding)}`),
    ...ruleTexts(rules).map((text) => visible(`    ${text}`)),
  ];
}

/** Draws role bindings as a Mermaid flowchart: subjects on the left, roles on the right, an arrow for each binding. */
function mermaidLines(edges: readonly Edge[]): readonly string[] {
  const subjects = [...new Set(edges.map(({ subject }) => subject))];
  const roles = new Map(edges.map(({ role, rules }) => [role, rules]));
  const names = [...roles.keys()];
  const box = (lines: readonly string[]) => lines.map((line) => mermaidText(shortText(line, maxBoxText))).join("<br/>");
  return [
    "flowchart LR",
    ...subjects.map((subject, index) => `  s${index}(["${box([subject])}"])`),
    ...[...roles].map(([role, rules], index) => `  r${index}["${box([role, ...ruleTexts(rules)])}"]`),
    ...edges.map((edge) => {
      const { subject, role, binding } = edge;
      const label = mermaidText(`${placeOf(edge)}: ${binding.name}`);
      return `  s${subjects.indexOf(subject)} -->|"${label}"| r${names.indexOf(role)}`;
    }),
  ];
}

/** Escapes text as Mermaid entities, so that text from a manifest can neither end a box nor become markup. */
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
