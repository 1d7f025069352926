/**
 * v1 PodTemplate: a pod template as a separate object.
 *
 * @module
 */
import type { PodTemplate } from "../../api/types/core-v1.ts";
import { kind } from "../kind.ts";
import { labelsCell, nameColumn } from "../meta/columns.ts";
import { containerColumns } from "./container-columns.ts";
import { defaultPodSpec } from "./pod-defaults.ts";
import { podTemplateRules } from "./pod-rules.ts";

export const podTemplate = kind("core/v1.PodTemplate", {
  rules: [
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
});
