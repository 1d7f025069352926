/**
 * The CIDR library of Kubernetes: an address with a prefix length, which may have bits set beyond the prefix.
 *
 * @module
 */
import { declareFunction, type Library, member, overload } from "../types/declarations.ts";
import { boolType, intType, opaqueType, stringType, typeType } from "../types/types.ts";
import { ipType } from "./ip.ts";

const cidrType = opaqueType("net.CIDR");

export const cidrLibrary: Library = {
  name: "kubernetes.net.cidr",
  functions: [
    declareFunction("cidr", overload("string_to_cidr", [stringType], cidrType)),
    declareFunction("isCIDR", overload("is_cidr", [stringType], boolType)),
    declareFunction(
      "containsIP",
      member("cidr_contains_ip_string", [cidrType, stringType], boolType),
      member("cidr_contains_ip_ip", [cidrType, ipType], boolType),
    ),
    declareFunction(
      "containsCIDR",
      member("cidr_contains_cidr_string", [cidrType, stringType], boolType),
      member("cidr_contains_cidr", [cidrType, cidrType], boolType),
    ),
    declareFunction("ip", member("cidr_ip", [cidrType], ipType)),
    declareFunction("prefixLength", member("cidr_prefix_length", [cidrType], intType)),
    declareFunction("masked", member("cidr_masked", [cidrType], cidrType)),
    declareFunction("string", overload("cidr_to_string", [cidrType], stringType)),
  ],
  types: [{ name: "net.CIDR", type: typeType(cidrType) }],
  since: "1.30",
};
