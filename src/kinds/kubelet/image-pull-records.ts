/**
 * ImagePullIntent and ImagePulledRecord: the kubelet's records of pulled images, which decide who may use them later.
 *
 * @module
 */
import { kind } from "../kind.ts";

/** The kubelet writes these files into its own directory, and decodes them strictly. */
export const imagePullIntent = kind("kubelet/v1beta1.ImagePullIntent");
export const imagePulledRecord = kind("kubelet/v1beta1.ImagePulledRecord");
