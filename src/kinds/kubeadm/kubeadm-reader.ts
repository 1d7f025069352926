/**
 * How `kubeadm config validate` decodes documents.
 *
 * @module
 */
import type { Reader } from "../../kind/kind.ts";

export const kubeadmReader: Reader = { unknownFields: "error", mayOmit: "nothing" };
