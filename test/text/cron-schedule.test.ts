import { expect, test } from "vitest";
import { parseCronSchedule } from "../../src/text/cron-schedule.ts";

test.each([
  "* * * * *",
  "*/5 0-12,18 1 jan sun",
  "0 0 ? * MON-FRI",
  "@daily",
  "@every 1h30m",
  "5/15 * * * *",
  "+5 * * * *",
])("%s is a valid schedule", (text) => {
  expect(parseCronSchedule(text).faults).toEqual([]);
});

test.each([
  { text: "* * * *", fault: "must have five fields" },
  { text: "60 * * * *", fault: "minute must be from 0 to 59" },
  { text: "* * 0 * *", fault: "day of month must be from 1 to 31" },
  { text: "5-1 * * * *", fault: "minute must be a range in ascending order" },
  { text: "*/0 * * * *", fault: "minute must have a step above 0" },
  { text: "* * * foo *", fault: "month must be a whole number, or one of jan" },
  { text: "@sometimes", fault: "must be one of @yearly" },
  { text: "@every soon", fault: "must have a duration after @every" },
])("$text: $fault", ({ text, fault }) => {
  expect(parseCronSchedule(text).faults.join("; ")).toContain(fault);
});

test.each([
  [
    "*/15 1-3,5 * jan MON",
    [[0, 59, 15]],
    [
      [1, 3, 1],
      [5, 5, 1],
    ],
    [[1, 31, 1]],
    [[1, 1, 1]],
    [[1, 1, 1]],
  ],
  ["@weekly", [[0, 0, 1]], [[0, 0, 1]], [[1, 31, 1]], [[1, 12, 1]], [[0, 0, 1]]],
  ["5/20 , * * *", [[5, 59, 20]], [], [[1, 31, 1]], [[1, 12, 1]], [[0, 6, 1]]],
])("%s is parsed", (text, ...expected) => {
  const { schedule } = parseCronSchedule(text);
  const fields = schedule && "fields" in schedule ? Object.values(schedule.fields) : [];
  expect(fields.map((ranges) => ranges.map(({ start, end, step }) => [start, end, step]))).toEqual(expected);
});

test("@every is parsed to nanoseconds, and an invalid text to no schedule", () => {
  expect(parseCronSchedule("@every 1m30s").schedule).toEqual({ everyNanos: 90_000_000_000n });
  expect(parseCronSchedule("@every").schedule).toBeUndefined();
  expect(parseCronSchedule("60 * * * *").schedule).toBeUndefined();
});
