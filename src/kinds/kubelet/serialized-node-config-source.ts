/**
 * SerializedNodeConfigSource: a remnant of configuring kubelets through config maps. No component reads it any more.
 *
 * @module
 */
import { kind } from "../kind.ts";

export const serializedNodeConfigSource = kind("kubelet/v1beta1.SerializedNodeConfigSource");
