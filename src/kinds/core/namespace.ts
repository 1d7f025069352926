/**
 * v1 Namespace: a scope for names, policies and quotas.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import { ageColumn, nameColumn } from "../meta/columns.ts";
import type { ObjectMeta } from "../meta/object-meta.ts";
import { keepStored } from "../meta/stored-part.ts";

interface Namespace {
  metadata?: ObjectMeta;
  spec?: { finalizers?: string[] };
  status?: { phase?: string };
}

/** Holds a namespace until its content is gone. */
const contentFinalizer = "kubernetes";
/** The label that selectors find a namespace by. */
const nameLabel = "kubernetes.io/metadata.name";

function labelWithName({ metadata }: Namespace): void {
  if (metadata?.name) metadata.labels = { ...metadata.labels, [nameLabel]: metadata.name };
}

export const namespace: Kind<Namespace> = kindFromTable<Namespace>("", "Namespace", {
  applyDefaults(object) {
    labelWithName(object);
    object.status ??= {};
    object.status.phase ||= "Active";
  },
  resource: {
    answersDeletionWithObject: true,
    columns: [
      nameColumn,
      {
        name: "Status",
        type: "string",
        description: "Whether the namespace is in use or going away.",
        value: ({ status }) => status?.phase ?? "",
      },
      ageColumn,
    ],
    selectableFields: ({ metadata, status }) => ({ name: metadata?.name ?? "", "status.phase": status?.phase ?? "" }),
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
