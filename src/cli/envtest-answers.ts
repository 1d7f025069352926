/**
 * Handles the flags with which kube-apiserver only prints text and exits; envtest reads its help before each start.
 *
 * @module
 */
import { explainAbsence } from "../flags/flag.ts";
import { flagTable } from "../flags/flag-table.ts";

const component = "kube-apiserver";

/** Returns the text to print, or undefined if the command line starts the server. */
export function informationOutput(args: readonly string[], target: string): string | undefined {
  if (args.includes("--help") || args.includes("-h")) return help(target);
  if (args.some((arg) => /^--version(?:=true)?$/.test(arg))) return `Kubernetes v${target}.0\n`;
  return undefined;
}

function help(target: string): string {
  const flags = Object.entries(flagTable[component])
    .filter(([name]) => !explainAbsence(component, name, target))
    .map(([name, { type }]) => `      --${name} ${type}`);
  return `clustervet in the place of kube-apiserver ${target}.\n\nFlags:\n${flags.join("\n")}\n`;
}
