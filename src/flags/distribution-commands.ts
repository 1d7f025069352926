/**
 * Collects the component flags in configurations of k3s and RKE2.
 *
 * @module
 */
import type { Kind } from "../kind/kind.ts";
import { componentArgumentsOf, distributionKinds } from "../kinds/k3s/component-arguments.ts";
import { componentOfProgram } from "./component.ts";
import type { PodArgument, PodCommand } from "./pod-command.ts";

/**
 * A variable that represents the flags that the distribution adds. It marks the command line as incomplete, so that no
 * flag is reported as missing.
 */
const ownFlags: PodArgument = { text: "$DISTRIBUTION", path: [] };

export function distributionCommands({ kind, group }: Kind, object: unknown): readonly PodCommand[] {
  if (group !== "clustervet" || !distributionKinds.has(kind)) return [];
  return componentArgumentsOf(object).flatMap(({ component: name, path, args }): readonly PodCommand[] => {
    const component = componentOfProgram(name);
    if (!component || args.length === 0) return [];
    return [
      { component, programPath: path, args: [...args, ownFlags], hasNoConfigFile: true, nodePathOf: (file) => file },
    ];
  });
}
