/**
 * The types of `admission`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const admissionTypes = (): string => `
admission/v1.AdmissionRequest
uid 1 string +
kind 2 meta/v1.GroupVersionKind +
resource 3 meta/v1.GroupVersionResource +
subResource 4 string
requestKind 13 meta/v1.GroupVersionKind *
requestResource 14 meta/v1.GroupVersionResource *
requestSubResource 15 string
name 5 string
namespace 6 string
operation 7 string +
userInfo 8 authentication/v1.UserInfo +
object 9 raw
oldObject 10 raw
dryRun 11 bool *
options 12 raw

admission/v1.AdmissionResponse
uid 1 string +
allowed 2 bool +
status 3 meta/v1.Status *
patch 4 bytes
patchType 5 string *
auditAnnotations 6 {}string
warnings 7 []string list=atomic

admission/v1.AdmissionReview
apiVersion - string
kind - string
request 1 AdmissionRequest *
response 2 AdmissionResponse *

admission/v1beta1 like admission/v1
AdmissionRequest AdmissionResponse AdmissionReview
`;
