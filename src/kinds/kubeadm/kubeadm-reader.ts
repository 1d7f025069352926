/**
 * How `kubeadm config validate` reads documents.
 *
 * @module
 */
import type { Reader } from "../../kind/kind.ts";

export const kubeadmReader: Reader = { unknownFields: "error", mayOmit: "nothing" };
