/**
 * ResourceQuotaConfiguration of apiserver.config: resources that may be used only where a quota covers them.
 *
 * @module
 */
import type { Configuration } from "../../api/types/resourcequota-v1.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";

const resourceRequired = rule<Configuration>(
  {
    id: "resource-quota-config/resource-required",
    severity: "error",
    cause: "required",
    summary: "a limited resource has a name",
  },
  ({ limitedResources = [] }, place) => {
    for (const [index, { resource }] of limitedResources.entries()) {
      if (resource) continue;
      const at = place.at("limitedResources", index, "resource");
      at.say("`resource` must be set", { help: "for example `resource: pods`" });
    }
  },
);

export const resourceQuotaConfiguration = kind("resourcequota/v1.Configuration", {
  // The plugin validates only the resource.
  notes: {
    "limitedResources[].matchScopes[].operator": { enum: null },
    "limitedResources[].matchScopes[].scopeName": { enum: null },
  },
  loader: {
    flag: "ResourceQuota",
    emptyFile: "error",
    unknownFields: "error",
    strictSince: "1.32",
    mayOmit: "nothing",
  },
  rules: [resourceRequired],
});
