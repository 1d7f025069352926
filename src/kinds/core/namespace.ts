/**
 * v1 Namespace: a scope for names, policies and quotas.
 *
 * @module
 */
import type { Namespace } from "../../api/types/core-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import { rule } from "../../rule/rule.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { ageColumn, nameColumn } from "../meta/columns.ts";
import { shortFinalizerFaults } from "../meta/object-meta-rules.ts";
import { keepStored } from "../meta/stored-part.ts";

/** The finalizer that keeps a namespace until its content is deleted. */
const contentFinalizer = "kubernetes";
/** The label with the name of a namespace, by which selectors select it. */
const nameLabel = "kubernetes.io/metadata.name";

function labelWithName({ metadata }: Namespace): void {
  if (metadata?.name) metadata.labels = { ...metadata.labels, [nameLabel]: metadata.name };
}

const finalizers = rule<Namespace>(
  { id: "namespace/finalizers", severity: "error", summary: "a finalizer of a namespace is a qualified name" },
  ({ spec }, place, { oldObject }) => {
    const field = oldObject === undefined ? { field: ["spec", "finalizers"] } : {};
    spec?.finalizers?.forEach((name, index) => {
      for (const fault of [...validateQualifiedName(name), ...shortFinalizerFaults(name)]) {
        place.at("spec", "finalizers", index).invalid(fault, name, field);
      }
    });
  },
);

const phase = rule<Namespace>(
  {
    id: "namespace/phase",
    severity: "error",
    summary: "`status.phase` is Terminating while the namespace is being deleted, otherwise Active",
  },
  ({ metadata, status }, place, { subresource }) => {
    if (subresource !== "status") return;
    const wanted = metadata?.deletionTimestamp ? "Terminating" : "Active";
    const found = status?.phase ?? "";
    if (found === wanted) return;
    const state = wanted === "Active" ? "empty" : "not empty";
    const serverText = `${showGoValue(found)}: may only be '${wanted}' if \`deletionTimestamp\` is ${state}`;
    place.at("status", "phase").invalid(`must be "${wanted}"`, found, { serverText });
  },
);

export const namespace = kind("core/v1.Namespace", {
  rules: [finalizers, phase],
  applyDefaults(object) {
    labelWithName(object);
    object.status ??= {};
    object.status.phase ||= "Active";
  },
  resource: {
    columns: [
      nameColumn,
      {
        name: "Status",
        type: "string",
        description: "Whether the namespace is active or being deleted.",
        value: ({ status }) => status?.phase ?? "",
      },
      ageColumn,
    ],
    selectableFields: ({ status }) => ({ "status.phase": status?.phase ?? "" }),
    markDeleted(object) {
      delete object.metadata?.deletionGracePeriodSeconds;
      object.status = { ...object.status, phase: "Terminating" };
    },
    isHeld: ({ spec }) => (spec?.finalizers ?? []).length > 0,
    prepareForCreate(object) {
      labelWithName(object);
      object.status = { phase: "Active" };
      const { finalizers = [] } = object.spec ?? {};
      const isHeld = finalizers.includes(contentFinalizer);
      object.spec = { ...object.spec, finalizers: isHeld ? finalizers : [...finalizers, contentFinalizer] };
    },
    prepareForUpdate(object, oldObject) {
      keepStored("spec", object, oldObject);
      keepStored("status", object, oldObject);
    },
    prepareForSubresource(subresource, object, oldObject) {
      keepStored(subresource === "finalize" ? "status" : "spec", object, oldObject);
    },
  },
});
