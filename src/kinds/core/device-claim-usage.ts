/**
 * The devices of a ResourceClaim that count against quotas: by device class, and as the extended resources that classes
 * provide.
 *
 * @module
 */
import type { ResourceClaim } from "../../api/types/resource-v1.ts";
import { type Quantity, quantitySign, subtractQuantities } from "../../text/quantity.ts";
import { count, isCreation, one, podUsage, type QuotaUsage, requestPrefix, type UsageContext } from "./quota-usage.ts";
import { type Amounts, addAmounts } from "./resource-list.ts";

const deviceClassSuffix = ".deviceclass.resource.k8s.io/devices";
const implicitPrefix = "deviceclass.resource.kubernetes.io/";
/** The maximum number of devices of a claim, which is also the usage of a request for all devices. */
const maxDevices = 32;

/** @param countName - the quota resource that counts claims */
export const deviceClaimUsage = (countName: string): QuotaUsage<ResourceClaim> => ({
  canChangeUsage: isCreation,
  canUseResource: (name, context) =>
    name === countName || name.endsWith(deviceClassSuffix) || isDeviceClassResource(name, context),
  usageOf(claim, context) {
    const byRequest = (claim.spec?.devices?.requests ?? []).map(({ exactly, firstAvailable = [] }) =>
      maxCountByClass(firstAvailable.length > 0 ? firstAvailable : exactly === undefined ? [] : [exactly]),
    );
    const byClass = byRequest.reduce(addAmounts, new Map());
    const extended = context.isEnabled("DRAExtendedResource") ? extendedUsage(claim, byClass, context) : [];
    const perClass = [...byClass].map(([name, amount]) => [name + deviceClassSuffix, amount] as const);
    return new Map([[countName, one], ...perClass, ...extended]);
  },
});

/** Whether an existing device class provides the extended resource, such as `requests.example.com/gpu`. */
function isDeviceClassResource(name: string, { isEnabled, deviceClasses }: UsageContext): boolean {
  if (!name.startsWith(requestPrefix) || !isEnabled("DRAExtendedResource")) return false;
  const resource = name.slice(requestPrefix.length);
  if (resource.startsWith(implicitPrefix)) return deviceClasses().has(resource.slice(implicitPrefix.length));
  return [...deviceClasses().values()].includes(resource);
}

/** Returns the usage as extended resources, minus the usage that the pod of the claim already counts. */
function extendedUsage(claim: ResourceClaim, byClass: Amounts, context: UsageContext): [string, Quantity][] {
  const pod = context.podOf(claim);
  const counted: Amounts = pod ? podUsage.usageOf(pod, context) : new Map();
  const wanted = [...byClass].flatMap(([name, amount]) => {
    const resource = context.deviceClasses().get(name) ?? "";
    const names = [implicitPrefix + name, ...(resource === "" ? [] : [resource])];
    return names.map((each) => [requestPrefix + each, amount] as const);
  });
  return wanted.flatMap(([name, amount]) => {
    const known = counted.get(name);
    const rest = known ? subtractQuantities(amount, known) : amount;
    return quantitySign(rest) > 0 ? [[name, rest] as [string, Quantity]] : [];
  });
}

interface DeviceAmount {
  readonly deviceClassName?: string;
  readonly allocationMode?: string;
  readonly count?: unknown;
}

/** Returns the maximum number of devices of each class over alternative requests. */
function maxCountByClass(requests: readonly DeviceAmount[]): Amounts {
  const most = new Map<string, number>();
  for (const { deviceClassName = "", allocationMode, count: exact } of requests) {
    const amount = allocationMode === "All" ? maxDevices : allocationMode === "ExactCount" ? Number(exact ?? 0) : 0;
    most.set(deviceClassName, Math.max(most.get(deviceClassName) ?? 0, amount));
  }
  return new Map([...most].map(([name, amount]) => [name, count(amount)]));
}
