/**
 * resource.k8s.io/v1alpha3 ResourcePoolStatusRequest: requests a report on the available devices in a driver's pools.
 *
 * @module
 */
import type {
  PartitionTypeStatus,
  PoolStatus,
  ResourcePoolStatusRequest,
  ShareableSummaryStatus,
} from "../../api/types/resource-v1alpha3.ts";
import { atLeast, atMostBytes, type Demand, noMoreThan, required, text, whenSet } from "../../rule/demand.ts";
import { atMost, distinct } from "../../rule/list-demands.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateDns1123Subdomain, validateSubdomainOfAnyCase } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { checkConditions } from "../meta/status-rules.ts";
import { statusOnlyStrategy } from "../meta/stored-part.ts";
import { fullyQualifiedName } from "./device-names.ts";

/** Validates the name of a driver, which may be in mixed case. */
const driverName = text(validateSubdomainOfAnyCase);

/** The maximum length of a pool name, in bytes. */
const maxPoolBytes = 253;

/**
 * Validates the name of a pool: DNS subdomains, separated by slashes. kube-apiserver's errors contain the index of the
 * part.
 */
const poolName: Demand<string> = (name, place) => {
  atMostBytes(maxPoolBytes)(name, place);
  for (const [index, part] of name.split("/").entries()) {
    if (part === "") {
      const serverText = `${quoteGo(name)}: segment ${index}: must not be empty`;
      place.invalid("must not have an empty part", name, { serverText });
    } else
      for (const fault of validateDns1123Subdomain(part)) {
        place.invalid(fault, name, { serverText: `${quoteGo(part)}: segment ${index}: ${fault}` });
      }
  }
};

const maxLimit = 1000;
const usualLimit = 100;
const maxConditions = 10;
const maxErrorBytes = 256;

const question = rule<ResourcePoolStatusRequest>(
  {
    id: "pool-status-request/spec",
    severity: "error",
    summary: "a ResourcePoolStatusRequest names a driver and asks for at most 1000 pools",
  },
  ({ spec = {} }, place, visit) => {
    if (visit.subresource === "status" || visit.oldObject !== undefined) return;
    const at = place.at("spec");
    required(spec.driver, at.at("driver"), driverName);
    whenSet(spec.poolName, at.at("poolName"), poolName);
    whenSet(spec.limit, at.at("limit"), (limit, own) => {
      atLeast(1)(limit, own);
      noMoreThan(maxLimit)(limit, own);
    });
    whenSet(spec.defaultPartitionTypeAttribute, at.at("defaultPartitionTypeAttribute"), fullyQualifiedName(visit));
  },
);

const fixed = rule<ResourcePoolStatusRequest>(
  {
    id: "pool-status-request/immutable",
    severity: "error",
    summary: "the spec of a ResourcePoolStatusRequest is immutable, and so is its status once it is set",
  },
  ({ spec, status }, place, { oldObject, subresource }) => {
    if (oldObject === undefined) return;
    if (!semanticEqual(spec, oldObject.spec)) place.at("spec").say("field is immutable", { atKey: true });
    if (subresource !== "status" || oldObject.status === undefined || semanticEqual(status, oldObject.status)) return;
    place.at("status").say("field is immutable", { atKey: true });
  },
);

const counts = ["totalDevices", "allocatedDevices", "availableDevices", "unavailableDevices"] as const;

/** Requires a counter that is not negative. */
const count: Demand<number | undefined> = (value, place) => {
  if (value === undefined) place.required();
  else atLeast(0)(value, place);
};

const maxPartitionTypes = 32;

/** Validates the number of devices of each partition type. */
const partitionTypes: Demand<readonly PartitionTypeStatus[]> = (types, place) => {
  if (!atMost(maxPartitionTypes, types, place)) return;
  for (const [index, type] of types.entries()) {
    const at = place.at(index);
    required(type.attribute, at.at("attribute"));
    required(type.type, at.at("type"));
    count(type.total, at.at("total"));
    count(type.allocatable, at.at("allocatable"));
  }
  distinct(types, place, ({ attribute = "", type = "" }) => `${attribute} ${type}`);
};

const maxCapacities = 32;

/** Validates the summary of devices that several claims can share, and of their remaining capacity. */
const shareable: Demand<ShareableSummaryStatus> = (summary, place) => {
  count(summary.fullyAvailableDevices, place.at("fullyAvailableDevices"));
  count(summary.partiallyAvailableDevices, place.at("partiallyAvailableDevices"));
  const { capacity = [] } = summary;
  const list = place.at("capacity");
  if (!atMost(maxCapacities, capacity, list)) return;
  for (const [index, each] of capacity.entries()) {
    for (const name of ["name", "total", "consumed", "available"] as const) {
      if (each[name] === undefined || each[name] === "") list.at(index, name).required();
    }
  }
};

const pool: Demand<PoolStatus> = (value, place) => {
  required(value.driver, place.at("driver"), driverName);
  required(value.poolName, place.at("poolName"), poolName);
  if (!value.generation) place.at("generation").required();
  else atLeast(0)(value.generation, place.at("generation"));
  whenSet(value.resourceSliceCount, place.at("resourceSliceCount"), atLeast(1));
  for (const name of counts) whenSet(value[name], place.at(name), atLeast(0));
  whenSet(value.nodeName, place.at("nodeName"), text(validateDns1123Subdomain));
  whenSet(value.validationError, place.at("validationError"), atMostBytes(maxErrorBytes));
  whenSet(value.partitionSummary, place.at("partitionSummary"), partitionTypes);
  whenSet(value.shareableSummary, place.at("shareableSummary"), shareable);
};

const answer = rule<ResourcePoolStatusRequest>(
  {
    id: "pool-status-request/status",
    severity: "error",
    summary: "the status of a ResourcePoolStatusRequest has a number of pools, and no count is negative",
  },
  ({ status }, place, { oldObject, subresource }) => {
    const stored = oldObject?.status;
    if (subresource !== "status" || status === undefined || semanticEqual(status, stored)) return;
    const at = place.at("status");
    count(status.poolCount, at.at("poolCount") as Place<number>);
    const { pools = [], conditions = [] } = status;
    if (atMost(maxLimit, pools, at.at("pools"))) {
      for (const [index, each] of pools.entries()) pool(each, at.at("pools", index));
    }
    if (stored === undefined && atMost(maxConditions, conditions, at.at("conditions"))) {
      checkConditions(conditions, at.at("conditions"), "common");
    }
  },
);

export const resourcePoolStatusRequest = kind("resource/v1alpha3.ResourcePoolStatusRequest", {
  rules: [question, fixed, answer],
  resource: statusOnlyStrategy,
  applyDefaults({ spec }) {
    if (spec) spec.limit ??= usualLimit;
  },
});
