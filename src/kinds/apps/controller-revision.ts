/**
 * apps/v1 ControllerRevision: an earlier state of a DaemonSet or StatefulSet, kept for rollbacks.
 *
 * @module
 */
import type { ControllerRevision } from "../../api/types/apps-v1.ts";
import { formatJson } from "../../json/format-json.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { ageColumn, nameColumn, noneCell } from "../meta/columns.ts";
import { immutableFields } from "../meta/object-meta-update-rules.ts";

const revision = rule<ControllerRevision>(
  { id: "controller-revision/revision", severity: "error", summary: "`revision` is not negative" },
  ({ revision: number = 0 }, place) => {
    if (number < 0) place.at("revision").say(`must be 0 or above; got ${number}`);
  },
);

const dataRequired = rule<ControllerRevision>(
  {
    id: "controller-revision/data-required",
    severity: "error",
    cause: "required",
    summary: "a ControllerRevision has data",
  },
  ({ data }, place, { oldObject, reaches }) => {
    if (oldObject !== undefined) return;
    const isMissing = data === undefined || data === null;
    if (isPlainObject(data) || (!isMissing && !reaches("1.31"))) return;
    const serverText = isMissing ? "data is mandatory" : "data must be a valid JSON object";
    place.at("data").say("`data` must be set to a map", { serverText });
  },
);

const dataStays = immutableFields<ControllerRevision>(
  { id: "controller-revision/immutable", summary: "the data of a ControllerRevision is immutable" },
  ["data"],
  // kube-apiserver compares the JSON texts, so a different key order is a change.
  { equal: (data, stored) => formatJson(data) === formatJson(stored) },
);

/** Formats the controller, for example `daemonset.apps/proxy`. */
function controllerCell({ metadata }: ControllerRevision): string {
  const controller = metadata?.ownerReferences?.find((reference) => reference.controller);
  if (!controller) return noneCell;
  const { apiVersion = "", kind = "", name = "" } = controller;
  const group = apiVersion.includes("/") ? `.${apiVersion.slice(0, apiVersion.indexOf("/"))}` : "";
  return `${kind.toLowerCase()}${group}/${name}`;
}

export const controllerRevision = kind("apps/v1.ControllerRevision", {
  rules: [revision, dataRequired, dataStays],
  resource: {
    rawFields: ["data"],
    columns: [
      nameColumn,
      { name: "Controller", type: "string", description: "The owner of the revision.", value: controllerCell },
      {
        name: "Revision",
        type: "string",
        description: "Revision number; the newest is the highest.",
        value: ({ revision: number = 0 }) => Number(number),
      },
      ageColumn,
    ],
  },
});
