/**
 * The IP address library of Kubernetes. It rejects addresses with a zone and IPv4-mapped IPv6 addresses.
 *
 * @module
 */

import { parsingCost } from "../../cel/cost/model.ts";
import {
  declareFunction,
  type FunctionDeclaration,
  type Library,
  member,
  overload,
} from "../../cel/types/declarations.ts";
import { boolType, intType, opaqueType, stringType, typeType } from "../../cel/types/types.ts";
import { CelError, type OpaqueValue } from "../../cel/types/values.ts";
import { quoteGo } from "../../text/go-quote.ts";
import {
  equalIp,
  formatIp,
  type IpAddress,
  isGlobalUnicast,
  isIpv4,
  isIpv4Mapped,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
  parseIp,
} from "../../text/ip.ts";

export const ipType = opaqueType("net.IP");

const addressPredicate = (name: string, id: string, holds: (address: IpAddress) => boolean): FunctionDeclaration =>
  declareFunction(
    name,
    member(id, [ipType], boolType, ({ address }: IpValue) => holds(address)),
  );

export const ipLibrary: Library = {
  name: "kubernetes.net.ip",
  functions: [
    declareFunction("ip", overload("string_to_ip", [stringType], ipType, readIp)),
    declareFunction("isIP", overload("is_ip", [stringType], boolType, isIp)),
    declareFunction("ip.isCanonical", overload("ip_is_canonical", [stringType], boolType, isCanonical)),
    declareFunction(
      "family",
      member("ip_family", [ipType], intType, ({ address }: IpValue) => familyOf(address)),
    ),
    addressPredicate("isUnspecified", "ip_is_unspecified", isUnspecified),
    addressPredicate("isLoopback", "ip_is_loopback", isLoopback),
    addressPredicate("isLinkLocalMulticast", "ip_is_link_local_multicast", isLinkLocalMulticast),
    addressPredicate("isLinkLocalUnicast", "ip_is_link_local_unicast", isLinkLocalUnicast),
    addressPredicate("isGlobalUnicast", "ip_is_global_unicast", isGlobalUnicast),
    declareFunction(
      "string",
      overload("ip_to_string", [ipType], stringType, ({ address }: IpValue) => formatIp(address)),
    ),
  ],
  types: [{ name: "net.IP", type: typeType(ipType) }],
  // All three parse the string; `ip.isCanonical` also formats the address.
  costs: { byName: { ip: parsingCost(), isIP: parsingCost(), "ip.isCanonical": parsingCost(0.2) } },
  since: "1.30",
};

export class IpValue implements OpaqueValue {
  readonly celType = ipType;
  readonly address: IpAddress;

  constructor(address: IpAddress) {
    this.address = address;
  }

  /** In bytes. */
  get size(): number {
    return isIpv4(this.address) ? 4 : 16;
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof IpValue && equalIp(this.address, other.address);
  }
}

export function readIp(text: string): IpValue | CelError {
  const ip = parseIp(text);
  if (!ip.ok) return new CelError(`IP Address ${quoteGo(text)} parse error during conversion from string: ${ip.error}`);
  if (ip.value.zone !== "") return new CelError(`IP address ${quoteGo(text)} with zone value is not allowed`);
  if (isIpv4Mapped(ip.value)) return new CelError(`IPv4-mapped IPv6 address ${quoteGo(text)} is not allowed`);
  return new IpValue(ip.value);
}

function isIp(text: string): boolean {
  return readIp(text) instanceof IpValue;
}

function isCanonical(text: string): boolean | CelError {
  const ip = readIp(text);
  return ip instanceof CelError ? ip : formatIp(ip.address) === text;
}

const familyOf = (address: IpAddress): bigint => (isIpv4(address) ? 4n : 6n);
