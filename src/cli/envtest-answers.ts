/**
 * The flags with which kube-apiserver only prints something; envtest reads its help before each start.
 *
 * @module
 */
import { absentFlag } from "../flags/flag.ts";
import { flagTable } from "../flags/flag-table.ts";
import { newestTarget } from "../release/release.ts";

const component = "kube-apiserver";

/** Undefined for a command line that starts the server. */
export function answerOfApiServer(args: readonly string[]): string | undefined {
  if (args.includes("--help") || args.includes("-h")) return help();
  if (args.some((arg) => /^--version(?:=true)?$/.test(arg))) return `Kubernetes v${newestTarget}.0\n`;
  return undefined;
}

function help(): string {
  const flags = Object.entries(flagTable[component])
    .filter(([name]) => !absentFlag(component, name, newestTarget))
    .map(([name, { type }]) => `      --${name} ${type}`);
  return `clustervet in the place of kube-apiserver ${newestTarget}.\n\nFlags:\n${flags.join("\n")}\n`;
}
