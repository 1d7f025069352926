import { expect, test } from "vitest";
import { validateCronSchedule } from "../../src/lexical/cron-schedule.ts";

test.each([
  "* * * * *",
  "*/5 0-12,18 1 jan sun",
  "0 0 ? * MON-FRI",
  "@daily",
  "@every 1h30m",
  "5/15 * * * *",
  "+5 * * * *",
])("%s is a schedule", (text) => {
  expect(validateCronSchedule(text)).toEqual([]);
});

test.each([
  { text: "* * * *", fault: "must have five fields" },
  { text: "60 * * * *", fault: "minute must be from 0 to 59" },
  { text: "* * 0 * *", fault: "day of month must be from 1 to 31" },
  { text: "5-1 * * * *", fault: "minute must begin before it ends" },
  { text: "*/0 * * * *", fault: "minute must have a step above 0" },
  { text: "* * * foo *", fault: "month must be a whole number, or one of jan" },
  { text: "@sometimes", fault: "must be one of @yearly" },
  { text: "@every soon", fault: "must have a duration after @every" },
])("$text: $fault", ({ text, fault }) => {
  expect(validateCronSchedule(text).join("; ")).toContain(fault);
});
