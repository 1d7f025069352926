/**
 * ResourceQuota: rejects writes that exceed the quotas of their namespace, and updates the usage in the quotas
 * immediately.
 *
 * @module
 */
import type { Pod, ResourceQuota, ScopedResourceSelectorRequirement } from "../../api/types/core-v1.ts";
import type { OwnerReference } from "../../api/types/meta-v1.ts";
import type { DeviceClass, ResourceClaim } from "../../api/types/resource-v1.ts";
import type { Configuration, LimitedResource } from "../../api/types/resourcequota-v1.ts";
import { memberOf } from "../../json/member.ts";
import { deviceClaimUsage } from "../../kinds/core/device-claim-usage.ts";
import {
  type CountedWrite,
  claimUsage,
  objectCount,
  podUsage,
  type QuotaUsage,
  serviceUsage,
  type UsageContext,
} from "../../kinds/core/quota-usage.ts";
import { type Amounts, addAmounts, amountsOf, type ResourceList } from "../../kinds/core/resource-list.ts";
import {
  compareQuantities,
  formatQuantity,
  type Quantity,
  quantitySign,
  subtractQuantities,
} from "../../text/quantity.ts";
import { changeIfSame } from "../controllers/ignore-races.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";
import { undefinedIfNotFound } from "../request/status.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import { assertCovered, selectorsOf } from "./limited-resources.ts";
import { type AdmissionPlugin, type PluginParts, refused } from "./plugin.ts";

export function resourceQuota({ store, isEnabled, nowMs, write, configurationOf }: PluginParts): AdmissionPlugin {
  const turns = new NamespaceQueues();
  const { limitedResources: limited = [] } = configurationOf<Configuration>("ResourceQuota") ?? {};
  return {
    async approve(attempt) {
      const { namespace } = attempt.target;
      const quotas = store("", "resourcequotas");
      const counted = countedWrite(attempt);
      if (namespace === "" || !counted || !quotas) return;
      if (quotas.cached(namespace).length === 0 && limited.length === 0) return;
      const charge = new Charge(attempt, counted, { isEnabled, nowMs: nowMs(), ...devicesOf(store) });
      await turns.run(namespace, async () => {
        const found = await Promise.all(
          quotas
            .cached(namespace)
            .map(({ metadata: { name = "" } }) => undefinedIfNotFound(quotas.get({ namespace, name }))),
        );
        const all = found.flatMap((quota) => quota ?? []);
        if (limited.length > 0) charge.assertCovered(all, limited);
        const changed = charge.changes(all);
        if (attempt.isDryRun) return;
        for (const quota of changed) {
          await update(quotas, quota, charge, write);
          if (isTurnOver()) await nextTurn();
        }
      });
    },
  };
}

/** Looks up device classes, and pods whose extended resources are devices, in the server's cache. */
function devicesOf(store: PluginParts["store"]): Pick<UsageContext, "deviceClasses" | "podOf"> {
  const group = "resource.<domain>";
  let classes: ReadonlyMap<string, string> | undefined;
  return {
    deviceClasses() {
      const found = (store(group, "deviceclasses")?.cached() ?? []) as readonly DeviceClass[];
      classes ??= new Map(found.map(({ metadata, spec }) => [metadata?.name ?? "", spec?.extendedResourceName ?? ""]));
      return classes;
    },
    podOf(claim) {
      const { namespace = "", name = "" } = claim.metadata ?? {};
      const owner = podOwner(claim);
      const pod = owner && (store("", "pods")?.cachedObject({ namespace, name: owner.name ?? "" }) as Pod | undefined);
      if (!pod || pod.metadata?.uid !== owner?.uid) return undefined;
      const known = pod.status?.extendedResourceClaimStatus;
      if (known) return known.resourceClaimName === name ? pod : undefined;
      const others = (store(group, "resourceclaims")?.cached(namespace) ?? []) as readonly ResourceClaim[];
      return others.some((other) => podOwner(other)?.uid === owner?.uid && isBefore(other, claim)) ? undefined : pod;
    },
  };
}

/** Returns the owning pod of a claim that the scheduler has created for the extended resources of the pod. */
function podOwner({ metadata = {} }: ResourceClaim): OwnerReference | undefined {
  if (memberOf(metadata.annotations, "resource.kubernetes.io/extended-resource-claim") !== "true") return undefined;
  const owner = metadata.ownerReferences?.find(({ controller }) => controller);
  return owner?.kind === "Pod" && owner.apiVersion === "v1" ? owner : undefined;
}

