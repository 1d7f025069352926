/**
 * `clustervet rollout`: simulates what the DaemonSet controller does to the nodes, step by step, when the pod template
 * changes.
 *
 * @module
 */
import { type Command, Option } from "commander";
import type { DaemonSet } from "../../api/types/apps-v1.ts";
import type { Node, Pod } from "../../api/types/core-v1.ts";
import type { Settings } from "../../engine/options.ts";
import { rolloutStart } from "../../engine/simulate-rollout.ts";
import { vetFile } from "../../engine/vet-file.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { count } from "../../report/reporter.ts";
import { visible } from "../../report/visible.ts";
import { type PodTimings, planRollout, type RolloutPlan, type RolloutStep } from "../../rollout/plan.ts";
import type { ProjectDocument } from "../../rule/rule.ts";
import { parseDuration } from "../../text/duration.ts";
import { exitClean, exitFindings, UsageError } from "../exit.ts";
import type { End } from "../io.ts";
import { loadSettings, printJson, readFileOrStdin } from "../single-result.ts";
import { tableLines } from "../table.ts";
import { addTargetOptions, type TargetFlags } from "../target-options.ts";
import { printLines } from "../terminal.ts";

interface RolloutFlags extends TargetFlags {
  readonly nodes: string;
  readonly pods?: string;
  readonly revision?: string;
  readonly readyAfter: string;
  readonly goneAfter: string;
  readonly format: "text" | "json";
  readonly projectFile?: string;
}

export function addRolloutCommand(program: Command, end: End): void {
  const command = program
    .command("rollout")
    .summary("show step by step what a change of a DaemonSet's template does to nodes")
    .description(
      "Simulates the DaemonSet controller: how many nodes change in each step under maxSurge, maxUnavailable and " +
        "minReadySeconds, how long the rollout takes at least, which nodes get no pod, and which nodes hold the rollout up. " +
        "Without --pods, it starts with an available old pod on every node that should have one.",
    )
    .argument("<daemonset>", "file with the DaemonSet as it will be")
    .requiredOption("--nodes <file>", "file with the nodes, or - : kubectl get nodes -o yaml")
    .option("--pods <file>", "file with the pods that run: kubectl get pods -o yaml")
    .option(
      "--revision <hash>",
      "`controller-revision-hash` of pods that have the new template already (default: none has)",
    )
    .option("--ready-after <duration>", "time from the creation of a pod until it is ready", "10s")
    .option("--gone-after <duration>", "time from the deletion of a pod until it is gone", "5s")
    .addOption(new Option("-f, --format <format>", "output format").choices(["text", "json"]).default("text"))
    .option("--project-file <file>", "project file (default: the nearest clustervet.yaml upwards)");
  addTargetOptions(command)
    .addHelpText("after", examples)
    .action((path: string, flags: RolloutFlags) => end(rollout(path, flags)));
}

const examples = `
Examples:
  kubectl get nodes -o yaml | clustervet rollout agent.yaml --nodes -
  clustervet rollout agent.yaml --nodes nodes.yaml --pods pods.yaml
  clustervet rollout agent.yaml --nodes nodes.yaml --ready-after 45s --gone-after 30s

Exit codes: 0 the rollout completes, 1 something holds it up, 2 could not run.`;

/** @returns the exit code */
function rollout(path: string, flags: RolloutFlags): number {
  if ([path, flags.nodes, flags.pods].filter((file) => file === "-").length > 1) {
    throw new UsageError("only one of the files can be standard input");
  }
  if (flags.revision !== undefined && flags.pods === undefined) throw new UsageError("--revision needs --pods");
  const { settings } = loadSettings({ ...flags, color: "never" });
  const { objects: found } = objectsIn(path, "DaemonSet", settings);
  const [document] = found;
  if (!document || found.length > 1) throw new UsageError(`${path}: must have one DaemonSet; it has ${found.length}`);
  const daemonSet = document.object as DaemonSet;
  const nodes = objectsIn(flags.nodes, "Node", settings).objects.map(({ object }) => object as Node);
  if (nodes.length === 0) throw new UsageError(`${flags.nodes}: has no nodes`);
  const pods = flags.pods === undefined ? undefined : podsIn(flags.pods, settings);
  const pace = {
    startMs: durationMs("--ready-after", flags.readyAfter),
    stopMs: durationMs("--gone-after", flags.goneAfter),
  };
  const start = rolloutStart({ daemonSet, nodes, pods, revision: flags.revision, nowMs: Date.now() });
  const plan = planRollout(start, pace);
  if (flags.format === "json") printJson(plan);
  else printLines(planLines(plan, document, pace));
  return plan.isComplete ? exitClean : exitFindings;
}

