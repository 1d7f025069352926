/**
 * Allocates node ports of services, each only once.
 *
 * @module
 */

import { randomInt } from "node:crypto";
import type { Service } from "../../api/types/core-v1.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";
import { internalError } from "../request/failures.ts";

/** A range of ports, including its first and last port. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** Error message for a port that is allocated already. */
export const portTaken = "provided port is already allocated";

export class NodePorts {
  private readonly range: PortRange;
  private readonly ownerByPort = new Map<number, string>();
  private readonly stopSeeing: () => void;

  /** @param services - the services whose ports are taken already */
  constructor(range: PortRange, services: ResourceStore) {
    this.range = range;
    const load = () => {
      for (const service of services.cached()) this.updatePorts(undefined, service);
    };
    load();
    this.stopSeeing = services.subscribe({
      change: ({ object, previous }) => this.updatePorts(previous, object),
      // Starts over, since services may have been deleted in the meantime.
      reset: () => {
        this.ownerByPort.clear();
        load();
      },
    });
  }

  stop(): void {
    this.stopSeeing();
  }

  isTaken(port: number): boolean {
    return this.ownerByPort.has(port);
  }

  /**
   * Allocates a specific port.
   *
   * @returns why the port cannot be allocated; undefined on success
   */
  take(port: number, owner: string): string | undefined {
    const { first, last } = this.range;
    if (port < first || port > last) {
      return `provided port is not in the valid range. The range of valid ports is ${first}-${last}`;
    }
    if (this.isTaken(port)) return portTaken;
    this.ownerByPort.set(port, owner);
    return undefined;
  }

  /**
   * Allocates a free port.
   *
   * @throws {StatusError} InternalError if all ports are taken
   */
  takeAny(owner: string): number {
    const { first, last } = this.range;
    const count = last - first + 1;
    const from = randomInt(count);
    for (let step = 0; step < count; step++) {
      const port = first + ((from + step) % count);
      if (this.take(port, owner) === undefined) return port;
    }
    throw internalError("failed to allocate a nodePort: range is full");
  }

  /** Releases a port, if it belongs to the owner. */
  release(port: number, owner: string): void {
    if (this.ownerByPort.get(port) === owner) this.ownerByPort.delete(port);
  }

  /** Follows changes of services, since other servers allocate ports, too. */
  private updatePorts(before: ApiObject | undefined, now: ApiObject | undefined): void {
    const kept = new Set(now ? nodePortsOf(now) : []);
    if (before) for (const port of nodePortsOf(before)) if (!kept.has(port)) this.release(port, ownerOf(before));
    if (now) for (const port of kept) this.ownerByPort.set(port, ownerOf(now));
  }
}

export const ownerOf = ({ metadata }: ApiObject): string => `${metadata.namespace}/${metadata.name}`;

export function nodePortsOf({ spec = {} }: Service): readonly number[] {
  const { ports = [], healthCheckNodePort = 0 } = spec;
  return [...ports.map(({ nodePort = 0 }) => nodePort), healthCheckNodePort].filter((port) => port > 0);
}
