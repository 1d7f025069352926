import { expect, test } from "vitest";
import { claimsOfToken } from "../../src/access/token.ts";

const nested = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
const encoded = (text: string) => Buffer.from(text).toString("base64url");

test.each([
  { name: "claims", payload: encoded('{"iss":"a"}'), claims: { iss: "a" } },
  { name: "no claims", payload: encoded("{}"), claims: {} },
  { name: "characters of every length", payload: encoded('{"a":"é€😀"}'), claims: { a: "é€😀" } },
  { name: "characters of URLs", payload: encoded('{"a":"~~~???>>>"}'), claims: { a: "~~~???>>>" } },
  { name: "all 64 characters", payload: encoded('{"a":"?>?>~~"}'), claims: { a: "?>?>~~" } },
  { name: "characters that URLs lack", payload: btoa('{"a":"???>>>~"}').replaceAll("=", "") },
  { name: "padding", payload: btoa('{"a":12}') },
  { name: "a character before", payload: ` ${encoded("{}")}` },
  { name: "a character behind", payload: `${encoded("{}")} ` },
  { name: "a length that no bytes have", payload: "e30aa" },
  { name: "no JSON", payload: encoded("{") },
  { name: "nothing", payload: "" },
  { name: "1,000 levels (maxInnerDepth)", payload: encoded(nested(999)), claims: JSON.parse(nested(999)) },
  { name: "1,001 levels", payload: encoded(nested(1000)) },
  { name: "a list", payload: encoded("[]") },
  { name: "null", payload: encoded("null") },
  { name: "text", payload: encoded('"iss"') },
])("a payload of $name", ({ payload, claims }) => {
  expect(claimsOfToken(`h.${payload}.s`)).toEqual(claims);
  expect(claimsOfToken(`h.${payload}`)).toBeUndefined();
  expect(claimsOfToken(`h.${payload}.s.t`)).toBeUndefined();
});
