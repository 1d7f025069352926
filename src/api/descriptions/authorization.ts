/**
 * The purpose of the types and fields of `authorization`.
 *
 * @module
 */
export const authorization: Readonly<Record<string, string>> = {
  "authorization/v1.LocalSubjectAccessReview": "Asks whether someone may do something in one namespace.",
  "authorization/v1.SelfSubjectAccessReview": "Asks whether the caller may do something.",
  "authorization/v1.SelfSubjectRulesReview": "Asks what the caller may do in a namespace.",
  "authorization/v1.SubjectAccessReview": "Asks whether someone may do something.",
};