function isBefore({ metadata: one = {} }: ResourceClaim, { metadata: other = {} }: ResourceClaim): boolean {
  const [first = "", second = ""] = [one.creationTimestamp, other.creationTimestamp];
  return first === second ? (one.name ?? "") < (other.name ?? "") : first < second;
}

/** Serializes the quota checks of a namespace, so that two requests cannot use the same remaining amount. */
class NamespaceQueues {
  private readonly last = new Map<string, Promise<void>>();

  async run(key: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.last.get(key) ?? Promise.resolve()).catch(() => {}).then(work);
    this.last.set(key, turn);
    try {
      await turn;
    } finally {
      if (this.last.get(key) === turn) this.last.delete(key);
    }
  }
}

/**
 * Stores the changed usage of a quota. Charges the write again if another server has changed the quota in the meantime.
 */
async function update(
  quotas: ResourceStore,
  changed: ApiObject,
  charge: Charge,
  write: PluginParts["write"],
): Promise<void> {
  const { namespace = "", name = "" } = changed.metadata;
  const change = changeIfSame(changed, (current) => charge.changes([current])[0] ?? current);
  const request = { target: { namespace, name }, subresource: "status", change, isRepeatable: true } as const;
  await undefinedIfNotFound(quotas.update(request, write));
}

type AnyUsage = QuotaUsage<object>;

const usageByResource: ReadonlyMap<string, AnyUsage> = new Map<string, AnyUsage>([
  ["pods", podUsage],
  ["services", serviceUsage],
  ["persistentvolumeclaims", claimUsage],
]);

/** Resources that quotas also count under their plain name, without the prefix `count/`. */
const plainlyCounted = ["configmaps", "resourcequotas", "replicationcontrollers", "secrets"];

/** Returns the usage calculation of a resource; undefined if quotas do not count the resource. */
function usageOf({ group, resource }: AdmissionAttributes["resource"]): AnyUsage | undefined {
  if (resource === "events") return undefined;
  if (group !== "") {
    const count = `count/${resource}.${group}`;
    return resource === "resourceclaims" ? deviceClaimUsage(count) : objectCount([count]);
  }
  const plain = plainlyCounted.includes(resource) ? [resource] : [];
  return usageByResource.get(resource) ?? objectCount([`count/${resource}`, ...plain]);
}

interface WriteUsage {
  readonly usage: AnyUsage;
  readonly write: CountedWrite<object>;
}

function countedWrite({
  operation,
  resource,
  subresource,
  object,
  oldObject,
}: AdmissionAttributes): WriteUsage | undefined {
  if (operation === "DELETE" || operation === "CONNECT") return undefined;
  const usage = usageOf(resource);
  if (!usage || !object) return undefined;
  const write = { operation, subresource, object, oldObject };
  return usage.canChangeUsage(write) ? { usage, write } : undefined;
}

/** The usage that a write adds to quotas. */
class Charge {
  private readonly attempt: AdmissionAttributes;
  private readonly counted: WriteUsage;
  private readonly context: UsageContext;

  constructor(attempt: AdmissionAttributes, counted: WriteUsage, context: UsageContext) {
    this.attempt = attempt;
    this.counted = counted;
    this.context = context;
  }

  /**
   * Returns the quotas that count the write, with the usage that it adds; quotas that it does not change are left out.
   *
   * @throws {StatusError} Forbidden if the write exceeds one of them
   */
  changes(quotas: readonly ApiObject[]): readonly ApiObject[] {
    const counting = quotas.filter((quota) => this.isCountedBy(quota, this.counted.write.object));
    for (const quota of counting) this.assertKnown(quota);
    return counting.flatMap((quota) => this.chargedQuota(quota) ?? []);
  }

