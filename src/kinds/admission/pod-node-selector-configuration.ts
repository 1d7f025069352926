/**
 * The configuration of the plugin PodNodeSelector: which node selectors the pods of a namespace may use. It has neither
 * `apiVersion` nor `kind`, and the plugin ignores faults in it.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { rule } from "../../rule/rule.ts";
import { field, raw, type Static, stringMap, struct, text } from "../../schema/fields.ts";
import { validateDns1123Label, validateLabelValue, validateQualifiedName } from "../../text/names.ts";

// Written by hand: the plugin reads its file into a map, so there is no Go type to generate the schema from.
const schema = struct(
  {
    apiVersion: text({ description: "Not looked at." }),
    kind: text({ description: "Not looked at." }),
    podNodeSelectorPluginConfig: field(stringMap(), {
      description: "Label selectors by namespace; clusterDefaultNodeSelector is for namespaces without one.",
      "x-required": true,
    }),
    imagePolicy: raw({ description: "For another plugin that may share the file." }),
  },
  { $id: "PodNodeSelectorConfiguration" },
);

export type PodNodeSelectorConfiguration = Static<typeof schema>;

/** The only key that is not a namespace. */
const clusterDefault = "clusterDefaultNodeSelector";

const selectorForm = rule<PodNodeSelectorConfiguration>(
  {
    id: "pod-node-selector/selector",
    severity: "warning",
    summary: "a node selector is a list of `key=value`, separated by commas",
  },
  ({ podNodeSelectorPluginConfig: selectors = {} }, place) => {
    for (const [namespace, selector] of Object.entries(selectors)) {
      const fault = selectorFault(selector);
      if (fault === undefined) continue;
      place
        .at("podNodeSelectorPluginConfig", namespace)
        .say(
          `must be a list of key=value separated by commas, or the API server refuses all pods of the namespace; ${fault}`,
          {
            value: selector,
          },
        );
    }
  },
);

const namespaceName = rule<PodNodeSelectorConfiguration>(
  {
    id: "pod-node-selector/namespace",
    severity: "warning",
    summary: "a key names a namespace or `clusterDefaultNodeSelector`",
  },
  ({ podNodeSelectorPluginConfig: selectors = {} }, place) => {
    for (const name of Object.keys(selectors)) {
      if (name === clusterDefault || validateDns1123Label(name).length === 0) continue;
      const isNear = name.toLowerCase() === clusterDefault.toLowerCase();
      place.at("podNodeSelectorPluginConfig", name).say(`has no effect: "${name}" is not a valid namespace name`, {
        atKey: true,
        ...(isNear ? { help: `write \`${clusterDefault}\`` } : {}),
      });
    }
  },
);

export const podNodeSelectorConfiguration: Kind<PodNodeSelectorConfiguration> = {
  kind: "PodNodeSelectorConfiguration",
  group: "",
  versions: [{ name: "unversioned", schema }],
  description: "The nodes that pods of a namespace may use. Written without `apiVersion` and `kind`.",
  loader: { flag: "PodNodeSelector", emptyFile: "empty-object", unknownFields: "warning", mayOmit: "identity" },
  rules: [selectorForm, namespaceName],
};

/** Returns why the plugin cannot parse a selector when it admits a pod; undefined if it can. */
function selectorFault(selector: string): string | undefined {
  if (selector === "") return undefined;
  for (const label of selector.split(",")) {
    const [key = "", value, ...rest] = label.split("=").map((part) => part.trim());
    if (value === undefined || rest.length > 0) return `got "${label}"`;
    const [message] = [...validateQualifiedName(key), ...validateLabelValue(value)];
    if (message !== undefined) return `of "${label}", ${message}`;
  }
  return undefined;
}
