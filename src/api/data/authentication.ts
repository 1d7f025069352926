/**
 * The types of `authentication`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const authenticationTypes = (): string => `
authentication/v1.BoundObjectReference
kind 1 string
apiVersion 2 string
name 3 string
uid 4 string

authentication/v1.SelfSubjectReview
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
status 2 SelfSubjectReviewStatus

authentication/v1.SelfSubjectReviewStatus
userInfo 1 UserInfo

authentication/v1.TokenRequest
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 TokenRequestSpec +
status 3 TokenRequestStatus

authentication/v1.TokenRequestSpec
audiences 1 []string + list=atomic
expirationSeconds 4 int64 + *
boundObjectRef 3 BoundObjectReference + *
attestations 5 {}[]string >=1.37

authentication/v1.TokenRequestStatus
token 1 string +
expirationTimestamp 2 time +

authentication/v1.TokenReview
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 TokenReviewSpec !
status 3 TokenReviewStatus

authentication/v1.TokenReviewSpec
token 1 string ?
audiences 2 []string list=atomic

authentication/v1.TokenReviewStatus
authenticated 1 bool
user 2 UserInfo
audiences 4 []string list=atomic
error 3 string

authentication/v1.UserInfo
username 1 string
uid 2 string
groups 3 []string list=atomic
extra 4 {}[]string

authentication/v1alpha1.SelfSubjectReviewStatus
userInfo 1 authentication/v1.UserInfo

authentication/v1alpha1 like authentication/v1
SelfSubjectReview

authentication/v1beta1 like authentication/v1
SelfSubjectReview

authentication/v1beta1 like authentication/v1alpha1
SelfSubjectReviewStatus
`;
