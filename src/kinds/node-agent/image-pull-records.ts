/**
 * ImagePullIntent and ImagePulledRecord: what the node agent notes of pulled images, to know who may use them later.
 *
 * @module
 */
import { kind } from "../kind.ts";

/** The node agent writes them into its own directory, and reads them back strictly. */
export const imagePullIntent = kind("kubelet/v1beta1.ImagePullIntent");
export const imagePulledRecord = kind("kubelet/v1beta1.ImagePulledRecord");
