import { expect, test } from "vitest";
import { isBase64, isDate, isDateTime, isUuid } from "../../src/text/string-formats.ts";

test.each([
  {
    holds: isUuid,
    yes: ["01234567-89ab-cdef-0123-456789ABCDEF", "0123456789abcdef0123456789abcdef"],
    no: ["", "01234567-89ab-cdef-0123-456789abcdeg", "{01234567-89ab-cdef-0123-456789abcdef}"],
  },
  { holds: isBase64, yes: ["aGVsbG8=", "AAAA", "A+/="], no: ["", "A", "AAA", "A===", "aGV-", "AAAA\n"] },
  { holds: isDate, yes: ["2020-02-29", "0000-01-01"], no: ["", "2021-02-29", "2020-1-01", "2020-13-01"] },
  {
    holds: isDateTime,
    yes: ["2020-01-02T10:11:12Z", "2020-01-02t10:11:12.5+01:00", "2020-01-02T10:11:12-99:99"],
    no: ["2020-01-02", "2020-01-02T24:00:00Z", "2020-01-02T10:11:12", "2021-02-29T00:00:00Z"],
  },
])("$holds.name", ({ holds, yes, no }) => {
  for (const text of yes) expect(holds(text), text).toBe(true);
  for (const text of no) expect(holds(text), text).toBe(false);
});
