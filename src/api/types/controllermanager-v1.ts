/**
 * The types of `controllermanager/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export interface ControllerLeaderConfiguration {
  /** The controller. */
  name?: string;
  /** The manager that runs it; `*` for any. */
  component?: string;
}

/** Which controllers move from one controller manager to another. */
export interface LeaderMigrationConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name of the lease that both managers hold. */
  leaderName?: string;
  /** Controllers that move. */
  controllerLeaders?: ControllerLeaderConfiguration[];
}
