/**
 * Collects the component flags in kubeadm configurations.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import type { Kind } from "../kind/kind.ts";
import { type ExtraArgument, extraArgumentsOf } from "../kinds/kubeadm/extra-arguments.ts";
import { componentOfProgram } from "./component.ts";
import type { PodArgument, PodCommand } from "./pod-command.ts";

/**
 * A variable that represents the flags that kubeadm adds. It marks the command line as incomplete, so that no flag is
 * reported as missing.
 */
const ownFlags: PodArgument = { text: "$KUBEADM", path: [] };

export function kubeadmCommands({ kind, group }: Kind, object: unknown): readonly PodCommand[] {
  if (!group.startsWith("kubeadm.")) return [];
  return extraArgumentsOf(kind, object).flatMap(({ component: name, path, args }): readonly PodCommand[] => {
    const component = componentOfProgram(name);
    const words = args.filter((argument) => argument.name !== "").map((argument) => wordOf(argument, path));
    if (!component || words.length === 0) return [];
    return [{ component, programPath: path, args: [...words, ownFlags], nodePathOf: (file) => file }];
  });
}

function wordOf({ name, value, namePath, valuePath, isKey }: ExtraArgument, base: FieldPath): PodArgument {
  const flag = `--${name}=`;
  return {
    text: flag + value,
    path: [...base, ...namePath],
    value: { path: [...base, ...valuePath], start: flag.length },
    ...(isKey ? { atKey: true } : {}),
  };
}
