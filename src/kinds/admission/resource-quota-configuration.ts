/**
 * ResourceQuotaConfiguration of apiserver.config: resources that may be used only where a quota covers them.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { rule } from "../../rule/rule.ts";
import { list, type Static, struct, text } from "../../schema/fields.ts";

const scopeSelector = struct({
  scopeName: text({ description: "The scope, such as PriorityClass.", "x-required": true, "x-proto": 1 }),
  operator: text({ description: "In, NotIn, Exists or DoesNotExist.", "x-required": true, "x-proto": 2 }),
  values: list(text(), { description: "For In and NotIn.", "x-proto": 3, "x-list-type": "atomic" }),
});

const limitedResource = struct({
  apiGroup: text({ description: "Group of the resource; empty for the core group." }),
  resource: text({ description: "The resource, such as pods.", "x-required": true }),
  matchContains: list(text(), { description: "Limited are usages whose names contain one of these texts." }),
  matchScopes: list(scopeSelector, { description: "Limited are objects in one of these scopes." }),
});

const schema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    limitedResources: list(limitedResource, {
      description: "What may be used only where a quota covers it.",
      "x-required": true,
    }),
  },
  { $id: "ResourceQuotaConfiguration" },
);

export type ResourceQuotaConfiguration = Static<typeof schema>;

const resourceRequired = rule<ResourceQuotaConfiguration>(
  {
    id: "resource-quota-config/resource-required",
    severity: "error",
    cause: "required",
    summary: "a limited resource is named",
  },
  ({ limitedResources = [] }, place) => {
    for (const [index, { resource }] of limitedResources.entries()) {
      if (resource) continue;
      const at = place.at("limitedResources", index, "resource");
      at.say("`resource` must be set", { help: "write for example `resource: pods`" });
    }
  },
);

export const resourceQuotaConfiguration: Kind<ResourceQuotaConfiguration> = {
  kind: "ResourceQuotaConfiguration",
  group: "apiserver.config.<domain>",
  versions: [
    { name: "v1", schema },
    { name: "v1beta1", group: "resourcequota.admission.<domain>", kind: "Configuration", schema },
    { name: "v1alpha1", group: "resourcequota.admission.<domain>", kind: "Configuration", schema },
  ],
  description: "Which resources may be used only where a resource quota covers them.",
  loader: { flag: "ResourceQuota", emptyFile: "error", unknownFields: "error", mayOmit: "nothing" },
  rules: [resourceRequired],
};
