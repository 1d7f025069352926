/**
 * The types of `imagepolicy`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const imagepolicyTypes = (): string => `
imagepolicy/v1alpha1.ImageReview
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ImageReviewSpec +
status 3 ImageReviewStatus

imagepolicy/v1alpha1.ImageReviewContainerSpec
image 1 string

imagepolicy/v1alpha1.ImageReviewSpec
containers 1 []ImageReviewContainerSpec list=atomic
annotations 2 {}string
namespace 3 string

imagepolicy/v1alpha1.ImageReviewStatus
allowed 1 bool +
reason 2 string
auditAnnotations 3 {}string
`;
