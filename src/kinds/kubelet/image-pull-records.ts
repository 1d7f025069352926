/**
 * ImagePullIntent and ImagePulledRecord: what the kubelet notes of pulled images, to know who may use them later.
 *
 * @module
 */
import { kind } from "../kind.ts";

/** The kubelet writes them into its own directory, and reads them back strictly. */
export const imagePullIntent = kind("kubelet/v1beta1.ImagePullIntent");
export const imagePulledRecord = kind("kubelet/v1beta1.ImagePulledRecord");
