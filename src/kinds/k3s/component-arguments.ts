/**
 * Component flags in the configuration files of k3s and RKE2, such as `kubelet-arg: ["v=2"]`.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";

/**
 * The components by the key that contains their flags. clustervet does not know the flags of etcd and cloud providers.
 */
const componentByKey: ReadonlyMap<string, string> = new Map([
  ["kube-apiserver-arg", "kube-apiserver"],
  ["kube-controller-manager-arg", "kube-controller-manager"],
  ["kube-controller-arg", "kube-controller-manager"],
  ["kube-scheduler-arg", "kube-scheduler"],
  ["kubelet-arg", "kubelet"],
  ["kube-proxy-arg", "kube-proxy"],
]);

export const distributionKinds: ReadonlySet<string> = new Set(["K3sConfiguration", "RKE2Configuration"]);

export interface ComponentArguments {
  readonly component: string;
  readonly path: FieldPath;
  readonly args: readonly ComponentArgument[];
}

export interface ComponentArgument {
  /** The flag as the component receives it. */
  readonly text: string;
  /** The number of characters at the beginning of `text` that are not in the file. */
  readonly addedLength: number;
  readonly path: FieldPath;
}

/** Returns a key without its final `+`, which means that the value is added to those of earlier files. */
export const flagNameOf = (key: string): string => (key.endsWith("+") ? key.slice(0, -1) : key);

export function componentArgumentsOf(object: unknown): readonly ComponentArguments[] {
  if (!isPlainObject(object)) return [];
  return Object.keys(object).flatMap((key) => {
    const component = componentByKey.get(flagNameOf(key));
    if (component === undefined) return [];
    const value = memberOf(object, key);
    const items = Array.isArray(value)
      ? value.map((item, index) => argumentOf(item, [key, index]))
      : [argumentOf(value, [key])];
    return [{ component, path: [key], args: items.flat() }];
  });
}

/**
 * Parses `name=value`, with or without dashes. A name without a value is `true`; a name that ends in `+` or `-`
 * modifies a default.
 */
function argumentOf(item: unknown, path: FieldPath): readonly ComponentArgument[] {
  if (item === null || item === undefined || typeof item === "object") return [];
  const [, dashes = "", name = "", rest = ""] = /^(-{0,2})([^=]*)([\s\S]*)$/.exec(String(item)) ?? [];
  const isPlain = !/[-+]$/.test(name);
  return [
    {
      text: `--${isPlain ? name : name.slice(0, -1)}${rest === "" ? "=true" : rest}`,
      addedLength: isPlain ? 2 - dashes.length : 1 - dashes.length,
      path,
    },
  ];
}
