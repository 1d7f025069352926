/**
 * cel-go's network library: the functions of the Kubernetes IP address and CIDR libraries, from which it originates,
 * with three differences. It adds `isMask`, its error messages contain the string, and its values are unequal to values
 * of other types where Kubernetes fails. Opt-in: no Kubernetes environment has it.
 *
 * @module
 */

import { declareFunction, type Library, member, overload } from "../../cel/types/declarations.ts";
import { boolType, stringType, typeType } from "../../cel/types/types.ts";
import { CelError } from "../../cel/types/values.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { containsIp, containsIpPrefix, equalIp, isIpv4Mapped, maskIpPrefix, parseIpPrefix } from "../../text/ip.ts";
import { CidrValue, cidrLibrary, cidrType } from "./cidr.ts";
import { IpValue, ipLibrary, ipType, readIp } from "./ip.ts";

/** The IP and CIDR functions of cel-go; Kubernetes has its own libraries instead. */
export const networkLibrary: Library = {
  name: "cel.lib.ext.network",
  // If two overloads have the same id, the first one takes precedence.
  functions: [
    declareFunction(
      "ip",
      { ...overload("string_to_ip", [stringType], ipType, readNetworkIp), vetsLiteral: true },
      member("cidr_ip", [cidrType], ipType, ({ prefix }: CidrValue) => new NetworkIp(prefix.address)),
    ),
    declareFunction("cidr", {
      ...overload("string_to_cidr", [stringType], cidrType, readNetworkCidr),
      vetsLiteral: true,
    }),
    declareFunction("isCIDR", overload("is_cidr", [stringType], boolType, isCidr)),
    declareFunction("isMask", member("cidr_is_mask", [cidrType], boolType, isMask)),
    declareFunction(
      "masked",
      member("cidr_masked", [cidrType], cidrType, ({ prefix }: CidrValue) => new NetworkCidr(maskIpPrefix(prefix))),
    ),
    declareFunction("containsIP", member("cidr_contains_ip_string", [cidrType, stringType], boolType, containsIpText)),
    declareFunction(
      "containsCIDR",
      member("cidr_contains_cidr_string", [cidrType, stringType], boolType, containsCidrText),
    ),
    ...ipLibrary.functions,
    ...cidrLibrary.functions,
  ],
  types: [
    { name: "net.IP", type: typeType(ipType) },
    { name: "net.CIDR", type: typeType(cidrType) },
  ],
};

class NetworkIp extends IpValue {
  readonly isComparableToAll = true;
}

class NetworkCidr extends CidrValue {
  readonly isComparableToAll = true;
}

function readNetworkIp(text: string): NetworkIp | CelError {
  const ip = readIp(text);
  return ip instanceof CelError ? ip : new NetworkIp(ip.address);
}

function readNetworkCidr(text: string): NetworkCidr | CelError {
  const prefix = parseIpPrefix(text);
  if (!prefix.ok)
    return new CelError(`CIDR ${quoteGo(text)} parse error during conversion from string: ${prefix.error}`);
  if (isIpv4Mapped(prefix.value.address)) {
    return new CelError(`IPv4-mapped IPv6 address ${quoteGo(text)} is not allowed`);
  }
  return new NetworkCidr(prefix.value);
}

function isCidr(text: string): boolean {
  return readNetworkCidr(text) instanceof NetworkCidr;
}

/** Whether no bit after the prefix is set. */
function isMask({ prefix }: CidrValue): boolean {
  return equalIp(prefix.address, maskIpPrefix(prefix).address);
}

function containsIpText({ prefix }: CidrValue, text: string): boolean | CelError {
  const ip = readIp(text);
  return ip instanceof CelError ? ip : containsIp(prefix, ip.address);
}

function containsCidrText({ prefix }: CidrValue, text: string): boolean | CelError {
  const other = readNetworkCidr(text);
  return other instanceof CelError ? other : containsIpPrefix(prefix, other.prefix);
}
