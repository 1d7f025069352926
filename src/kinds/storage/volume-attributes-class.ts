/**
 * storage.k8s.io/v1 VolumeAttributesClass: settings of volumes that may change while the volumes are in use.
 *
 * @module
 */
import type { VolumeAttributesClass } from "../../api/types/storage-v1.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { immutableFields } from "../meta/object-meta-update-rules.ts";
import { attributesClassColumns } from "./columns.ts";
import { checkParameters, provisionerName } from "./parameters.ts";

const driver = rule<VolumeAttributesClass>(
  { id: "volume-attributes-class/driver", severity: "error", summary: "a VolumeAttributesClass has a driver" },
  ({ driverName: name = "" }, place) => {
    const at = place.at("driverName");
    if (name === "") at.required();
    else provisionerName(name, at);
  },
);

const parameters = rule<VolumeAttributesClass>(
  {
    id: "volume-attributes-class/parameters",
    severity: "error",
    summary: "a VolumeAttributesClass has parameters, each with a name",
  },
  ({ parameters: map = {} }, place) => {
    const at = place.at("parameters");
    if (Object.keys(map).length === 0)
      at.required("`parameters` must have at least one", { serverText: "must contain at least one key/value pair" });
    else checkParameters(map, at);
  },
);

const fixed = immutableFields<VolumeAttributesClass>(
  { id: "volume-attributes-class/immutable", summary: "`driverName` and `parameters` are immutable" },
  ["driverName", "parameters"],
  { serverError: (name) => ({ cause: "forbidden", serverText: `updates to ${name} are forbidden.` }) },
);

export const volumeAttributesClass = kind("storage/v1.VolumeAttributesClass", {
  resource: { columns: attributesClassColumns },
  rules: [fixed, driver, parameters],
});
