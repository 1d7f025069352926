/**
 * Allocates service addresses. Each allocated address is an IPAddress object, so that several servers cannot assign the
 * same one twice.
 *
 * @module
 */

import type { IPFamily } from "../../api/types/core-v1.ts";
import { parseIp } from "../../text/ip.ts";
import type { WriteContext } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import { internalError } from "../request/failures.ts";
import { StatusError, undefinedIfNotFound } from "../request/status.ts";
import type { AddressRange } from "./address-range.ts";

/** The service that has an address. */
export interface Holder {
  readonly namespace: string;
  readonly name: string;
}

export interface AddressesOptions {
  readonly ranges: () => readonly AddressRange[];
  /** The store of IPAddresses. */
  readonly store: ResourceStore;
  /** The context, with the server's own user, in which it writes. */
  readonly write: WriteContext;
}

/** Error message for an address that is allocated already. */
export const addressTaken = "provided IP is already allocated";

export class Addresses {
  private readonly options: AddressesOptions;

  constructor(options: AddressesOptions) {
    this.options = options;
  }

  /** The address families of the ranges, the default first. */
  get families(): readonly IPFamily[] {
    return [...new Set(this.options.ranges().map(({ family }) => family))];
  }

  /**
   * Allocates a free address.
   *
   * @param isDryRun - allocates nothing and returns the network address, which is never assigned, like kube-apiserver
   * @throws {StatusError} InternalError if all addresses are taken
   */
  async takeAny(family: IPFamily, holder: Holder, isDryRun: boolean): Promise<string> {
    const { ranges, store } = this.options;
    for (const range of ranges().filter((each) => each.family === family)) {
      if (isDryRun) return range.network;
      for (const address of range.candidates()) {
        if (store.cachedObject({ namespace: "", name: address })) continue;
        if (await this.create(address, family, holder)) return address;
      }
    }
    throw internalError(`failed to allocate a serviceIP for Service ${JSON.stringify(holder.name)}: range is full`);
  }

  /**
   * Allocates a specific address.
   *
   * @returns why the address cannot be allocated; undefined on success
   */
  async take(text: string, family: IPFamily, holder: Holder, isDryRun: boolean): Promise<string | undefined> {
    const address = parseIp(text);
    const ranges = this.options.ranges().filter((each) => each.family === family);
    if (!address.ok || !ranges.some((range) => range.contains(address.value))) {
      return "the provided network does not match the current range";
    }
    if (isDryRun || (await this.create(text, family, holder))) return undefined;
    return addressTaken;
  }

  /** Releases an address, if it belongs to the holder. */
  async release(address: string, { namespace, name }: Holder): Promise<void> {
    const { store, write } = this.options;
    const target = { namespace: "", name: address };
    const held = await undefinedIfNotFound(store.get(target));
    const { parentRef } = (held?.["spec"] ?? {}) as { readonly parentRef?: Holder };
    if (!held || parentRef?.namespace !== namespace || parentRef.name !== name) return;
    const { uid = "" } = held.metadata;
    await undefinedIfNotFound(store.delete({ target, preconditions: { uid } }, write));
  }

  /** Creates the IPAddress; false if the address is taken. */
  private async create(name: string, family: IPFamily, { namespace, name: holder }: Holder): Promise<boolean> {
    const labels = {
      "ipaddress.kubernetes.io/ip-family": family,
      "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
    };
    const parentRef = { resource: "services", namespace, name: holder };
    try {
      await this.options.store.create({ metadata: { name, labels }, spec: { parentRef } }, this.options.write);
      return true;
    } catch (error) {
      if (error instanceof StatusError && error.reason === "AlreadyExists") return false;
      throw error;
    }
  }
}
