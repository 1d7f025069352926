/**
 * The configuration that a driver receives for devices, in a form that only the driver knows.
 *
 * @module
 */
import type { DeviceClassConfiguration } from "../../api/types/resource-v1.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { required } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { declaredDriverName } from "../core/volume-source-checks.ts";

/** The maximum size of the parameters as JSON, in bytes. */
const maxParametersBytes = 10 * 1024;

/** Requires that each configuration names its driver and has an object as parameters. */
export function checkDeviceConfigurations(
  list: readonly DeviceClassConfiguration[],
  place: Place<readonly DeviceClassConfiguration[]>,
): void {
  for (const [index, { opaque }] of list.entries()) {
    const at = place.at(index, "opaque");
    if (!opaque) {
      at.required();
      continue;
    }
    required(opaque.driver, at.at("driver"), declaredDriverName);
    checkParameters(opaque.parameters, at.at("parameters"));
  }
}

/** Requires an object; the driver defines its contents. */
export function checkParameters(parameters: unknown, place: Place): void {
  if (parameters === undefined || parameters === null) place.required();
  else if (!isPlainObject(parameters)) {
    place.say("must be an object", { serverText: '"<value omitted>": must be a valid JSON object' });
  } else if (JSON.stringify(parameters, bigintAsNumber).length > maxParametersBytes) {
    place.say(`must have at most ${maxParametersBytes} bytes`, { cause: "too-long" });
  }
}

const bigintAsNumber = (_: string, value: unknown): unknown => (typeof value === "bigint" ? Number(value) : value);