  /**
   * Checks that quotas cover the limited resources of the write, if it uses more than before.
   *
   * @throws {StatusError} if a limited resource has no quota
   */
  assertCovered(quotas: readonly ApiObject[], limited: readonly LimitedResource[]): void {
    const { usage, write } = this.counted;
    const counting = quotas.filter((quota) => this.isCountedBy(quota, write.object));
    for (const quota of counting) this.assertKnown(quota);
    const added = counting.length > 0 ? counting.map((quota) => this.amountsAddedTo(quota)) : [this.addedAmounts(true)];
    if (added.every(({ size }) => size === 0)) return;
    const use = {
      attempt: this.attempt,
      amounts: usage.usageOf(write.object, this.context),
      isIn: (scope: ScopedResourceSelectorRequirement) => this.isIn(write.object, scope),
    };
    const names = new Set(counting.flatMap((quota) => this.limitNamesIn(quota)));
    assertCovered(limited, use, { names, quotas });
  }

  private isIn(object: object, scope: ScopedResourceSelectorRequirement): boolean {
    return this.counted.usage.isInScope?.(object, scope, this.context) ?? false;
  }

  private isCountedBy(quota: ResourceQuota, object: object): boolean {
    return this.limitNamesIn(quota).length > 0 && selectorsOf(quota).every((scope) => this.isIn(object, scope));
  }

  /** Returns the names of the quota's limits that apply to the object. */
  private limitNamesIn({ status }: ResourceQuota): readonly string[] {
    return Object.keys(status?.hard ?? {}).filter((name) => this.counted.usage.canUseResource(name, this.context));
  }

  private assertKnown(quota: ResourceQuota): void {
    const { usage, write } = this.counted;
    const { metadata, status = {} } = quota;
    const names = this.limitNamesIn(quota);
    const lack = usage.missingResources?.(write.object, new Set(names), this.context);
    if (lack !== undefined) throw refused(this.attempt, `failed quota: ${metadata?.name}: ${lack}`);
    if (names.every((name) => Object.hasOwn(status.used ?? {}, name))) return;
    const why = `status unknown for quota: ${metadata?.name}, resources: ${names.toSorted().join(",")}`;
    throw refused(this.attempt, why);
  }

  private chargedQuota(quota: ApiObject): ApiObject | undefined {
    const { status = {} } = quota as ResourceQuota;
    const hard = amountsOf(status.hard);
    const requested = new Map([...this.amountsAddedTo(quota)].filter(([name]) => hard.has(name)));
    if (requested.size === 0) return undefined;
    const used = addAmounts(amountsOf(status.used), requested);
    const exceeded = [...requested.keys()].filter((name) => isAbove(used.get(name), hard.get(name)));
    if (exceeded.length > 0 && this.attempt.subresource !== "status") {
      const shown = (amounts: Amounts) => describe(amounts, exceeded);
      const why = `exceeded quota: ${quota.metadata.name}, requested: ${shown(requested)}, used: ${shown(amountsOf(status.used))}, limited: ${shown(hard)}`;
      throw refused(this.attempt, why);
    }
    return { ...quota, status: { ...status, used: listOf(used) } };
  }

  /**
   * Returns the amounts that the write adds to a quota: for an update, the difference, if the quota counted the old
   * object.
   */
  private amountsAddedTo(quota: ResourceQuota): Amounts {
    const { oldObject } = this.counted.write;
    return this.addedAmounts(oldObject !== undefined && this.isCountedBy(quota, oldObject));
  }

  private addedAmounts(isKnown: boolean): Amounts {
    const { usage, write } = this.counted;
    const after = usage.usageOf(write.object, this.context);
    const { oldObject } = write;
    const before: Amounts = isKnown && oldObject ? usage.usageOf(oldObject, this.context) : new Map();
    const added = [...after].map(([name, amount]) => {
      const old = before.get(name);
      return [name, old ? subtractQuantities(amount, old) : amount] as const;
    });
    return new Map(added.filter(([, amount]) => quantitySign(amount) > 0));
  }
}

const isAbove = (used: Quantity | undefined, hard: Quantity | undefined): boolean =>
  used !== undefined && hard !== undefined && compareQuantities(used, hard) > 0;

const listOf = (amounts: Amounts): ResourceList =>
  Object.fromEntries([...amounts].map(([name, amount]) => [name, formatQuantity(amount)]));

/** Returns text such as `cpu=1,memory=1Gi`, sorted by name. */
function describe(amounts: Amounts, names: readonly string[]): string {
  const shown = names.toSorted().flatMap((name) => {
    const amount = amounts.get(name);
    return amount ? [`${name}=${formatQuantity(amount)}`] : [];
  });
  return shown.join(",");
}
