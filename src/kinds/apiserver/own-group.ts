/**
 * The group that components of another domain read configurations of the API server in, too.
 *
 * @module
 */
import type { KindVersion } from "../../kind/kind.ts";

/** Kubernetes itself registers these versions in apiserver.config alone. */
export const ownGroupVersions: readonly Omit<KindVersion, "schema">[] = ["v1beta1", "v1alpha1"].map((name) => ({
  name,
  group: "apiserver.<domain>",
  exceptIn: "k8s.io",
}));
