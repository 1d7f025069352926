/**
 * Reads and writes custom resources as a Scale, by the paths of their definition.
 *
 * @module
 */

import type { CustomResourceSubresourceScale } from "../../api/types/apiextensions-v1.ts";
import { cloneJson } from "../../json/clone-json.ts";
import { setMember } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { ScaleView } from "../../kind/kind.ts";

export function scaleView(paths: CustomResourceSubresourceScale): ScaleView {
  const replicasPath = namesIn(paths.specReplicasPath ?? "");
  const statusPath = namesIn(paths.statusReplicasPath ?? "");
  const selectorPath = namesIn(paths.labelSelectorPath ?? "");
  const numberAt = (object: object, path: readonly string[]) => {
    const value = valueAt(object, path);
    return typeof value === "number" ? value : undefined;
  };
  return {
    replicasPath,
    hasReplicas: (object) => numberAt(object, replicasPath) !== undefined,
    scaleOf(object) {
      const replicas = numberAt(object, replicasPath) ?? 0;
      const selector = valueAt(object, selectorPath);
      return {
        spec: replicas === 0 ? {} : { replicas },
        status: {
          replicas: numberAt(object, statusPath) ?? 0,
          ...(typeof selector === "string" && selector !== "" ? { selector } : {}),
        },
      };
    },
    withScale(object, scale) {
      const copy = cloneJson(object);
      const { spec } = scale as { readonly spec?: { readonly replicas?: number } };
      setAt(copy as Record<string, unknown>, replicasPath, spec?.replicas ?? 0);
      return copy;
    },
  };
}

export const namesIn = (path: string): string[] => (path === "" ? [] : path.replace(/^\./, "").split("."));

/** Returns the value at a path; undefined if it is absent, if a value on the path is null, or if the path is empty. */
export function valueAt(object: unknown, path: readonly string[]): unknown {
  if (path.length === 0) return undefined;
  let value = object;
  for (const name of path) {
    if (value === undefined || value === null) return undefined;
    value = isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : isPlainObject(value) ? undefined : null;
  }
  return value;
}

function setAt(object: Record<string, unknown>, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    setMember(object, name, value);
    return;
  }
  const inner = Object.hasOwn(object, name) ? object[name] : undefined;
  const map = isPlainObject(inner) ? inner : {};
  setMember(object, name, map);
  setAt(map, rest, value);
}
