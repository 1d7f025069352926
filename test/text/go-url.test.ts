import fc from "fast-check";
import { expect, test } from "vitest";
import {
  escapedPath,
  formatUrl,
  type GoUrl,
  hostname,
  parseRequestUri,
  parseUrl,
  port,
  queryValues,
} from "../../src/text/go-url.ts";

function url(text: string): GoUrl {
  const result = parseUrl(text);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

test("a full URL is split into all of its parts", () => {
  const parts = url("HTTPS://us%65r:p%40ss@example.com:80/a%2Fb%20c?q=1#frag%20x");
  expect(parts).toEqual({
    scheme: "https",
    opaque: "",
    user: { username: "user", password: "p@ss" },
    host: "example.com:80",
    path: "/a/b c",
    rawPath: "/a%2Fb%20c",
    omitHost: false,
    forceQuery: false,
    rawQuery: "q=1",
    fragment: "frag x",
    rawFragment: "frag%20x",
  });
  expect([hostname(parts), port(parts), escapedPath(parts)]).toEqual(["example.com", "80", "/a%2Fb%20c"]);
});

test.each([
  ["mailto:a@b?s", { scheme: "mailto", opaque: "a@b", rawQuery: "s" }],
  ["file:/etc/x", { scheme: "file", host: "", path: "/etc/x", omitHost: true }],
  ["//host/p", { scheme: "", host: "host", path: "/p" }],
  ["///p", { host: "", path: "///p" }],
  ["a/b:c", { scheme: "", path: "a/b:c" }],
  ["", { scheme: "", path: "" }],
  ["*", { path: "*" }],
  ["http://h?", { host: "h", forceQuery: true, rawQuery: "" }],
  ["http://[fe80::1%25en0]:8080/", { host: "[fe80::1%en0]:8080" }],
  ["http://h:/", { host: "h:" }],
  ["http://h%C3%A9/", { host: "hé" }],
  ["postgres://a:1,b:2/db", { host: "a:1,b:2" }],
  ["http://u@h", { user: { username: "u", password: undefined } }],
])("%s", (text, expected) => {
  expect(url(text)).toMatchObject(expected);
});

test.each([
  ["https://host:port", 'parse "https://host:port": invalid port ":port" after host'],
  ["http://a:1:2/", 'parse "http://a:1:2/": invalid port ":1:2" after host'],
  ["http://::1/", 'parse "http://::1/": invalid port "::1" after host'],
  ["http://h%zz/", 'parse "http://h%zz/": invalid URL escape "%zz"'],
  ["http://h/%2", 'parse "http://h/%2": invalid URL escape "%2"'],
  ["http://h%41/", 'parse "http://h%41/": invalid URL escape "%41"'],
  ["http://a b/", 'parse "http://a b/": invalid character " " in host name'],
  ["http://a\n/", 'parse "http://a\\n/": net/url: invalid control character in URL'],
  ["1a:b", 'parse "1a:b": first path segment in URL cannot contain colon'],
  [":a", 'parse ":a": missing protocol scheme'],
  ["http://[::1", `parse "http://[::1": missing ']' in host`],
  ["http://a[::1]/", 'parse "http://a[::1]/": invalid IP-literal'],
  ["http://[1.2.3.4]/", 'parse "http://[1.2.3.4]/": invalid IP-literal'],
  [
    "http://[::g]/",
    'parse "http://[::g]/": invalid host: ParseAddr("::g"): each colon-separated field must have at least one digit (at "g")',
  ],
  ["http://u^@h", 'parse "http://u^@h": net/url: invalid userinfo'],
  ["http://h/#%zz", 'parse "http://h/#%zz": invalid URL escape "%zz"'],
  ["http://h /#x", 'parse "http://h /": invalid character " " in host name'],
])("%j is rejected", (text, expected) => {
  expect(parseUrl(text)).toMatchObject({ ok: false, error: expected });
});

test.each([
  ["/absolute", true],
  ["https://h/p", true],
  ["mailto:x", true],
  ["relative", false],
  ["../up", false],
  ["", false],
  ["https://a:b:c/", false],
])("%j as a request URI", (text, expected) => {
  expect(parseRequestUri(text).ok).toBe(expected);
});

test("the error also contains the reason without the URL", () => {
  expect(parseRequestUri("x")).toEqual({
    ok: false,
    error: 'parse "x": invalid URI for request',
    reason: "invalid URI for request",
  });
});

test("query values keep their order, and invalid pairs are left out", () => {
  const values = queryValues(url("/p?k1=a&k2=b&k2=c&x%zz=1&s;t=1&plus=a+b&&bare&%C3%A9=%C3%A9"));
  expect([...values]).toEqual([
    ["k1", ["a"]],
    ["k2", ["b", "c"]],
    ["plus", ["a b"]],
    ["bare", [""]],
    ["é", ["é"]],
  ]);
});

test.each([
  "https://example.com/path%20with",
  "https://u:p@h:1/p?q#f",
  "mailto:a@b",
  "file:/etc",
  "file:///etc",
  "/p?",
  "./a:b",
])("%s is formatted as it was parsed", (text) => {
  expect(formatUrl(url(text))).toBe(text);
});

test("special characters that are not escaped in the text are escaped in the path", () => {
  expect(escapedPath(url("https://example.com/path with/é"))).toBe("/path%20with/%C3%A9");
});

test("every text gives a URL or a reason, and a formatted URL is parsed to the same URL", () => {
  const piece = fc.constantFrom(
    "http:",
    "//",
    "/",
    ":",
    "@",
    "[::1]",
    "%41",
    "%",
    "?",
    "#",
    "é",
    "a",
    "\0",
    "%25",
    " ",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const first = parseUrl(pieces.join(""));
      if (!first.ok) {
        expect(first.reason).not.toBe("");
        return;
      }
      const text = formatUrl(first.value);
      const second = parseUrl(text);
      if (second.ok) expect(formatUrl(second.value)).toBe(text);
    }),
  );
});
