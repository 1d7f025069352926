/**
 * The IP address library of Kubernetes: single addresses without zone, IPv4-mapped IPv6 addresses refused.
 *
 * @module
 */
import { declareFunction, type Library, member, overload } from "../types/declarations.ts";
import { boolType, intType, opaqueType, stringType, typeType } from "../types/types.ts";

export const ipType = opaqueType("net.IP");

export const ipLibrary: Library = {
  name: "kubernetes.net.ip",
  functions: [
    declareFunction("ip", overload("string_to_ip", [stringType], ipType)),
    declareFunction("isIP", overload("is_ip", [stringType], boolType)),
    declareFunction("ip.isCanonical", overload("ip_is_canonical", [stringType], boolType)),
    declareFunction("family", member("ip_family", [ipType], intType)),
    declareFunction("isUnspecified", member("ip_is_unspecified", [ipType], boolType)),
    declareFunction("isLoopback", member("ip_is_loopback", [ipType], boolType)),
    declareFunction("isLinkLocalMulticast", member("ip_is_link_local_multicast", [ipType], boolType)),
    declareFunction("isLinkLocalUnicast", member("ip_is_link_local_unicast", [ipType], boolType)),
    declareFunction("isGlobalUnicast", member("ip_is_global_unicast", [ipType], boolType)),
    declareFunction("string", overload("ip_to_string", [ipType], stringType)),
  ],
  types: [{ name: "net.IP", type: typeType(ipType) }],
  since: "1.30",
};
