/**
 * The types of `controllermanager/v1alpha1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as componentV1alpha1 from "./component-v1alpha1.ts";

export interface ControllerLeaderConfiguration {
  /** The controller. */
  name?: string;
  /** The manager that runs it; `*` for any. */
  component?: string;
}

/** A section of KubeControllerManagerConfiguration. Settings of all controllers. */
export interface GenericControllerManagerConfiguration {
  /** Port without TLS; of no effect today. */
  Port?: number;
  /** Address to serve on. */
  Address?: string;
  /** Shortest time between two full looks; up to twice as long in fact. */
  MinResyncPeriod?: string;
  /** How it talks to the API server. */
  ClientConnection?: componentV1alpha1.ClientConnectionConfiguration;
  /** Time between the starts of two controllers. */
  ControllerStartInterval?: string;
  /** How instances agree on the one that works. */
  LeaderElection?: componentV1alpha1.LeaderElectionConfiguration;
  /** Controllers that run: `*` for all that run by default, `name` to add, `-name` to leave out. */
  Controllers?: string[];
  /** Profiling. */
  Debugging?: componentV1alpha1.DebuggingConfiguration;
  /** Whether leases are handed over between managers. */
  LeaderMigrationEnabled?: boolean;
  /** Which controllers are handed over. */
  LeaderMigration?: LeaderMigrationConfiguration;
}

/** Which controllers move from one controller manager to another. */
export interface LeaderMigrationConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name of the lease that both managers hold. */
  leaderName?: string;
  /** The resource of the lease: leases. */
  resourceLock?: string;
  /** Controllers that move. */
  controllerLeaders?: ControllerLeaderConfiguration[];
}
