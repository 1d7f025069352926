import fc from "fast-check";
import { expect, test } from "vitest";
import { zoneOffset } from "../../src/text/time-zone.ts";
import { civilTime, formatTimestamp, parseTimestamp } from "../../src/text/timestamp.ts";

test.each([
  ["1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00Z"],
  ["2009-02-13T23:31:30.5Z", 1_234_567_890, 500_000_000, "2009-02-13T23:31:30.5Z"],
  ["2009-02-13T23:31:30,000000001Z", 1_234_567_890, 1, "2009-02-13T23:31:30.000000001Z"],
  ["2020-01-01T5:04:05Z", 1_577_855_045, 0, "2020-01-01T05:04:05Z"],
  ["2020-01-01T05:04:05.123456789123+01:00", 1_577_851_445, 123_456_789, "2020-01-01T05:04:05.123456789+01:00"],
  ["2020-01-01T05:04:05-00:00", 1_577_855_045, 0, "2020-01-01T05:04:05Z"],
  ["2020-01-01T05:04:05+24:60", 1_577_765_045, 0, "2020-01-01T05:04:05+25:00"],
  ["2020-02-29T00:00:00Z", 1_582_934_400, 0, "2020-02-29T00:00:00Z"],
  ["0000-01-01T00:00:00Z", -62_167_219_200, 0, "0000-01-01T00:00:00Z"],
  ["0001-01-01T00:00:00Z", -62_135_596_800, 0, "0001-01-01T00:00:00Z"],
  ["9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999, "9999-12-31T23:59:59.999999999Z"],
])("%s is %d s and %d ns and prints as %s", (text, seconds, nanos, printed) => {
  const parsed = parseTimestamp(text);
  expect(parsed).toMatchObject({ seconds, nanos });
  expect(parsed && formatTimestamp(parsed)).toBe(printed);
});

test.each([
  "",
  "2020-01-01",
  "2020-01-01T05:04:05",
  "2020-01-01t05:04:05Z",
  "2020-01-01T05:04:05z",
  "2020-01-01T05:04:05.Z",
  "2020-01-01T24:00:00Z",
  "2020-01-01T05:60:00Z",
  "2020-01-01T05:04:60Z",
  "2020-02-30T00:00:00Z",
  "2021-02-29T00:00:00Z",
  "1900-02-29T00:00:00Z",
  "2020-13-01T00:00:00Z",
  "2020-00-01T00:00:00Z",
  "2020-01-00T00:00:00Z",
  "2020-1-01T00:00:00Z",
  "20200-01-01T00:00:00Z",
  "2020-01-01T05:04:05+25:00",
  "2020-01-01T05:04:05+00:61",
  "2020-01-01T05:04:05+0100",
])("%j is not a timestamp", (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});

test("calendar fields equal those of JavaScript's Date", () => {
  fc.assert(
    fc.property(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }), (seconds) => {
      const date = new Date(seconds * 1000);
      const january = Date.parse(`${date.toISOString().slice(0, 4)}-01-01T00:00:00Z`);
      expect(civilTime(seconds)).toEqual({
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
        hour: date.getUTCHours(),
        minute: date.getUTCMinutes(),
        second: date.getUTCSeconds(),
        weekday: date.getUTCDay(),
        dayOfYear: Math.floor((seconds * 1000 - january) / 86_400_000) + 1,
      });
    }),
  );
});

const summer = 1_247_000_000;
const winterSeconds = 1_230_000_000;

test.each([
  ["UTC", summer, 0],
  ["", summer, 0],
  ["Europe/Berlin", summer, 7200],
  ["Europe/Berlin", winterSeconds, 3600],
  ["US/Central", winterSeconds, -21_600],
  ["Asia/Kathmandu", winterSeconds, 20_700],
  ["-02:30", winterSeconds, -9000],
  ["+11:00", winterSeconds, 39_600],
  ["02:00", winterSeconds, 7200],
  ["-00:30", winterSeconds, -1800],
])("zone %j at %d is %d s east", (zone, seconds, expected) => {
  expect(zoneOffset(zone, seconds)).toBe(expected);
});

test("a time zone has an offset even before the year 1", () => {
  expect(zoneOffset("America/New_York", -62_135_596_800)).toBe(-17_762);
});

test.each(["Nowhere/Land", "+0100", "x:00", "1:x", ":", "Europe/Berlin "])("%j is not a time zone", (zone) => {
  expect(zoneOffset(zone, 0)).toBeUndefined();
});
