/**
 * SerializedNodeConfigSource: what is left of configuring kubelets through config maps. Nothing reads it any more.
 *
 * @module
 */
import { kind } from "../kind.ts";

export const serializedNodeConfigSource = kind("kubelet/v1beta1.SerializedNodeConfigSource");
