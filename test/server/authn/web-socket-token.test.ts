import { expect, test } from "vitest";
import { removeToken, webSocketToken } from "../../../src/server/authn/web-socket-token.ts";

const prefix = "base64url.bearer.authorization.k8s.io.";
const encodeToken = (text: string | Uint8Array) => `${prefix}${Buffer.from(text).toString("base64url")}`;
const upgrade = { connection: "keep-alive, Upgrade", upgrade: "WebSocket" };
const exchangeWith = (protocols: string, more = {}) =>
  webSocketToken({ headers: { ...upgrade, "sec-websocket-protocol": protocols, ...more } });

test.each([
  {
    name: "a token first",
    protocols: `${encodeToken("t-ü")}, v4.channel.k8s.io`,
    expected: { token: "t-ü", others: ["v4.channel.k8s.io"] },
  },
  {
    name: "a token after other subprotocols",
    protocols: `a,b , ${encodeToken("t")}`,
    expected: { token: "t", others: ["a", "b"] },
  },
  { name: "no token", protocols: "a, b", expected: undefined },
  { name: "an empty token", protocols: `${prefix}, a`, expected: undefined },
  { name: "no other subprotocol", protocols: encodeToken("t"), expected: "malformed" },
  { name: "two tokens", protocols: `${encodeToken("t")}, ${encodeToken("t")}, a`, expected: "malformed" },
  { name: "padding", protocols: `${prefix}dG9rZQ==, a`, expected: "malformed" },
  { name: "characters outside Base64", protocols: `${prefix}a+b/, a`, expected: "malformed" },
  { name: "an impossible length", protocols: `${prefix}YWJjZ, a`, expected: "malformed" },
  {
    name: "bytes that are not UTF-8",
    protocols: `${encodeToken(Uint8Array.of(0xff, 0xfe))}, a`,
    expected: "malformed",
  },
])("the token among subprotocols: $name", ({ protocols, expected }) => {
  expect(exchangeWith(protocols)).toEqual(expected);
});

test("a request that is no WebSocket upgrade has no token", () => {
  expect(exchangeWith(`${encodeToken("t")}, a`, { upgrade: "spdy/3.1" })).toBeUndefined();
  expect(exchangeWith(`${encodeToken("t")}, a`, { connection: "keep-alive" })).toBeUndefined();
});

test("forgetToken removes the token from the headers", () => {
  const name = "Sec-WebSocket-Protocol";
  const exchange = { headers: {}, rawHeaders: ["Host", "h", name, encodeToken("t"), "A", "b", name, "v4"] };
  removeToken(exchange, ["v4", "v5"]);
  expect(exchange).toEqual({
    headers: { "sec-websocket-protocol": "v4,v5" },
    rawHeaders: ["Host", "h", "A", "b", name, "v4,v5"],
  });
});
