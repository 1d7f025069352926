/** Texts that are not times, with the error messages of Go 1.26. */
import { expect, test } from "vitest";
import { goTimeError } from "../../src/text/go-time-error.ts";

test.each([
  ["", 'parsing time "" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "2006"'],
  ["tomorrow", 'parsing time "tomorrow" as "2006-01-02T15:04:05Z07:00": cannot parse "tomorrow" as "2006"'],
  ["2026-01-01", 'parsing time "2026-01-01" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"'],
  [
    "2026-01-31T12:00:00",
    'parsing time "2026-01-31T12:00:00" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "Z07:00"',
  ],
  [
    "2026-01-01 00:00:00Z",
    'parsing time "2026-01-01 00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse " 00:00:00Z" as "T"',
  ],
  ["2026-13-01T00:00:00Z", 'parsing time "2026-13-01T00:00:00Z": month out of range'],
  ["2026-02-30T00:00:00Z", 'parsing time "2026-02-30T00:00:00Z": day out of range'],
  ["2026-01-01T24:00:00Z", 'parsing time "2026-01-01T24:00:00Z": hour out of range'],
  ["2026-01-01T00:60:00Z", 'parsing time "2026-01-01T00:60:00Z": minute out of range'],
  ["2026-01-01T00:00:60Z", 'parsing time "2026-01-01T00:00:60Z": second out of range'],
  ["2026-01-01T00:00:00+25:00", 'parsing time "2026-01-01T00:00:00+25:00": time zone offset hour out of range'],
  ["2026-01-01T00:00:00+01:61", 'parsing time "2026-01-01T00:00:00+01:61": time zone offset minute out of range'],
  [
    "2026-01-01T00:00:00+0100",
    'parsing time "2026-01-01T00:00:00+0100" as "2006-01-02T15:04:05Z07:00": cannot parse "+0100" as "Z07:00"',
  ],
  ["2026-01-31T12:00:00Zx", 'parsing time "2026-01-31T12:00:00Zx": extra text: "x"'],
  [
    "2026-01-31T12:00:00é",
    'parsing time "2026-01-31T12:00:00\\xc3\\xa9" as "2006-01-02T15:04:05Z07:00": cannot parse "\\xc3\\xa9" as "Z07:00"',
  ],
])("%j", (text, error) => {
  expect(goTimeError(text, false)).toBe(error);
});

test.each([
  [
    "2026-01-31T12:00:00Z",
    'parsing time "2026-01-31T12:00:00Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"',
  ],
  [
    "2026-01-31T12:00:00.1234567Z",
    'parsing time "2026-01-31T12:00:00.1234567Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "7Z" as "Z07:00"',
  ],
])("%j for a format with six fractional digits", (text, error) => {
  expect(goTimeError(text, true)).toBe(error);
});
