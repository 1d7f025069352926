/**
 * The purpose of the types and fields of `controllermanager`.
 *
 * @module
 */
export const controllermanager: Readonly<Record<string, string>> = {
  "controllermanager/v1.ControllerLeaderConfiguration.component": "The manager that runs it; `*` for any.",
  "controllermanager/v1.ControllerLeaderConfiguration.name": "The controller.",
  "controllermanager/v1.LeaderMigrationConfiguration": "Which controllers move from one controller manager to another.",
  "controllermanager/v1.LeaderMigrationConfiguration.controllerLeaders": "Controllers that move.",
  "controllermanager/v1.LeaderMigrationConfiguration.leaderName": "Name of the lease that both managers hold.",
  "controllermanager/v1alpha1.GenericControllerManagerConfiguration":
    "A section of KubeControllerManagerConfiguration. Settings of all controllers.",
  "controllermanager/v1alpha1.GenericControllerManagerConfiguration.Address": "Address to serve on.",
  "controllermanager/v1alpha1.GenericControllerManagerConfiguration.ClientConnection":
    "How it talks to the API server.",
  "controllermanager/v1alpha1.GenericControllerManagerConfiguration.ControllerStartInterval":
    "Time between the starts of two controllers.",
  "controllermanager/v1alpha1.GenericControllerManagerConfiguration.Controllers":
    "Controllers that run: `*` for all that run by default, `name` to add, `-name` to leave out.",
  "controllermanager/v1alpha1.GenericControllerManagerConfiguration.Debugging": "Profiling.",
  "controllermanager/v1alpha1.GenericControllerManagerConfiguration.LeaderElection":
    "How instances agree on the one that works.",
  "controllermanager/v1alpha1.GenericControllerManagerConfiguration.LeaderMigration":
    "Which controllers are handed over.",
  "controllermanager/v1alpha1.GenericControllerManagerConfiguration.LeaderMigrationEnabled":
    "Whether leases are handed over between managers.",
  "controllermanager/v1alpha1.GenericControllerManagerConfiguration.MinResyncPeriod":
    "Shortest time between two full looks; up to twice as long in fact.",
  "controllermanager/v1alpha1.GenericControllerManagerConfiguration.Port": "Port without TLS; of no effect today.",
  "controllermanager/v1beta1.LeaderMigrationConfiguration.resourceLock": "The resource of the lease: leases.",
};
