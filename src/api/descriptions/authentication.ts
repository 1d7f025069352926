/**
 * What the types and fields of `authentication` are for.
 *
 * @module
 */
export const authentication: Readonly<Record<string, string>> = {
  "authentication/v1.SelfSubjectReview": "Asks who the API server takes the caller for.",
  "authentication/v1.TokenRequest": "Asks for a token of a service account.",
  "authentication/v1.TokenReview": "Asks whose token this is.",
  "authentication/v1.UserInfo.extra": "What else the authenticator said.",
  "authentication/v1.UserInfo.groups": "Groups that the user is in.",
  "authentication/v1.UserInfo.uid": "What tells the user from others of that name.",
  "authentication/v1.UserInfo.username": "The user's name.",
};
