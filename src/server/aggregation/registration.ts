/**
 * Maintains the APIServices of the group versions that this server serves itself. Those of built-in group versions are
 * created and corrected when the server starts, and left alone after that; those of group versions from
 * CustomResourceDefinitions follow the definitions.
 *
 * @module
 */
import type { CustomResourceDefinition } from "../../api/types/apiextensions-v1.ts";
import type { APIServiceSpec } from "../../api/types/apiregistration-v1.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import type { Controller, ControllerOptions } from "../controllers/controller.ts";
import { changeIfSame, ignoreRaces } from "../controllers/ignore-races.ts";
import { WorkQueue } from "../controllers/work-queue.ts";
import { customGroupPriorities, type Priorities, prioritiesOf } from "../discovery/group-priorities.ts";
import type { CacheEvent } from "../registry/cache-event.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";

/** Label of an APIService that specifies whether and when the server changes it. */
const managedLabel = "kube-aggregator.kubernetes.io/automanaged";

type Managed = "onstart" | "true";

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

interface WantedService {
  readonly spec: APIServiceSpec;
  readonly managed: Managed;
}

interface Stores {
  readonly services: ResourceStore;
  readonly definitions: ResourceStore;
}

/**
 * Starts to maintain APIServices. Resolves once those of the server's own group versions are stored, or the store has
 * rejected them.
 *
 * @param own - group versions that the server has without definitions
 */
export async function startRegistration(
  stores: Stores,
  own: readonly GroupVersion[],
  options: ControllerOptions,
): Promise<Controller> {
  const registration = new Registration(stores, own, options);
  await registration.idle();
  return registration;
}

class Registration implements Controller {
  private readonly services: ResourceStore;
  private readonly options: ControllerOptions;
  private readonly queue: WorkQueue;
  private readonly ownServiceByName: ReadonlyMap<string, WantedService>;
  /** The group versions that a definition serves, by the name of the definition. */
  private readonly versionsByDefinition = new Map<string, readonly GroupVersion[]>();
  /** The number of definitions that serve a group version, by the name of its APIService. */
  private readonly counts = new Map<string, number>();
  /** Names of APIServices whose check at the start of the server is still pending. */
  private readonly pendingStartChecks: Set<string>;
  /** Names of APIServices that admission changes on each write: correcting them would never end. */
  private readonly overruled = new Set<string>();
  private readonly stops: (() => void)[];

  constructor({ services, definitions }: Stores, own: readonly GroupVersion[], options: ControllerOptions) {
    this.services = services;
    this.options = options;
    this.queue = new WorkQueue((name) => this.check(name), options.log);
    this.ownServiceByName = ownServices(own);
    this.pendingStartChecks = new Set([...this.ownServiceByName.keys(), ...services.cached().map(nameOf)]);
    const defineAll = () => {
      const gone = new Set(this.versionsByDefinition.keys());
      for (const definition of definitions.cached()) {
        gone.delete(nameOf(definition));
        this.define(nameOf(definition), definition);
      }
      for (const name of gone) this.define(name, undefined);
    };
    const addAll = () => {
      for (const name of [...this.counts.keys(), ...services.cached().map(nameOf)]) this.queue.add(name);
    };
    this.stops = [
      services.subscribe({ change: (event) => this.queue.add(changedName(event)), reset: addAll }),
      definitions.subscribe({ change: (event) => this.define(changedName(event), event.object), reset: defineAll }),
    ];
    defineAll();
    for (const name of this.pendingStartChecks) this.queue.add(name);
  }

  /** Resolves once all APIServices known so far have been checked. */
  idle(): Promise<void> {
    return this.queue.idle();
  }

  stop(): void {
    for (const stop of this.stops) stop();
    this.queue.stop();
  }

  /**
   * Updates the group versions that a definition serves.
   *
   * @param definition - undefined if it has been deleted
   */
  private define(name: string, definition: ApiObject | undefined): void {
    const before = this.versionsByDefinition.get(name) ?? [];
    const now = definition ? servedVersions(definition) : [];
    if (semanticEqual(before, now)) return;
    this.versionsByDefinition.set(name, now);
    if (now.length === 0) this.versionsByDefinition.delete(name);
    for (const version of now) this.count(version, 1);
    for (const version of before) this.count(version, -1);
  }

