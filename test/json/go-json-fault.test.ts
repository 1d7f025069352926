import { expect, test } from "vitest";
import { goJsonFault } from "../../src/json/go-json-fault.ts";

/** Messages of Go 1.26. */
test.each([
  ["{}", undefined],
  [' [1, -0.5e+3, "a\\u00e9\\n", true, false, null, {"a": []}] ', undefined],
  ["", "unexpected end of JSON input"],
  ["dedicated=web", "invalid character 'd' looking for beginning of value"],
  ["é", "invalid character 'Ã' looking for beginning of value"],
  ["{1}", "invalid character '1' looking for beginning of object key string"],
  ['{"a"}', "invalid character '}' after object key"],
  ['{"a":1 "b"}', "invalid character '\"' after object key:value pair"],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ["[1 2]", "invalid character '2' after array element"],
  ["[1,]", "invalid character ']' looking for beginning of value"],
  ["[1", "unexpected end of JSON input"],
  ["tru", "invalid character ' ' in literal true (expecting 'e')"],
  ['"a\\', "invalid character ' ' in string escape code"],
  ['"a', "unexpected end of JSON input"],
  ["{} x", "invalid character 'x' after top-level value"],
  ["01", "invalid character '1' after top-level value"],
  ["-a", "invalid character 'a' in numeric literal"],
  ["1.x", "invalid character 'x' after decimal point in numeric literal"],
  ["1e'", "invalid character '\\'' in exponent of numeric literal"],
  ["trUe", "invalid character 'U' in literal true (expecting 'u')"],
  ['"a\nb"', "invalid character '\\n' in string literal"],
  ['"\\x"', "invalid character 'x' in string escape code"],
  ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
])("%j", (text, fault) => {
  expect(goJsonFault(text)).toBe(fault);
});

test("text that is nested too deeply for the stack is not judged", () => {
  expect(goJsonFault("[".repeat(1_000_000))).toBeUndefined();
});
