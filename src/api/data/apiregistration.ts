/**
 * The types of `apiregistration`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const apiregistrationTypes = (): string => `
apiregistration/v1.APIService
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 APIServiceSpec
status 3 APIServiceStatus

apiregistration/v1.APIServiceCondition
type 1 string !
status 2 string !
lastTransitionTime 3 time
reason 4 string
message 5 string

apiregistration/v1.APIServiceSpec
service 1 ServiceReference *
group 2 string
version 3 string
insecureSkipTLSVerify 4 bool
caBundle 5 bytes list=atomic
groupPriorityMinimum 7 int32 !
versionPriority 8 int32 !

apiregistration/v1.APIServiceStatus
conditions 1 []APIServiceCondition list=map keys=type patch=merge merge=type

apiregistration/v1.ServiceReference
namespace 1 string
name 2 string
port 3 int32 *
`;
