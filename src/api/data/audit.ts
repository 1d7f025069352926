/**
 * The types of `audit`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const auditTypes = (): string => `
audit/v1.AuthenticationMetadata
impersonationConstraint 1 string

audit/v1.Event
apiVersion - string
kind - string
level 1 Level +
auditID 2 string +
stage 3 Stage +
requestURI 4 string +
verb 5 string +
user 6 authentication/v1.UserInfo +
impersonatedUser 7 authentication/v1.UserInfo *
sourceIPs 8 []string list=atomic
userAgent 16 string
objectRef 9 ObjectReference *
responseStatus 10 meta/v1.Status *
requestObject 11 raw *
responseObject 12 raw *
requestReceivedTimestamp 13 microTime +
stageTimestamp 14 microTime +
annotations 15 {}string
authenticationMetadata 17 AuthenticationMetadata * >=1.35

audit/v1.GroupResources
group 1 string
resources 2 []string list=atomic
resourceNames 3 []string list=atomic

audit/v1.Level = Metadata | None | Request | RequestResponse

audit/v1.ObjectReference
resource 1 string
namespace 2 string
name 3 string
uid 4 string
apiGroup 5 string
apiVersion 6 string
resourceVersion 7 string
subresource 8 string

audit/v1.Policy
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
rules 2 []PolicyRule + list=atomic
omitStages 3 []Stage list=atomic
omitManagedFields 4 bool

audit/v1.PolicyRule
level 1 Level +
users 2 []string list=atomic
userGroups 3 []string list=atomic
verbs 4 []string list=atomic
resources 5 []GroupResources list=atomic
namespaces 6 []string list=atomic
nonResourceURLs 7 []string list=atomic
omitStages 8 []Stage list=atomic
omitManagedFields 9 bool *

audit/v1.Stage = Panic | RequestReceived | ResponseComplete | ResponseStarted
`;
