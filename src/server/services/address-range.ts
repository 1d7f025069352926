/**
 * A range of IP addresses for services.
 *
 * @module
 */
import { randomInt } from "node:crypto";
import type { IPFamily } from "../../api/types/core-v1.ts";
import {
  containsIp,
  formatIp,
  formatIpPrefix,
  type IpAddress,
  type IpPrefix,
  isIpv4,
  maskIpPrefix,
} from "../../text/ip.ts";

/**
 * Size of the lower band, and its share of the range. Its addresses are assigned only when all others are taken, since
 * clients choose static addresses there.
 */
const minBand = 16n;
const maxBand = 256n;
const bandShare = 16n;

/** Maximum number of addresses to try when searching for a free one. */
const maxLooks = 65_536;

export class AddressRange {
  readonly prefix: IpPrefix;
  readonly family: IPFamily;
  private readonly base: bigint;
  private readonly first: bigint;
  private readonly count: bigint;
  private readonly staticBandSize: bigint;

  constructor(prefix: IpPrefix) {
    this.prefix = maskIpPrefix(prefix);
    const { address, bits } = this.prefix;
    this.family = isIpv4(address) ? "IPv4" : "IPv6";
    const size = 1n << BigInt(address.bytes.length * 8 - bits);
    this.base = toNumber(address);
    // The network address is never assigned, and in IPv4 neither is the broadcast address.
    this.first = 1n;
    this.count = size - (this.family === "IPv4" ? 2n : 1n);
    const share = size / bandShare;
    this.staticBandSize = size < minBand ? 0n : share < minBand ? minBand : share > maxBand ? maxBand : share;
  }

  /** The range in CIDR notation, such as `10.0.0.0/24`. */
  get text(): string {
    return formatIpPrefix(this.prefix);
  }

  /** The network address, such as `10.0.0.0`. */
  get network(): string {
    return formatIp(this.prefix.address);
  }

  contains(address: IpAddress): boolean {
    if (!containsIp(this.prefix, address)) return false;
    const offset = toNumber(address) - this.base;
    return offset >= this.first && offset < this.first + this.count;
  }

  /** The address that the server itself uses. */
  get firstAddress(): string {
    return this.at(0n);
  }

  /**
   * Returns addresses in the order in which they are tried: those above the band from a random one on, then those of
   * the band.
   */
  *candidates(): Iterable<string> {
    const upper = this.count - this.staticBandSize;
    for (const [start, length] of [
      [this.staticBandSize, upper],
      [0n, this.staticBandSize],
    ] as const) {
      if (length <= 0n) continue;
      const looks = length < BigInt(maxLooks) ? Number(length) : maxLooks;
      const from = BigInt(randomInt(looks));
      for (let step = 0n; step < BigInt(looks); step++) yield this.at(start + ((from + step) % length));
    }
  }

  private at(offset: bigint): string {
    const { bytes } = this.prefix.address;
    return formatIp({ ...this.prefix.address, bytes: toBytes(this.base + this.first + offset, bytes.length) });
  }
}

const toNumber = ({ bytes }: IpAddress): bigint => [...bytes].reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

const toBytes = (value: bigint, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * (length - 1 - index))) & 0xffn));
