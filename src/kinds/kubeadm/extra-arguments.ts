/**
 * Flags that kubeadm adds to the command lines of components: lists of names and values; maps in v1beta3.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { valueAt } from "../../diagnostic/path.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";

/** A flag without dashes, its value, and the paths of both relative to the field. */
export interface ExtraArgument {
  readonly name: string;
  readonly value: string;
  readonly namePath: FieldPath;
  readonly valuePath: FieldPath;
  /** Whether the name is the key at `namePath`, as in a map. */
  readonly isKey: boolean;
}

/** @param args - the field in the form of any version */
function extraArguments(args: unknown): readonly ExtraArgument[] {
  if (Array.isArray(args)) return args.filter(isPlainObject).map(argumentOfItem);
  if (!isPlainObject(args)) return [];
  return Object.entries(args).map(([name, value]) => ({
    name,
    value: String(value),
    namePath: [name],
    valuePath: [name],
    isKey: true,
  }));
}

const argumentOfItem = (
  { name = "", value = "" }: Readonly<Record<string, unknown>>,
  index: number,
): ExtraArgument => ({
  name: String(name),
  value: String(value),
  namePath: [index, "name"],
  valuePath: [index, "value"],
  isKey: false,
});

/** The fields with flags, by kind, and the component that receives them. clustervet does not know the flags of etcd. */
const fields = {
  ClusterConfiguration: {
    "apiServer.extraArgs": "kube-apiserver",
    "controllerManager.extraArgs": "kube-controller-manager",
    "scheduler.extraArgs": "kube-scheduler",
    "etcd.local.extraArgs": "etcd",
  },
  InitConfiguration: { "nodeRegistration.kubeletExtraArgs": "kubelet" },
  JoinConfiguration: { "nodeRegistration.kubeletExtraArgs": "kubelet" },
} as const;

const fieldsByKind: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(Object.entries(fields));

/** Flags for one component, and the path of the field that contains them. */
export interface ExtraArguments {
  readonly component: string;
  readonly path: FieldPath;
  readonly args: readonly ExtraArgument[];
}

/** Returns the flags in an object of a kubeadm kind, by field. */
export function extraArgumentsOf(kind: string, object: unknown): readonly ExtraArguments[] {
  return Object.entries(fieldsByKind.get(kind) ?? {}).map(([field, component]) => {
    const path = field.split(".");
    return { component, path, args: extraArguments(valueAt(object, path)) };
  });
}

/** Returns the last value of a flag, which is the effective one. */
export const lastArgument = (args: unknown, name: string): ExtraArgument | undefined =>
  extraArguments(args).findLast((argument) => argument.name === name);

/** Returns the rule that all flags in objects of a kind have a name. */
export const argumentNames = (kind: keyof typeof fields) =>
  rule<object>(
    { id: "kubeadm/argument-name", severity: "error", summary: "an extra argument of a component has a name" },
    (object, place) => {
      for (const { path, args } of extraArgumentsOf(kind, object)) {
        for (const { name, namePath, isKey } of args) {
          if (name === "") requireName(place.along([...path, ...namePath]), isKey);
        }
      }
    },
  );

function requireName(place: Place, isKey: boolean): void {
  place.say("must have a name: the flag without its dashes", { cause: "required", ...(isKey ? { atKey: true } : {}) });
}
