/**
 * The CIDR library of Kubernetes: addresses with a prefix length, whose bits after the prefix may be set.
 *
 * @module
 */

import { fixedCost, operandAt, parsingCost, stringTraversalFactor, traversal } from "../../cel/cost/model.ts";
import { exactly, scale, sum } from "../../cel/cost/range.ts";
import { noSuchOverload } from "../../cel/eval/faults.ts";
import type { FunctionCost } from "../../cel/types/costs.ts";
import { declareFunction, type Library, member, overload } from "../../cel/types/declarations.ts";
import { boolType, intType, opaqueType, stringType, typeType } from "../../cel/types/types.ts";
import { CelError, type OpaqueValue } from "../../cel/types/values.ts";
import { quoteGo } from "../../text/go-quote.ts";
import {
  containsIp,
  containsIpPrefix,
  equalIpPrefix,
  formatIpPrefix,
  type IpPrefix,
  isIpv4Mapped,
  maskIpPrefix,
  parseIpPrefix,
} from "../../text/ip.ts";
import { IpValue, ipType, readIp } from "./ip.ts";

export const cidrType = opaqueType("net.CIDR");

/** The size of an address in bytes; a comparison may read all of them. */
const addressSize = { min: 4n, max: 16n };

const containsIpCost: FunctionCost = {
  track: (cidr) => traversal(cidr, 2 * stringTraversalFactor),
  estimate: () => ({ cost: scale(sum(addressSize, addressSize), stringTraversalFactor) }),
};

/** In addition to comparing the addresses, the outer prefix is masked and the two lengths are compared. */
const containsCidrCost: FunctionCost = {
  track: (cidr) => traversal(cidr, 2 * stringTraversalFactor) + traversal(cidr) + 1,
  estimate: () => ({
    cost: sum(
      scale(sum(addressSize, addressSize), stringTraversalFactor),
      scale(addressSize, stringTraversalFactor),
      exactly(1),
    ),
  }),
};

/** Adds the cost of parsing the second operand, which is a string in this overload. */
function withParsingCost(cost: FunctionCost): FunctionCost {
  const { track, estimate } = cost;
  return {
    track: (first, second, result) =>
      (typeof track === "number" ? track : track(first, second, result)) + traversal(second),
    estimate: (operands) => ({
      cost: sum(estimate(operands).cost, scale(operandAt(operands, 1).size, stringTraversalFactor)),
    }),
  };
}

export const cidrLibrary: Library = {
  name: "kubernetes.net.cidr",
  functions: [
    declareFunction("cidr", overload("string_to_cidr", [stringType], cidrType, readCidr)),
    declareFunction("isCIDR", overload("is_cidr", [stringType], boolType, isCidr)),
    declareFunction(
      "containsIP",
      member("cidr_contains_ip_string", [cidrType, stringType], boolType, containsIpText),
      member("cidr_contains_ip_ip", [cidrType, ipType], boolType, containsIpValue),
    ),
    declareFunction(
      "containsCIDR",
      member("cidr_contains_cidr_string", [cidrType, stringType], boolType, containsCidrText),
      member("cidr_contains_cidr", [cidrType, cidrType], boolType, containsCidrValue),
    ),
    declareFunction(
      "ip",
      member("cidr_ip", [cidrType], ipType, ({ prefix }: CidrValue) => new IpValue(prefix.address)),
    ),
    declareFunction(
      "prefixLength",
      member("cidr_prefix_length", [cidrType], intType, ({ prefix }: CidrValue) => BigInt(prefix.bits)),
    ),
    declareFunction(
      "masked",
      member("cidr_masked", [cidrType], cidrType, ({ prefix }: CidrValue) => new CidrValue(maskIpPrefix(prefix))),
    ),
    declareFunction(
      "string",
      overload("cidr_to_string", [cidrType], stringType, ({ prefix }: CidrValue) => formatIpPrefix(prefix)),
    ),
  ],
  types: [{ name: "net.CIDR", type: typeType(cidrType) }],
  costs: {
    byName: { cidr: parsingCost(), isCIDR: parsingCost(), containsIP: containsIpCost, containsCIDR: containsCidrCost },
    byOverload: {
      cidr_ip: fixedCost(1),
      cidr_contains_ip_string: withParsingCost(containsIpCost),
      cidr_contains_cidr_string: withParsingCost(containsCidrCost),
    },
  },
  since: "1.30",
};

export class CidrValue implements OpaqueValue {
  readonly celType = cidrType;
  readonly prefix: IpPrefix;

  constructor(prefix: IpPrefix) {
    this.prefix = prefix;
  }

  /** The length of the prefix in bytes, rounded up. */
  get size(): number {
    return Math.ceil(this.prefix.bits / 8);
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof CidrValue && equalIpPrefix(this.prefix, other.prefix);
  }
}

const conversionPrefix = "network address parse error during conversion from string: ";

function readCidr(text: string): CidrValue | CelError {
  const prefix = parseIpPrefix(text);
  // kube-apiserver repeats the prefix of the message for syntax errors.
  if (!prefix.ok) return new CelError(`${conversionPrefix}${conversionPrefix}${prefix.error}`);
  if (isIpv4Mapped(prefix.value.address)) {
    return new CelError(`${conversionPrefix}IPv4-mapped IPv6 address ${quoteGo(text)} is not allowed`);
  }
  return new CidrValue(prefix.value);
}

function isCidr(text: string): boolean {
  return readCidr(text) instanceof CidrValue;
}

/** Returns `noSuchOverload` for a string that is not an IP address, as kube-apiserver does. */
function containsIpText(cidr: CidrValue, text: string): boolean | CelError {
  const ip = readIp(text);
  return ip instanceof CelError ? noSuchOverload : containsIpValue(cidr, ip);
}

function containsIpValue({ prefix }: CidrValue, { address }: IpValue): boolean {
  return containsIp(prefix, address);
}

function containsCidrText(cidr: CidrValue, text: string): boolean | CelError {
  const other = readCidr(text);
  return other instanceof CelError ? other : containsCidrValue(cidr, other);
}

function containsCidrValue(outer: CidrValue, inner: CidrValue): boolean {
  return containsIpPrefix(outer.prefix, inner.prefix);
}
