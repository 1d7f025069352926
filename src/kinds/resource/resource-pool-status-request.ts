/**
 * resource.k8s.io/v1alpha3 ResourcePoolStatusRequest: asks how much of a driver's pools is free.
 *
 * @module
 */
import type { PoolStatus, ResourcePoolStatusRequest } from "../../api/types/resource-v1alpha3.ts";
import { atMostBytes, type Demand, inRange, required, text, whenSet } from "../../rule/demand.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { checkConditions } from "../meta/status-rules.ts";
import { statusAlone } from "../meta/stored-part.ts";
import { atMost, fullyQualifiedName, poolName } from "./device-names.ts";

/** The driver of pools may be in mixed case. */
const driverName = text((value) => validateDns1123Subdomain(value.toLowerCase()));

const maxLimit = 1000;
const usualLimit = 100;
const maxConditions = 10;
const maxErrorBytes = 256;

const question = rule<ResourcePoolStatusRequest>(
  {
    id: "pool-status-request/spec",
    severity: "error",
    summary: "a request names a driver, and at most 1000 pools are asked for",
  },
  ({ spec = {} }, place, { oldObject, subresource }) => {
    if (subresource === "status" || oldObject !== undefined) return;
    const at = place.at("spec");
    required(spec.driver, at.at("driver"), driverName);
    whenSet(spec.poolName, at.at("poolName"), poolName);
    whenSet(spec.limit, at.at("limit"), inRange(1, maxLimit));
    whenSet(spec.defaultPartitionTypeAttribute, at.at("defaultPartitionTypeAttribute"), fullyQualifiedName);
  },
);

const fixed = rule<ResourcePoolStatusRequest>(
  {
    id: "pool-status-request/immutable",
    severity: "error",
    summary: "the spec of a request is immutable, and so is its answer",
  },
  ({ spec, status }, place, { oldObject, subresource }) => {
    if (oldObject === undefined) return;
    if (!semanticEqual(spec, oldObject.spec)) place.at("spec").say("field is immutable", { atKey: true });
    if (subresource !== "status" || oldObject.status === undefined || semanticEqual(status, oldObject.status)) return;
    place.at("status").say("field is immutable", { atKey: true });
  },
);

const atLeast =
  (least: number): Demand<number | bigint> =>
  (value, place) => {
    if (value < least) place.invalid(`must be ${least} or above`, value);
  };

const counts = ["totalDevices", "allocatedDevices", "availableDevices", "unavailableDevices"] as const;

const pool: Demand<PoolStatus> = (value, place) => {
  required(value.driver, place.at("driver"), driverName);
  required(value.poolName, place.at("poolName"), poolName);
  if (!value.generation) place.at("generation").required();
  else atLeast(0)(value.generation, place.at("generation"));
  whenSet(value.resourceSliceCount, place.at("resourceSliceCount"), atLeast(1));
  for (const name of counts) whenSet(value[name], place.at(name), atLeast(0));
  whenSet(value.nodeName, place.at("nodeName"), text(validateDns1123Subdomain));
  whenSet(value.validationError, place.at("validationError"), atMostBytes(maxErrorBytes));
};

const answer = rule<ResourcePoolStatusRequest>(
  {
    id: "pool-status-request/status",
    severity: "error",
    summary: "the answer says how many pools there are, and counts of their devices that are not negative",
  },
  ({ status }, place, { oldObject, subresource }) => {
    if (subresource !== "status" || status === undefined || oldObject?.status !== undefined) return;
    const at = place.at("status");
    if (status.poolCount === undefined) at.at("poolCount").required();
    else atLeast(0)(status.poolCount, at.at("poolCount"));
    const { pools = [], conditions = [] } = status;
    if (atMost(maxLimit, pools, at.at("pools"))) {
      for (const [index, each] of pools.entries()) pool(each, at.at("pools", index));
    }
    if (atMost(maxConditions, conditions, at.at("conditions"))) {
      checkConditions(conditions, at.at("conditions"), "common");
    }
  },
);

export const resourcePoolStatusRequest = kind("resource/v1alpha3.ResourcePoolStatusRequest", {
  rules: [question, fixed, answer],
  resource: statusAlone,
  applyDefaults({ spec }) {
    if (spec) spec.limit ??= usualLimit;
  },
});
