import { expect, test } from "vitest";
import { planAuthentication } from "../../src/access/authenticate.ts";
import { planAuthorization } from "../../src/access/authorize.ts";

const costLimitMessage = "operation cancelled: actual cost limit exceeded";

test("a token is rejected if a claim mapping costs more than 1,000,000", () => {
  const authenticate = (size: number) => {
    const username = { expression: "dyn(claims.list).all(a, dyn(claims.list).all(b, a == b)) ? 'same' : 'other'" };
    const issuer = { url: "https://issuer.example.com", audiences: ["cluster"] };
    const configuration = { jwt: [{ issuer, claimMappings: { username } }] };
    const claims = { iss: issuer.url, aud: "cluster", list: new Array(size).fill("x") };
    return planAuthentication(configuration, "1.37")(claims);
  };
  expect(authenticate(100)).toMatchObject({ outcome: "user", user: { username: "same" } });
  const refusal = { stage: "username", message: expect.stringContaining(costLimitMessage) };
  expect(authenticate(1000)).toMatchObject({ outcome: "refused", refusal });
});

test("a match condition that costs more than 1,000,000 fails", () => {
  const expression = "request.groups.all(a, request.groups.all(b, a == b))";
  const webhook = { failurePolicy: "Deny", matchConditions: [{ expression }] };
  const authorize = planAuthorization({ authorizers: [{ type: "Webhook", name: "hook", webhook }] }, "1.37");
  const [step] = authorize({
    user: { username: "ann", uid: "", groups: new Array(1000).fill("x"), extra: {} },
    attributes: { kind: "url", verb: "get", path: "/" },
  }).steps;
  expect(step).toMatchObject({
    opinion: "deny",
    match: { conditions: [{ outcome: "error", message: expect.stringContaining(costLimitMessage) }] },
  });
});
