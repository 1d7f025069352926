/**
 * The options with which commands select a running cluster.
 *
 * @module
 */
import type { Command } from "commander";
import { UsageError } from "./exit.ts";

export interface LiveFlags {
  readonly live?: boolean;
  readonly livePolicies?: boolean;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly requestTimeout?: string;
}

/** @param meaning - the help text of `--live` for this command */
export function addLiveOptions(command: Command, meaning: string): Command {
  return command
    .option("--live", meaning)
    .option(
      "--kubeconfig <file>",
      "with --live: the kubeconfig (default: KUBECONFIG, ~/.kube/config, or that of the pod)",
    )
    .option("--context <name>", "with --live: context of the kubeconfig (default: the current one)")
    .option(
      "--request-timeout <duration>",
      "with --live: the longest time for one request, such as 30s (default: 60s)",
    );
}

/**
 * Whether the command asks a cluster instead of files.
 *
 * @throws {UsageError} for an option that selects a cluster in a command that asks none: its user would take the answer
 *   about the files for that of the cluster
 */
export function isLive({
  live = false,
  livePolicies = false,
  kubeconfig,
  context,
  requestTimeout,
}: LiveFlags): boolean {
  const options = { "--kubeconfig": kubeconfig, "--context": context, "--request-timeout": requestTimeout };
  const [given] = Object.entries(options).flatMap(([option, value]) => (value === undefined ? [] : option));
  if (given !== undefined && !live && !livePolicies) {
    throw new UsageError(`${given} needs --live: without it, the command reads files and asks no cluster`);
  }
  return live;
}
