/**
 * The options with which commands select a running cluster.
 *
 * @module
 */
import type { Command } from "commander";

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

export const isLive = ({ live }: LiveFlags): boolean => live === true;
