import fc from "fast-check";
import { expect, test } from "vitest";
import { planAuthentication } from "../../src/access/authenticate.ts";
import { evaluateExpression } from "../../src/access/evaluate.ts";
import { readExpressionInput } from "../../src/access/expression-place.ts";
import { readReview } from "../../src/access/review.ts";
import { claimsOfToken } from "../../src/access/token.ts";

const names = ["iss", "sub", "aud", "exp", "nbf", "groups", "email", "email_verified", "jti", "_claim_names", "x__y__"];
const claims = fc
  .dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), fc.jsonValue())
  .map((other) => ({ exp: 4102444800, aud: "a", ...other, iss: "https://i" }));

const authenticate = planAuthentication(
  {
    jwt: [
      {
        issuer: { url: "https://i", audiences: ["a"] },
        claimValidationRules: [{ claim: "sub", requiredValue: "" }, { expression: "claims.all(k, dyn(k) != 1)" }],
        claimMappings: {
          username: { claim: "email", prefix: "p:" },
          groups: { claim: "groups", prefix: "" },
          extra: [{ key: "a.b/c", valueExpression: "claims[?'x'].orValue(claims.?sub.orValue(''))" }],
        },
        userValidationRules: [{ expression: "user.groups.size() < 3" }],
      },
    ],
  },
  "1.37",
);

test("authentication has an outcome for arbitrary claims", () => {
  fc.assert(
    fc.property(claims, (input) => {
      expect(["user", "refused", "undecided"]).toContain(authenticate(input, { nowMs: 0 }).outcome);
    }),
  );
});

test("an arbitrary document is read as a review or has faults", () => {
  const spec = fc.dictionary(
    fc.constantFrom("user", "groups", "extra", "resourceAttributes", "nonResourceAttributes"),
    fc.jsonValue(),
  );
  const document = spec.map((fields) => ({
    apiVersion: "authorization.k8s.io/v1",
    kind: "SubjectAccessReview",
    spec: fields,
  }));
  fc.assert(
    fc.property(fc.oneof(document, fc.jsonValue()), (input) => {
      const reading = readReview(input, "k8s.io");
      expect(reading.ok || reading.error.length > 0).toBe(true);
    }),
  );
});

test("an arbitrary text is read as a token with claims, or has no claims", () => {
  fc.assert(
    fc.property(fc.array(fc.base64String(), { minLength: 2, maxLength: 4 }), (parts) => {
      const read = claimsOfToken(parts.join("."));
      expect(read === undefined || typeof read === "object").toBe(true);
    }),
  );
});

test("an arbitrary text is evaluated to a value or has faults", () => {
  const input = readExpressionInput({ sub: "jane" }, { place: "claims" }, "k8s.io");
  fc.assert(
    fc.property(fc.string(), (text) => {
      const result = evaluateExpression(text, input.ok ? input.value : undefined, { place: "claims", target: "1.37" });
      expect(result.ok || result.error.faults.length > 0).toBe(true);
    }),
  );
});
