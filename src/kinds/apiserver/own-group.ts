/**
 * The group in which components of other domains also read configuration files of the API server.
 *
 * @module
 */
import type { KindVersion } from "../../kind/kind.ts";

/**
 * The versions in the group `apiserver.<domain>`. Components of Kubernetes itself register these versions only in
 * apiserver.config.
 */
export const ownGroupVersions: readonly Omit<KindVersion, "schema">[] = ["v1beta1", "v1alpha1"].map((name) => ({
  name,
  group: "apiserver.<domain>",
  exceptIn: "k8s.io",
}));
