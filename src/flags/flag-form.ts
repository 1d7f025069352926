/**
 * The forms that values of flags have; each has its reader in `flag-value.ts`.
 *
 * @module
 */
import type { FlagRow } from "./component.ts";

export type FlagForm =
  | "bool"
  | "version"
  | "int32"
  | "int64"
  | "uint"
  | "float"
  | "duration"
  | "text"
  | "texts"
  | "numbers"
  | "ip"
  | "ip-port"
  | "pairs"
  | "pair"
  | "configuration"
  | "thresholds"
  | "gates"
  | "headers"
  | "taints"
  | "memory-reservations"
  | "quantity"
  | "port-range"
  | "key-pair"
  | "level"
  | "file-levels";

/** By the type as the component calls it; texts are what is left. */
const formByType: Readonly<Record<string, FlagForm>> = {
  bool: "bool",
  version: "version",
  int: "int64",
  int32: "int32",
  int64: "int64",
  uint: "uint",
  float32: "float",
  float64: "float",
  duration: "duration",
  stringSlice: "texts",
  int32Slice: "numbers",
  ip: "ip",
  ipport: "ip-port",
  mapStringString: "pairs",
  stringToString: "pairs",
  mapStringBool: "gates",
  colonSeparatedMultimapStringString: "headers",
  quantity: "quantity",
  portRange: "port-range",
  namedCertKey: "key-pair",
  Level: "level",
  "pattern=N,...": "file-levels",
  "[]v1.Taint": "taints",
  "reserved-memory": "memory-reservations",
};

/** Flags that read their values in another way than others of their type. */
const formByName: Readonly<Record<string, FlagForm>> = {
  "cpu-manager-policy-options": "pair",
  "eviction-hard": "thresholds",
  "eviction-soft": "thresholds",
  "feature-gates": "gates",
  "node-labels": "configuration",
  "oidc-required-claim": "pair",
  "runtime-config": "configuration",
};

export function formOf(name: string, { type }: FlagRow): FlagForm {
  if (Object.hasOwn(formByName, name)) return formByName[name] ?? "text";
  return (Object.hasOwn(formByType, type) ? formByType[type] : undefined) ?? "text";
}

/** Flags that need no value and so take none from the next argument. */
export const standsAlone = (form: FlagForm): boolean => form === "bool" || form === "version";
