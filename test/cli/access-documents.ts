/** Two issuers' worth of rules in one authenticator: every step can fail. */
export const authentication = `apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
- issuer:
    url: https://issuer.example.com
    audiences: [cluster]
  claimValidationRules:
  - expression: claims.hd == "example.com"
    message: only people of example.com
  claimMappings:
    username:
      expression: '"oidc:" + claims.sub'
    groups:
      expression: claims.?roles.orValue([])
    uid:
      claim: uid
    extra:
    - key: example.org/team
      valueExpression: claims.team
`;

/** Claims that the authenticator above makes a user of. */
export const claims = {
  iss: "https://issuer.example.com",
  aud: "cluster",
  exp: 4102444800,
  sub: "jane",
  uid: "42",
  roles: ["dev", "", "ops"],
  team: "core",
  hd: "example.com",
};
