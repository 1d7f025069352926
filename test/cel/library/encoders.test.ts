import { expect, test } from "vitest";
import { encodersLibrary } from "../../../src/cel/library/encoders.ts";
import { standardLibrary } from "../../../src/cel/library/standard.ts";
import { environmentOf, evaluateText } from "./evaluate-text.ts";

const environment = environmentOf([standardLibrary, encodersLibrary]);

test.each([
  ["base64.encode(b'hello')", "aGVsbG8="],
  ["base64.encode(b'')", ""],
  ["base64.encode(b'\\xfb\\xff\\xfe')", "+//+"],
  ["base64.decode('aGVsbG8=') == b'hello'", true],
  ["base64.decode('aGVsbG8') == b'hello'", true],
  ["base64.decode('aGVs\\r\\nbG8\\n=\\n') == b'hello'", true],
  ["base64.decode('aGVsbG9=') == b'hello'", true],
  ["base64.decode('') == b''", true],
  ["base64.decode(base64.encode(bytes('é💥'))) == bytes('é💥')", true],
  ["base64.decode('aGVsbG8==')", "error: illegal base64 data at input byte 7"],
  ["base64.decode('aGVs=')", "error: illegal base64 data at input byte 4"],
  ["base64.decode('aGVs\\nb')", "error: illegal base64 data at input byte 5"],
  ["base64.decode('aGV_')", "error: illegal base64 data at input byte 3"],
  ["base64.decode('é')", "error: illegal base64 data at input byte 0"],
  ["base64.decode(dyn(b'aGVs'))", "error: no such overload: base64.decode(bytes)"],
])("%s", (text, expected) => {
  expect(evaluateText(text, { environment })).toEqual(expected);
});
