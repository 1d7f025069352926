/**
 * The types of `authorization`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const authorizationTypes = (): string => `
authorization/v1.FieldSelectorAttributes
rawSelector 1 string
requirements 2 []meta/v1.FieldSelectorRequirement list=atomic

authorization/v1.LabelSelectorAttributes
rawSelector 1 string
requirements 2 []meta/v1.LabelSelectorRequirement list=atomic

authorization/v1.LocalSubjectAccessReview
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 SubjectAccessReviewSpec !
status 3 SubjectAccessReviewStatus

authorization/v1.NonResourceAttributes
path 1 string
verb 2 string

authorization/v1.NonResourceRule
verbs 1 []string ! list=atomic
nonResourceURLs 2 []string list=atomic

authorization/v1.ResourceAttributes
namespace 1 string
verb 2 string
group 3 string
version 4 string
resource 5 string
subresource 6 string
name 7 string
fieldSelector 8 FieldSelectorAttributes * >=1.31
labelSelector 9 LabelSelectorAttributes * >=1.31

authorization/v1.ResourceRule
verbs 1 []string ! list=atomic
apiGroups 2 []string list=atomic
resources 3 []string list=atomic
resourceNames 4 []string list=atomic

authorization/v1.SelfSubjectAccessReview
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 SelfSubjectAccessReviewSpec !
status 3 SubjectAccessReviewStatus

authorization/v1.SelfSubjectAccessReviewSpec
resourceAttributes 1 ResourceAttributes *
nonResourceAttributes 2 NonResourceAttributes *

authorization/v1.SelfSubjectRulesReview
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 SelfSubjectRulesReviewSpec !
status 3 SubjectRulesReviewStatus

authorization/v1.SelfSubjectRulesReviewSpec
namespace 1 string

authorization/v1.SubjectAccessReview
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 SubjectAccessReviewSpec !
status 3 SubjectAccessReviewStatus

authorization/v1.SubjectAccessReviewSpec
resourceAttributes 1 ResourceAttributes *
nonResourceAttributes 2 NonResourceAttributes *
user 3 string
groups 4 []string list=atomic
extra 5 {}[]string
uid 6 string

authorization/v1.SubjectAccessReviewStatus
allowed 1 bool !
denied 4 bool
reason 2 string
evaluationError 3 string

authorization/v1.SubjectRulesReviewStatus
resourceRules 1 []ResourceRule ! list=atomic
nonResourceRules 2 []NonResourceRule ! list=atomic
incomplete 3 bool !
evaluationError 4 string
`;