  private count(version: GroupVersion, more: number): void {
    const name = serviceName(version);
    const count = (this.counts.get(name) ?? 0) + more;
    if (count > 0) this.counts.set(name, count);
    else this.counts.delete(name);
    this.overruled.delete(name);
    this.queue.add(name);
  }

  private wantedService(name: string): WantedService | undefined {
    if (!this.counts.has(name)) return this.ownServiceByName.get(name);
    const [version = "", ...group] = name.split(".");
    return { spec: specOf({ group: group.join("."), version }, customGroupPriorities), managed: "true" };
  }

  private async check(name: string): Promise<void> {
    const isFirst = this.pendingStartChecks.has(name);
    await this.reconcile(name, isFirst);
    this.pendingStartChecks.delete(name);
  }

  private async reconcile(name: string, isFirst: boolean): Promise<void> {
    const wanted = this.wantedService(name);
    if ((wanted?.managed === "onstart" && !isFirst) || this.overruled.has(name)) return;
    const held = this.services.cachedObject({ namespace: "", name });
    if (!held) {
      if (wanted) await this.create(name, wanted);
      return;
    }
    const managed = held.metadata.labels?.[managedLabel];
    if (managed !== "true" && !(managed === "onstart" && isFirst)) return;
    if (!wanted) await this.remove(held);
    else if (!semanticEqual(held["spec"], wanted.spec)) await this.correct(held, wanted);
  }

  private async create(name: string, { spec, managed }: WantedService): Promise<void> {
    const object = { metadata: { name, labels: { [managedLabel]: managed } }, spec: { ...spec } };
    await ignoreRaces(
      this.services.create(object, this.options.write).then((made) => this.noteIfOverruled(made, spec)),
    );
  }

  private async correct(held: ApiObject, { spec }: WantedService): Promise<void> {
    const target = { namespace: "", name: nameOf(held) };
    const change = changeIfSame(held, (current) => ({ ...current, spec: { ...spec } }));
    const update = this.services.update({ target, subresource: "", change, isRepeatable: true }, this.options.write);
    await ignoreRaces(update.then(({ object }) => this.noteIfOverruled(object, spec)));
  }

  private async remove({ metadata }: ApiObject): Promise<void> {
    const target = { namespace: "", name: metadata.name ?? "" };
    const preconditions = { uid: metadata.uid ?? "" };
    await ignoreRaces(this.services.delete({ target, preconditions }, this.options.write));
  }

  private noteIfOverruled(written: ApiObject, spec: APIServiceSpec): void {
    if (!semanticEqual(written["spec"], spec)) this.overruled.add(nameOf(written));
  }
}

const nameOf = ({ metadata }: ApiObject): string => metadata.name ?? "";

const changedName = ({ change }: CacheEvent): string => nameOf(change.object);

const serviceName = ({ group, version }: GroupVersion): string => `${version}.${group}`;

const specOf = ({ group, version }: GroupVersion, priorities: Priorities): APIServiceSpec => ({
  ...(group === "" ? {} : { group }),
  version,
  groupPriorityMinimum: priorities.groupPriority,
  versionPriority: priorities.versionPriority,
});

/**
 * Returns the wanted APIServices of the server's own group versions, by name. Group versions without priorities have no
 * APIService.
 */
function ownServices(own: readonly GroupVersion[]): ReadonlyMap<string, WantedService> {
  const wanted = new Map<string, WantedService>();
  for (const item of own) {
    const priorities = prioritiesOf(item.group, item.version);
    if (priorities) wanted.set(serviceName(item), { spec: specOf(item, priorities), managed: "onstart" });
  }
  return wanted;
}

function servedVersions(definition: ApiObject): readonly GroupVersion[] {
  const { group = "", versions } = (definition as CustomResourceDefinition).spec ?? {};
  return (versions ?? []).filter(({ served }) => served).map(({ name = "" }) => ({ group, version: name }));
}
