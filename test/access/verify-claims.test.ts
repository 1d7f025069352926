import { expect, test } from "vitest";
import type { Claims } from "../../src/access/claims.ts";
import { verifyClaims } from "../../src/access/verify-claims.ts";

const nowSeconds = 1_800_000_000;
const nowText = "2027-01-15 08:00:00 +0000 UTC";
const validClaims = { iss: "https://i", aud: "a", exp: nowSeconds };
const typeMessage = "oidc: failed to unmarshal claims: json: cannot unmarshal";

test.each([
  { claims: {} },
  { claims: { aud: ["b", "a"] } },
  { claims: { aud: "A" }, message: 'oidc: expected audience "a" got ["A"]' },
  { claims: { aud: ["b", "c"] }, message: 'oidc: expected audience "a" got ["b" "c"]' },
  { claims: { aud: [] }, message: 'oidc: expected audience "a" got []' },
  { claims: { aud: null }, message: 'oidc: expected audience "a" got [""]' },
  { claims: { aud: undefined }, message: 'oidc: expected audience "a" got []' },
  { claims: { aud: "" }, for: [""] },
  { claims: { aud: "b" }, for: ["a", "b"] },
  { claims: { aud: "c" }, for: ["b", "a", "b"], message: 'oidc: expected audience in ["a" "b"] got ["c"]' },
  { claims: { aud: "a" }, for: [], message: 'oidc: expected audience in [] got ["a"]' },
  { claims: { aud: "c", exp: 0 }, for: ["a", "b"], message: expired("1970-01-01 00:00:00") },
  { claims: { aud: "c", exp: 0 }, message: 'oidc: expected audience "a" got ["c"]' },
  { claims: { exp: nowSeconds - 1 }, message: expired("2027-01-15 07:59:59") },
  { claims: { exp: nowSeconds - 0.5 }, message: expired("2027-01-15 07:59:59") },
  { claims: { exp: `${nowSeconds - 1}` }, message: expired("2027-01-15 07:59:59") },
  { claims: { exp: `${nowSeconds}.9` } },
  { claims: { exp: "1.8e9" } },
  { claims: { exp: BigInt(nowSeconds) } },
  { claims: { exp: undefined }, message: expired("0001-01-01 00:00:00") },
  { claims: { nbf: nowSeconds + 60 } },
  { claims: { nbf: null } },
  { claims: { nbf: 1e21 } },
  {
    claims: { nbf: nowSeconds + 61 },
    message: `oidc: current time ${nowText} before the nbf (not before) time: 2027-01-15 08:01:01 +0000 UTC`,
  },
])("$claims for $for: $message", ({ claims, for: audiences = ["a"], message }) => {
  const presentClaims = Object.fromEntries(
    Object.entries({ ...validClaims, ...claims }).filter(([, value]) => value !== undefined),
  );
  const fault = verifyClaims(presentClaims, { audiences, nowMs: nowSeconds * 1000 });
  expect(fault?.message).toBe(message);
  expect(fault?.field).toBe(message?.includes("expected audience") ? "audiences" : undefined);
});

test.each([1e21, "1e21", -1e21])("a time that does not fit into Go's integers, %j, counts as expired", (exp) => {
  const fault = verifyClaims({ ...validClaims, exp }, { audiences: ["a"], nowMs: nowSeconds * 1000 });
  expect(fault?.message).toContain("oidc: token is expired");
});

function expired(time: string): string {
  return `oidc: token is expired (Token Expiry: ${time} +0000 UTC)`;
}

const number = "json: invalid number literal, trying to unmarshal";
const sources = "Go struct field idToken._claim_sources of type";
const types: readonly { readonly claims: Claims; readonly message?: string }[] = [
  ...["iss", "sub", "nonce", "at_hash"].map((name) => ({
    claims: { [name]: 1 },
    message: `${typeMessage} number into Go struct field idToken.${name} of type string`,
  })),
  { claims: { iss: null, sub: null, nonce: null, at_hash: null, _claim_names: null, _claim_sources: null } },
  { claims: { iss: 1n }, message: `${typeMessage} number into Go struct field idToken.iss of type string` },
  { claims: { nbf: 9_000_000_000, groups: 1, email: {} } },
  { claims: { aud: 1 }, message: `${typeMessage} number into Go value of type []string` },
  { claims: { aud: ["a", {}] }, message: `${typeMessage} object into Go value of type string` },
  { claims: { aud: ["a", null] } },
  { claims: { exp: true }, message: `${typeMessage} bool into Go value of type json.Number` },
  { claims: { iat: [] }, message: `${typeMessage} array into Go value of type json.Number` },
  { claims: { nbf: {} }, message: `${typeMessage} object into Go value of type json.Number` },
  {
    claims: { exp: null },
    message: 'oidc: failed to unmarshal claims: strconv.ParseFloat: parsing "": invalid syntax',
  },
  ...["", "x1", "1x", "01", "1.", ".5", "1e", "+1", "0x1", " 1"].map((text) => ({
    claims: { exp: text },
    message: `oidc: failed to unmarshal claims: ${number} ${JSON.stringify(JSON.stringify(text))} into Number`,
  })),
  ...["-1", "0", "10", "1.50", "1E10", "1e+10", "1e-10"].map((text) => ({ claims: { iat: text } })),
  {
    claims: { _claim_names: [] },
    message: `${typeMessage} array into Go struct field idToken._claim_names of type map[string]string`,
  },
  {
    claims: { _claim_names: "s" },
    message: `${typeMessage} string into Go struct field idToken._claim_names of type map[string]string`,
  },
  {
    claims: { _claim_names: { g: 1 } },
    message: `${typeMessage} number into Go struct field idToken._claim_names of type string`,
  },
  { claims: { _claim_names: { g: null } }, message: "oidc: failed to obtain source from claim name" },
  { claims: { _claim_names: { g: "s" } }, message: "oidc: source does not exist" },
  { claims: { _claim_names: { g: "s" }, _claim_sources: { t: {} } }, message: "oidc: source does not exist" },
  { claims: { _claim_names: { g: "toString" }, _claim_sources: {} }, message: "oidc: source does not exist" },
  { claims: { _claim_names: { g: "s" }, _claim_sources: { s: { endpoint: "e", access_token: "t" } } } },
  { claims: { _claim_sources: [] }, message: `${typeMessage} array into ${sources} map[string]oidc.claimSource` },
  { claims: { _claim_sources: { s: 1 } }, message: `${typeMessage} number into ${sources} oidc.claimSource` },
  { claims: { _claim_sources: { s: null } } },
  ...["endpoint", "access_token"].map((field) => ({
    claims: { _claim_sources: { s: { [field]: 1 } } },
    message: `${typeMessage} number into Go struct field claimSource._claim_sources.${field} of type string`,
  })),
];

test.each(types)("types of claims: $claims: $message", ({ claims, message }) => {
  const fault = verifyClaims({ ...validClaims, ...claims }, { audiences: ["a"] });
  expect(fault).toEqual(message === undefined ? undefined : { message });
});
