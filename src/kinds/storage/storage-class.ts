/**
 * storage.k8s.io/v1 StorageClass: how volumes for claims are provisioned.
 *
 * @module
 */
import type { StorageClass } from "../../api/types/storage-v1.ts";
import { formatJson } from "../../json/format-json.ts";
import { each } from "../../rule/demand.ts";
import { emptyRepeats, findRepeats, unique } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { adviseOnRequirements, formatFieldWarning, nodeLabelInfo } from "../core/node-labels.ts";
import { kind } from "../kind.ts";
import { declaredImmutableError, immutableFields } from "../meta/object-meta-update-rules.ts";
import { columnsOfStorageClasses, storageClassColumns } from "./columns.ts";
import { checkParameters, provisionerName } from "./parameters.ts";

const provisioner = rule<StorageClass>(
  { id: "storage-class/provisioner", severity: "error", summary: "a class has a valid provisioner" },
  ({ provisioner: name = "" }, place) => {
    const at = place.at("provisioner");
    if (name === "") at.required(undefined, { after: [] });
    else provisionerName(name, at);
  },
);

const parameters = rule<StorageClass>(
  {
    id: "storage-class/parameters",
    severity: "error",
    summary: "a class has at most 512 parameters, each with a name",
  },
  ({ parameters: map = {} }, place) => checkParameters(map, place.at("parameters")),
);

const reclaimPolicies = ["Delete", "Retain"];

const reclaimPolicy = rule<StorageClass>(
  {
    id: "storage-class/reclaim-policy",
    severity: "error",
    summary: "`reclaimPolicy` is Delete or Retain",
  },
  ({ reclaimPolicy: policy = "" }, place) => {
    if (policy === "Recycle") place.at("reclaimPolicy").unsupported(reclaimPolicies, policy);
  },
);

const topologies = rule<StorageClass>(
  { id: "storage-class/topologies", severity: "error", summary: "a topology term has label keys, each with values" },
  ({ allowedTopologies = [] }, place) => {
    const texts = allowedTopologies.map(({ matchLabelExpressions: labels = [] }) =>
      formatJson(labels.map(({ key = "", values = [] }) => [key, values])),
    );
    const firsts = new Map(findRepeats(texts).map(({ index, first }) => [index, first]));
    for (const [index, { matchLabelExpressions: labels = [] }] of allowedTopologies.entries()) {
      const at = place.at("allowedTopologies", index, "matchLabelExpressions");
      const first = firsts.get(index);
      if (labels.length === 0) at.say("must have at least one label", { cause: "duplicate", serverText: '""' });
      else if (first !== undefined)
        at.duplicate("must be unique", place.at("allowedTopologies", first), { serverText: '""' });
      const repeatsOf = emptyRepeats(labels.map(({ key }) => key));
      each(labels, at, ({ key = "", values }, item) => {
        const faults = validateQualifiedName(key);
        faults.forEach((fault, index) => {
          const also = index === faults.length - 1 ? repeatsOf(Number(item.key)) : [];
          item.at("key").invalid(fault, key, { also });
        });
        if (!values?.length) item.at("values").required();
        unique(values, item.at("values"), {
          textOf: (text) => text,
          placeOf: (each) => each,
          message: (text) => `must be unique; got ${JSON.stringify(text)} again`,
          comparesEmpty: true,
        });
      });
      unique(labels, at, {
        textOf: ({ key }) => key,
        placeOf: (item) => item.at("key"),
        message: (key) => `must be unique; got ${key} again`,
      });
    }
  },
);

const nodeLabels = rule<StorageClass>(nodeLabelInfo, ({ allowedTopologies }, place) => {
  allowedTopologies?.forEach(({ matchLabelExpressions }, index) => {
    const list = place.at("allowedTopologies", index, "matchLabelExpressions");
    adviseOnRequirements(matchLabelExpressions, list, formatFieldWarning);
  });
});

const fixed = immutableFields<StorageClass>(
  { id: "storage-class/immutable", summary: "provisioner, parameters, reclaim policy and binding mode are immutable" },
  ["provisioner", "parameters", "reclaimPolicy", "volumeBindingMode"],
  { serverError: declaredImmutableError },
);

export const storageClass = kind("storage/v1.StorageClass", {
  resource: { columns: storageClassColumns, columnsOfList: columnsOfStorageClasses },
  rules: [provisioner, parameters, reclaimPolicy, topologies, fixed, nodeLabels],
  refusesSince: ({ rule: id, path, value }) =>
    id === "schema/enum" && path[0] === "reclaimPolicy" && value === "" ? "never" : undefined,
  applyDefaults(object) {
    object.reclaimPolicy ??= "Delete";
    object.volumeBindingMode ??= "Immediate";
  },
});
