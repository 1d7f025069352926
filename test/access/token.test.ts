import { expect, test } from "vitest";
import { claimsOfToken } from "../../src/access/token.ts";

const nestedJson = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
const encode = (text: string) => Buffer.from(text).toString("base64url");

test.each([
  { name: "claims", payload: encode('{"iss":"a"}'), claims: { iss: "a" } },
  { name: "no claims", payload: encode("{}"), claims: {} },
  { name: "characters of every length", payload: encode('{"a":"é€😀"}'), claims: { a: "é€😀" } },
  { name: "characters of URLs", payload: encode('{"a":"~~~???>>>"}'), claims: { a: "~~~???>>>" } },
  { name: "all 64 characters", payload: encode('{"a":"?>?>~~"}'), claims: { a: "?>?>~~" } },
  { name: "characters that URLs lack", payload: btoa('{"a":"???>>>~"}').replaceAll("=", "") },
  { name: "padding", payload: btoa('{"a":12}') },
  { name: "a character before the payload", payload: ` ${encode("{}")}` },
  { name: "a character after the payload", payload: `${encode("{}")} ` },
  { name: "a length that Base64 cannot have", payload: "e30aa" },
  { name: "text that is not JSON", payload: encode("{") },
  { name: "no text", payload: "" },
  { name: "1,000 levels (maxInnerDepth)", payload: encode(nestedJson(999)), claims: JSON.parse(nestedJson(999)) },
  { name: "1,001 levels", payload: encode(nestedJson(1000)) },
  { name: "a list", payload: encode("[]") },
  { name: "null", payload: encode("null") },
  { name: "a JSON string", payload: encode('"iss"') },
])("a payload of $name", ({ payload, claims }) => {
  expect(claimsOfToken(`h.${payload}.s`)).toEqual(claims);
  expect(claimsOfToken(`h.${payload}`)).toBeUndefined();
  expect(claimsOfToken(`h.${payload}.s.t`)).toBeUndefined();
});
