/**
 * resource.k8s.io DeviceClass: selectors and configuration that requests for devices share.
 *
 * @module
 */
import type { DeviceClass } from "../../api/types/resource-v1.ts";
import { atMost } from "../../rule/list-demands.ts";
import { rule } from "../../rule/rule.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { isExtended } from "../core/resource-rules.ts";
import { kind } from "../kind.ts";
import { ageColumn, nameColumn } from "../meta/columns.ts";
import { checkDeviceConfigurations } from "./device-configuration.ts";
import { checkSelectors } from "./device-selector.ts";

const maxConfigurations = 32;

const selectors = rule<DeviceClass>(
  { id: "device-class/selectors", severity: "error", summary: "a device selector has a CEL expression that compiles" },
  ({ spec }, place, visit) => checkSelectors(spec?.selectors, place.at("spec", "selectors"), visit),
);

const config = rule<DeviceClass>(
  {
    id: "device-class/config",
    severity: "error",
    summary: "a device configuration has a driver and an object as its parameters",
  },
  ({ spec }, place) => {
    const at = place.at("spec", "config");
    if (atMost(maxConfigurations, spec?.config, at)) checkDeviceConfigurations(spec?.config ?? [], at);
  },
);

/** Returns the faults of the name of an extended resource, in kube-apiserver's wording. */
const extendedNameFaults = (name: string): readonly string[] => [
  ...(name.includes("/") ? [] : ["a name must be a domain-prefixed path, such as 'example.com/my-prop'"]),
  ...(name.includes("/") && name.includes("kubernetes.io/") ? ['must not have "kubernetes.io/" domain'] : []),
  ...(name.startsWith("requests.") ? ['must not have "requests." prefix'] : []),
  ...validateQualifiedName(`requests.${name}`),
];

const extendedResource = rule<DeviceClass>(
  {
    id: "device-class/extended-resource",
    severity: "error",
    summary: "`extendedResourceName` is a name that containers can request",
  },
  ({ spec }, place) => {
    const name = spec?.extendedResourceName;
    if (name === undefined || isExtended(name)) return;
    const [serverText, ...further] = extendedNameFaults(name).map((fault) => `${quoteGo(name)}: ${fault}`);
    place
      .at("spec", "extendedResourceName")
      .invalid("must be an extended resource with a domain that does not belong to Kubernetes", name, {
        ...(serverText === undefined ? {} : { serverText }),
        also: further.map((words) => ({ serverText: words })),
      });
  },
);

export const deviceClass = kind("resource/v1.DeviceClass", {
  resource: { columns: [nameColumn, ageColumn] },
  rules: [selectors, config, extendedResource],
});
