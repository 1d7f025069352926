/**
 * The formats of flag values; `flag-value.ts` has a reader for each.
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

/** Formats by the type name of the component; all other types are text. */
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

/** Flags that parse their values in another way than other flags of their type. */
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

/** Whether a flag may have no value, so that the parser does not use the next argument as its value. */
export const mayOmitValue = (form: FlagForm): boolean => form === "bool" || form === "version";
