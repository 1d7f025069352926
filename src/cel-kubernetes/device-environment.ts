/**
 * The CEL environment of device selectors of dynamic resource allocation: `device` holds the attributes and capacity
 * that a driver publishes.
 *
 * @part expressions
 * @module
 */
import type { SizePath } from "../cel/cost/estimator.ts";
import { type Environment, extendEnvironment } from "../cel/environment.ts";
import { bindingsLibrary } from "../cel/library/bindings.ts";
import {
  anyType,
  boolType,
  type CelType,
  dynType,
  mapType,
  objectType,
  opaqueType,
  stringType,
} from "../cel/types/types.ts";
import { baseEnvironment, cachedEnvironment, type LibraryReach } from "./base-environment.ts";
import { includesLibrary } from "./library/lists.ts";
import { kubernetesObject } from "./objects.ts";

/** Options of the environment of a ResourceClaim or a DeviceClass. */
export interface DeviceOptions {
  /** Whether several claims may share a device; declares `device.allowMultipleAllocations`. */
  readonly consumableCapacity: boolean;
  /** Whether attributes may be lists; their type is then known only at run time. */
  readonly listTypes: boolean;
  /** `known` for expressions that are stored, `portable` for new ones. */
  readonly reach: LibraryReach;
}

/** The type of a map of maps: by domain, then by name. */
const byQualifiedName = (value: CelType): CelType => mapType(stringType, mapType(stringType, value));

/** Returns the environment of a release, `1.31` or later; built once for each. */
export function deviceEnvironment(
  target: string,
  { consumableCapacity, listTypes, reach }: DeviceOptions,
): Environment {
  return cachedEnvironment(`device ${target} ${consumableCapacity} ${listTypes} ${reach}`, () =>
    extendEnvironment(baseEnvironment(target, reach, [bindingsLibrary, ...(listTypes ? [includesLibrary] : [])]), {
      variables: [{ name: "device", type: objectType("kubernetes.DRADevice") }],
      objects: [
        kubernetesObject("DRADevice", {
          driver: stringType,
          ...(consumableCapacity ? { allowMultipleAllocations: boolType } : {}),
          attributes: byQualifiedName(listTypes ? dynType : anyType),
          capacity: byQualifiedName(opaqueType("kubernetes.Quantity")),
        }),
      ],
    }),
  );
}

/** The most entries of a map by domain or by name. */
const maxEntries = 32;
/** These lengths are in bytes. */
const maxDomainBytes = 63;
const maxNameBytes = 32;
const maxTextBytes = 64;

/** The sizes below `attributes` or `capacity`, by depth: the map by domain, a map by name, a value. */
const qualifiedSizes = (valueSize: number): readonly { readonly own: number; readonly keys?: number }[] => [
  { own: maxEntries, keys: maxDomainBytes },
  { own: maxEntries, keys: maxNameBytes },
  { own: valueSize },
];

const attributeSizes = qualifiedSizes(maxTextBytes);
const capacitySizes = qualifiedSizes(0);

/**
 * Returns the largest size at a path of `device`, for cost estimates; undefined for other paths. In a path, a domain is
 * always `@values` (or `@items`); the name of an attribute may also be a field.
 */
export function deviceSize([variable, field, ...steps]: SizePath): number | undefined {
  if (variable !== "device") return undefined;
  if (field === undefined) return 0;
  if (field === "driver") return steps.length === 0 ? maxDomainBytes : undefined;
  if (field === "allowMultipleAllocations") return steps.length === 0 ? 1 : undefined;
  if (field !== "attributes" && field !== "capacity") return undefined;
  const sizes = field === "attributes" ? attributeSizes : capacitySizes;
  let depth = 0;
  for (const [index, step] of steps.entries()) {
    if (step === "@keys") return index === steps.length - 1 ? sizes[depth]?.keys : undefined;
    const isElement = step === "@items" || step === "@values";
    const isName = field === "attributes" && depth === 1;
    if (!isElement && !isName) return undefined;
    depth++;
  }
  return sizes[depth]?.own;
}
