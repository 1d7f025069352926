/**
 * The types of `controllermanager`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const controllermanagerTypes = (): string => `
controllermanager/v1.ControllerLeaderConfiguration
name - string +
component - string +

controllermanager/v1.LeaderMigrationConfiguration
apiVersion - string
kind - string
leaderName - string +
controllerLeaders - []ControllerLeaderConfiguration + list=atomic

controllermanager/v1alpha1.GenericControllerManagerConfiguration
Port - int32 +
Address - string +
MinResyncPeriod - duration +
ClientConnection - component/v1alpha1.ClientConnectionConfiguration +
ControllerStartInterval - duration +
LeaderElection - component/v1alpha1.LeaderElectionConfiguration +
Controllers - []string +
Debugging - component/v1alpha1.DebuggingConfiguration +
LeaderMigrationEnabled - bool +
LeaderMigration - LeaderMigrationConfiguration +

controllermanager/v1alpha1.LeaderMigrationConfiguration
apiVersion - string
kind - string
leaderName - string +
resourceLock - string +
controllerLeaders - []ControllerLeaderConfiguration +

controllermanager/v1beta1.LeaderMigrationConfiguration
apiVersion - string
kind - string
leaderName - string +
resourceLock - string +
controllerLeaders - []ControllerLeaderConfiguration + list=atomic

controllermanager/v1alpha1 like controllermanager/v1
ControllerLeaderConfiguration

controllermanager/v1beta1 like controllermanager/v1
ControllerLeaderConfiguration
`;
