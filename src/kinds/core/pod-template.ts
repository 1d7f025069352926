/**
 * v1 PodTemplate: a pod template kept as an object of its own.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { field, type Static, struct, text } from "../../schema/fields.ts";
import { labelsCell, nameColumn } from "../meta/columns.ts";
import { startGeneration } from "../meta/generation.ts";
import { objectMeta } from "../meta/object-meta.ts";
import { objectMetaRules, subdomainName } from "../meta/object-meta-rules.ts";
import { containerColumns } from "./container-columns.ts";
import { defaultPodSpec } from "./pod-defaults.ts";
import { podTemplateRules } from "./pod-rules.ts";
import { podTemplateSpec } from "./pod-template-spec.ts";

const schema = struct(
  {
    apiVersion: text(),
    kind: text(),
    metadata: objectMeta,
    template: field(podTemplateSpec, { "x-proto": 2, description: "The pod." }),
  },
  { $id: "PodTemplate" },
);
type PodTemplate = Static<typeof schema>;

export const podTemplate: Kind<PodTemplate> = {
  kind: "PodTemplate",
  group: "",
  versions: [{ name: "v1", schema }],
  description: "A pod template on its own; controllers keep theirs inside themselves.",
  rules: [
    ...objectMetaRules({ scope: "Namespaced", nameRule: subdomainName, prefixOfUpdate: "any" }),
    ...podTemplateRules<PodTemplate>(
      ({ template }) => template,
      (place) => place.at("template"),
    ),
  ],
  applyDefaults(object, context) {
    object.template ??= {};
    object.template.spec ??= {};
    defaultPodSpec(object.template.spec, context);
  },
  resource: {
    plural: "podtemplates",
    singular: "podtemplate",
    scope: "Namespaced",
    prepareForCreate: startGeneration,
    columns: [
      nameColumn,
      ...containerColumns<PodTemplate>(({ template }) => template?.spec?.containers, 0),
      {
        name: "Pod Labels",
        type: "string",
        description: "Labels of the template.",
        value: ({ template }) => labelsCell(template?.metadata?.labels),
      },
    ],
  },
};
