import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTokenFile } from "../../../src/server/authn/token-file.ts";

const entry = (token: string, username: string, uid: string, ...groups: string[]) => ({
  token,
  user: { username, uid, groups, extra: {} },
});

test.each([
  ["an empty file", "", []],
  ["three columns", "t,u,1\n", [entry("t", "u", "1")]],
  ["no line break at the end", "t,u,1", [entry("t", "u", "1")]],
  ["groups in quotes", 't,u,1,"g1,g2"\r\ns,v,\r\n', [entry("t", "u", "1", "g1", "g2"), entry("s", "v", "")]],
  ["empty lines", "\n\nt,u,1\n\n", [entry("t", "u", "1")]],
  ["quotes in quotes, and a line break", '"t""x","u\nv",1', [entry('t"x', "u\nv", "1")]],
  ["a fifth column", "t,u,1,g,whatever", [entry("t", "u", "1", "g")]],
  ["an empty last field", "t,u,1,", [entry("t", "u", "1", "")]],
])("%s", (_name, text, entries) => {
  expect(parseTokenFile(text)).toEqual({ entries, warnings: [] });
});

test("a line without a token is skipped, and a repeated token replaces the earlier one", () => {
  expect(parseTokenFile(",u,1\nt,u,1\nt,v,2")).toEqual({
    entries: [entry("t", "v", "2")],
    warnings: ["record 1 has no token and is ignored", "record 3 has the token of an earlier one and replaces it"],
  });
});

test.each([
  ["two columns", "t,u", "must have at least 3 columns (token, user name, user uid); got 2 in record 1"],
  ["an empty field in quotes", '""', "got 1 in record 1"],
  ["an open quote", '"t,u,1', "must end with"],
  ["text after a closing quote", '"t"x,u,1', "must end with"],
  ["a quote within a field", 't"x,u,1', "must not have"],
])("%s is refused", (_name, text, message) => {
  expect(() => parseTokenFile(text)).toThrow(message);
});

test("quoted fields of any text are read as written", () => {
  const field = fc.string({ minLength: 1 });
  fc.assert(
    fc.property(fc.array(fc.tuple(field, fc.string(), fc.string()), { maxLength: 5 }), (rows) => {
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const text = rows.map((row) => row.map(quote).join(",")).join("\n");
      const byToken = new Map(rows.map(([token, username, uid]) => [token, entry(token, username, uid)]));
      expect(parseTokenFile(text).entries).toEqual([...byToken.values()]);
    }),
  );
});
