/**
 * Allocates cluster addresses and node ports for services: before a service is written. They are released if the write
 * fails, or when the service no longer uses them.
 *
 * @module
 */
import type { IPFamily, ServiceSpec } from "../../api/types/core-v1.ts";
import { addressesOf, isHeadless, needsHealthCheck } from "../../kinds/core/service-spec.ts";
import type { AdmissionAttributes, Allocation } from "../registry/parts.ts";
import type { ApiObject } from "../request/api-object.ts";
import { internalError, invalid } from "../request/failures.ts";
import type { StatusCause, StatusError } from "../request/status.ts";
import type { Addresses, Holder } from "./addresses.ts";
import { type NodePorts, nodePortsOf, ownerOf, portTaken } from "./node-ports.ts";
import { hasAddresses, invalidField, isWellFormed, settleFamilies } from "./service-families.ts";

export class ServiceAllocator {
  private readonly addresses: Addresses;
  private readonly ports: NodePorts;

  constructor(addresses: Addresses, ports: NodePorts) {
    this.addresses = addresses;
    this.ports = ports;
  }

  /**
   * Allocates what a service needs, and fills it into the service.
   *
   * @throws {StatusError} Invalid if the service cannot get an address or port that it requests
   */
  async claim({ object, oldObject, isDryRun }: AdmissionAttributes): Promise<Allocation | undefined> {
    const service = object ?? oldObject;
    if (!service) return undefined;
    const writeAllocation = new WriteAllocation({ addresses: this.addresses, ports: this.ports, service, isDryRun });
    if (!object) {
      writeAllocation.recordReleases(specOf(service), undefined);
      return writeAllocation;
    }
    const spec = specOf(object);
    if (!isWellFormed(spec)) return undefined;
    try {
      await writeAllocation.take(spec, oldObject && specOf(oldObject));
    } catch (error) {
      await writeAllocation.rollBack();
      throw error;
    }
    return writeAllocation;
  }
}

const specOf = ({ spec = {} }: ApiObject): ServiceSpec => spec as ServiceSpec;

interface AllocationParts {
  readonly addresses: Addresses;
  readonly ports: NodePorts;
  readonly service: ApiObject;
  readonly isDryRun: boolean;
}

class WriteAllocation implements Allocation {
  private readonly parts: AllocationParts;
  private readonly holder: Holder;
  private readonly owner: string;
  private takenAddresses: string[] = [];
  private readonly takenPorts = new Set<number>();
  /** The port from which a dry run counts up for ports that the service does not specify, like kube-apiserver. */
  private highestPort = lastPortOfDryRuns;
  private releasedAddresses: readonly string[] = [];
  private releasedPorts: readonly number[] = [];

  constructor(parts: AllocationParts) {
    const { namespace = "", name = "" } = parts.service.metadata;
    this.parts = parts;
    this.holder = { namespace, name };
    this.owner = ownerOf(parts.service);
  }

  async take(spec: ServiceSpec, old: ServiceSpec | undefined): Promise<void> {
    const faults = settleFamilies(spec, this.parts.addresses.families, old);
    if (faults.length > 0) throw this.invalid(faults);
    await this.takeAddresses(spec, old);
    this.takePorts(spec, old);
    if (old) this.recordReleases(old, spec);
  }

  /** Records the addresses and ports that the old service has and the new one does not. */
  recordReleases(old: ServiceSpec, now: ServiceSpec | undefined): void {
    const kept = now ? heldAddresses(now) : [];
    const keptPorts = now ? nodePortsOf({ spec: now }) : [];
    this.releasedAddresses = heldAddresses(old).filter((address) => !kept.includes(address));
    this.releasedPorts = nodePortsOf({ spec: old }).filter((port) => !keptPorts.includes(port));
  }

  async commit(): Promise<void> {
    await this.drop(this.releasedAddresses, this.releasedPorts);
  }

  async rollBack(): Promise<void> {
    await this.drop(this.takenAddresses, [...this.takenPorts]);
  }

  private async drop(addresses: readonly string[], ports: readonly number[]): Promise<void> {
    if (this.parts.isDryRun) return;
    for (const port of ports) this.parts.ports.release(port, this.owner);
    for (const address of addresses) await this.parts.addresses.release(address, this.holder);
  }

  /**
   * Allocates addresses. A service with addresses may get one of a second family; other changes are left for validation
   * to reject.
   */
  private async takeAddresses(spec: ServiceSpec, old: ServiceSpec | undefined): Promise<void> {
    if (!hasAddresses(spec) || isHeadless(spec)) return;
    const { ipFamilies = [], clusterIPs = [] } = spec;
    const isNew = !old || !hasAddresses(old);
    if (!isNew && (isHeadless(old) || old.ipFamilies?.length !== 1 || ipFamilies.length !== 2)) return;
    const addresses: string[] = isNew ? [] : clusterIPs.slice(0, 1);
    for (const name of ipFamilies.slice(addresses.length)) {
      const family: IPFamily = name === "IPv6" ? name : "IPv4";
      addresses.push(await this.takeAddress(clusterIPs[addresses.length] ?? "", family, clusterIPs));
    }
    spec.clusterIPs = addresses;
    if (addresses[0] !== undefined) spec.clusterIP = addresses[0];
  }

