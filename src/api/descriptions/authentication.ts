/**
 * The purpose of the types and fields of `authentication`.
 *
 * @module
 */
export const authentication: Readonly<Record<string, string>> = {
  "authentication/v1.BoundObjectReference.apiVersion": "Group and version of the object.",
  "authentication/v1.BoundObjectReference.kind": "Pod, Node or Secret.",
  "authentication/v1.BoundObjectReference.name": "Name of the object.",
  "authentication/v1.BoundObjectReference.uid": "Id of the object.",
  "authentication/v1.SelfSubjectReview": "Asks who the API server takes the caller for.",
  "authentication/v1.SelfSubjectReviewStatus.userInfo": "The user who sent the request.",
  "authentication/v1.TokenRequest": "Asks for a token of a service account.",
  "authentication/v1.TokenRequest.spec": "The token that is asked for.",
  "authentication/v1.TokenRequest.status": "The token that was made.",
  "authentication/v1.TokenRequestSpec.attestations": "Further claims that the server signs.",
  "authentication/v1.TokenRequestSpec.audiences": "Who the token is for; default the API server.",
  "authentication/v1.TokenRequestSpec.boundObjectRef": "An object without which the token is no longer valid.",
  "authentication/v1.TokenRequestSpec.expirationSeconds": "Seconds until the token expires; default 3600.",
  "authentication/v1.TokenRequestStatus.expirationTimestamp": "When the token expires.",
  "authentication/v1.TokenRequestStatus.token": "The token.",
  "authentication/v1.TokenReview": "Asks whose token this is.",
  "authentication/v1.TokenReviewSpec.audiences":
    "Audiences of which the token must be for one; default: those of the API server.",
  "authentication/v1.TokenReviewSpec.token": "The bearer token to check.",
  "authentication/v1.TokenReviewStatus.audiences": "Audiences of the review that the token is for.",
  "authentication/v1.TokenReviewStatus.authenticated": "Whether the token is that of a known user.",
  "authentication/v1.TokenReviewStatus.error": "Why the token could not be checked.",
  "authentication/v1.TokenReviewStatus.user": "The user of the token.",
  "authentication/v1.UserInfo.extra": "Further attributes from the authenticator.",
  "authentication/v1.UserInfo.groups": "Groups that the user is in.",
  "authentication/v1.UserInfo.uid": "An identifier that distinguishes the user from others of that name.",
  "authentication/v1.UserInfo.username": "The user's name.",
};