/** @throws {UsageError} for a file without pods that is no empty list: nothing says then that no pod runs */
function podsIn(path: string, settings: Settings): readonly Pod[] {
  const { objects, isEmptyList } = objectsIn(path, "Pod", settings);
  if (objects.length === 0 && !isEmptyList) throw new UsageError(`${path}: has no pods, and is not an empty list`);
  return objects.map(({ object }) => object as Pod);
}

interface FoundObjects {
  readonly objects: readonly ProjectDocument[];
  readonly isEmptyList: boolean;
}

/**
 * @throws {UsageError} if such an object has errors, since the API server would reject it, or if the file can't be read
 *   completely
 */
function objectsIn(path: string, kind: string, settings: Settings): FoundObjects {
  const file = readFileOrStdin(path);
  const { objects, diagnostics } = vetFile(file, settings);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const error = errors.find((each) => each.kind === kind || each.rule.startsWith("source/"));
  if (error) {
    const { line, column } = error.range?.start ?? { line: 1, column: 1 };
    throw new UsageError(`${file.name}:${line}:${column}: ${error.message}`);
  }
  const isEmptyList = file.documents.some(({ value }) => isPlainObject(value) && isEmpty(value["items"]));
  return { objects: objects.filter((object) => object.kind === kind), isEmptyList };
}

const isEmpty = (items: unknown): boolean => Array.isArray(items) && items.length === 0;

function durationMs(flag: string, text: string): number {
  const parsed = parseDuration(text);
  if (!parsed.ok || parsed.value < 0n) {
    throw new UsageError(`${flag} must be a duration such as 10s or 1m30s; got "${text}"`);
  }
  return Number(parsed.value) / 1e6;
}

/** Largest number of node names that a list shows. */
const maxNodes = 5;

function planLines(plan: RolloutPlan, { name, namespace }: ProjectDocument, pace: PodTimings): readonly string[] {
  const { steps, status, excluded, blocking, maxUnavailable, durationMs: lasts } = plan;
  const desired = status.desiredNumberScheduled;
  const reasons = new Map<string, string[]>();
  for (const { node, reason } of excluded) reasons.set(reason, [...(reasons.get(reason) ?? []), node]);
  const table = steps.map((step) => [seconds(step.atMs), actionOf(step), `${step.served} of ${desired}`]);
  return [
    visible(`DaemonSet ${namespace === "" ? "" : `${namespace}/`}${name}: ${count(desired, "node")} should have a pod`),
    ...[...reasons].map(([reason, nodes]) => visible(`  no pod on ${listed(nodes)}: ${reason}`)),
    "",
    ...(steps.length === 0
      ? ["nothing changes"]
      : tableLines([["AT", "THE CONTROLLER", "NODES WITH AN AVAILABLE POD"], ...table])),
    "",
    plan.isComplete
      ? `complete after ${seconds(lasts)} at least, if pods are ready ${seconds(pace.startMs)} after they start and gone after ${seconds(pace.stopMs)}`
      : `not complete: ${status.updatedNumberScheduled} of ${desired} updated, ${status.numberAvailable} available`,
    ...blocking.map(({ node, reason }) => visible(`  ${node}: ${reason}`)),
    `nodes without an available pod: ${maxUnavailable} of ${desired} at most`,
  ];
}

function actionOf({ creates, deletes, phase }: RolloutStep): string {
  const isOld = ({ isNew }: { readonly isNew: boolean }) => !isNew;
  const old = deletes.filter(isOld).map(({ node }) => node);
  const fresh = deletes.filter((pod) => !isOld(pod)).map(({ node }) => node);
  const parts = [
    ...(creates.length > 0 ? [`creates ${count(creates.length, "pod")} (${listed(creates)})`] : []),
    ...(old.length > 0
      ? [`deletes ${count(old.length, "old pod")} (${phase === "update" ? `any ${old.length}: ` : ""}${listed(old)})`]
      : []),
    ...(fresh.length > 0 ? [`deletes ${count(fresh.length, "new pod")} (${listed(fresh)})`] : []),
  ];
  return parts.join(", ");
}

const listed = (nodes: readonly string[]): string =>
  nodes.length <= maxNodes
    ? nodes.join(", ")
    : `${nodes.slice(0, maxNodes).join(", ")} and ${nodes.length - maxNodes} more`;

const seconds = (ms: number): string =>
  ms < 120_000 ? `${ms / 1000}s` : `${Math.floor(ms / 60_000)}m${Math.round((ms % 60_000) / 1000)}s`;