  private async takeAddress(asked: string, family: IPFamily, all: readonly string[]): Promise<string> {
    const { addresses, isDryRun } = this.parts;
    if (asked === "") {
      const address = await addresses.takeAny(family, this.holder, isDryRun);
      this.takenAddresses.push(address);
      return address;
    }
    const refusal = await addresses.take(asked, family, this.holder, isDryRun);
    if (refusal !== undefined) {
      throw this.invalid([invalidField("clusterIPs", all, `failed to allocate IP ${asked}: ${refusal}`)]);
    }
    this.takenAddresses.push(asked);
    return asked;
  }

  private takePorts(spec: ServiceSpec, old: ServiceSpec | undefined): void {
    if (hasNodePorts(spec)) {
      if (old) this.takeChangedPorts(spec, old);
      else this.takeFirstPorts(spec);
    }
    if (!needsHealthCheck(spec) || (old && needsHealthCheck(old))) return;
    const asked = spec.healthCheckNodePort;
    if (!asked) spec.healthCheckNodePort = this.allocateAnyPort();
    else {
      this.takePort(asked, (why) =>
        internalError(`failed to allocate requested HealthCheck NodePort ${asked}: ${why}`),
      );
    }
  }

  /**
   * Allocates the node ports of a new service. Several protocols on the same port share a node port, unless the service
   * specifies different ones.
   */
  private takeFirstPorts(spec: ServiceSpec): void {
    const { ports = [] } = spec;
    const askedPorts = new Map(
      ports.toReversed().flatMap(({ port, nodePort }) => (nodePort ? [[port, nodePort]] : [])),
    );
    const nodePorts = new Map<number | undefined, number>();
    for (const [index, port] of ports.entries()) {
      if (!port.nodePort && !givesNodePorts(spec)) continue;
      const shared = nodePorts.get(port.port);
      const asked = shared === undefined ? askedPorts.get(port.port) : port.nodePort;
      if (asked && asked !== shared) this.takeNodePort(asked, index);
      port.nodePort = asked || (shared ?? this.allocateAnyPort());
      nodePorts.set(port.port, shared ?? port.nodePort);
    }
  }

  private takeChangedPorts(spec: ServiceSpec, old: ServiceSpec): void {
    const held = new Set((old.ports ?? []).map(({ nodePort = 0 }) => nodePort));
    for (const [index, port] of (spec.ports ?? []).entries()) {
      if (!port.nodePort) {
        if (givesNodePorts(spec)) port.nodePort = this.allocateAnyPort();
      } else if (!held.has(port.nodePort)) {
        this.takeNodePort(port.nodePort, index);
        held.add(port.nodePort);
      }
    }
  }

  private takeNodePort(port: number, index: number): void {
    this.takePort(port, (why) => this.invalid([invalidField(`ports[${index}].nodePort`, port, why)]));
  }

  private allocateAnyPort(): number {
    const { ports, isDryRun } = this.parts;
    return this.recordPort(isDryRun ? this.highestPort + 1 : ports.takeAny(this.owner));
  }

  private takePort(port: number, refuse: (why: string) => StatusError): void {
    const refusal = this.parts.isDryRun ? this.refusalOfDryRun(port) : this.parts.ports.take(port, this.owner);
    if (refusal !== undefined) throw refuse(refusal);
    this.recordPort(port);
  }

  /** Returns the error for a port in a dry run, which accepts ports outside the range. */
  private refusalOfDryRun(port: number): string | undefined {
    return this.parts.ports.isTaken(port) || this.takenPorts.has(port) ? portTaken : undefined;
  }

  private recordPort(port: number): number {
    this.highestPort = this.takenPorts.size === 0 ? port : Math.max(this.highestPort, port);
    this.takenPorts.add(port);
    return port;
  }

  private invalid(causes: readonly StatusCause[]): StatusError {
    return invalid({ group: "", kind: "Service", name: this.holder.name }, causes);
  }
}

const heldAddresses = (spec: ServiceSpec): readonly string[] =>
  hasAddresses(spec) && !isHeadless(spec) ? addressesOf(spec) : [];

const hasNodePorts = ({ type }: ServiceSpec): boolean => type === "NodePort" || type === "LoadBalancer";

const givesNodePorts = ({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean =>
  type === "NodePort" || allocateLoadBalancerNodePorts !== false;

/** The number from which dry runs count up, like kube-apiserver. The ports that they return are not allocated. */
const lastPortOfDryRuns = 32_768;
