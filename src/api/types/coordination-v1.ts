/**
 * The types of `coordination/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

/** Who holds a role, and until when. */
export interface Lease {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: LeaseSpec;
}

export interface LeaseSpec {
  /** Who holds the lease. */
  holderIdentity?: string;
  /** Seconds after `renewTime` at which others may take the lease. */
  leaseDurationSeconds?: number;
  /** When the holder took the lease. */
  acquireTime?: string | null;
  /** When the holder last renewed the lease. */
  renewTime?: string | null;
  /** How often the holder changed. */
  leaseTransitions?: number;
  /** How the holder is chosen in coordinated leader election. Since 1.31. */
  strategy?: string;
  /** The candidate that the holder should hand the lease to. Since 1.31. */
  preferredHolder?: string;
}
