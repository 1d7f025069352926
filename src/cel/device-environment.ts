/**
 * The environment of expressions that select devices: what a driver says of a device, as `device`.
 *
 * @module
 */
import { baseEnvironment, type LibraryReach, once } from "./base-environment.ts";
import { type Environment, extendEnvironment } from "./environment.ts";
import { kubernetesObject } from "./kubernetes-objects.ts";
import { bindingsLibrary } from "./library/bindings.ts";
import { anyType, boolType, type CelType, mapType, objectType, opaqueType, stringType } from "./types/types.ts";

/** What the expressions of a claim or of a class see. */
export interface DeviceOptions {
  /** Whether several claims may share a device: `device.allowMultipleAllocations`. */
  readonly consumableCapacity: boolean;
  /** `known` for expressions that are stored, `portable` for new ones. */
  readonly reach: LibraryReach;
}

/** By domain, then by name. */
const byQualifiedName = (value: CelType): CelType => mapType(stringType, mapType(stringType, value));

/** The environment of a release, `1.31` or later; built once for each. */
export function deviceEnvironment(target: string, { consumableCapacity, reach }: DeviceOptions): Environment {
  return once(`device ${target} ${consumableCapacity} ${reach}`, () =>
    extendEnvironment(baseEnvironment(target, reach, [bindingsLibrary]), {
      variables: [{ name: "device", type: objectType("kubernetes.DRADevice") }],
      objects: [
        kubernetesObject("DRADevice", {
          driver: stringType,
          ...(consumableCapacity ? { allowMultipleAllocations: boolType } : {}),
          attributes: byQualifiedName(anyType),
          capacity: byQualifiedName(opaqueType("kubernetes.Quantity")),
        }),
      ],
    }),
  );
}
