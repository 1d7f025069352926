import { expect, test } from "vitest";
import { flagRow } from "../../src/flags/flag.ts";
import { requiredFlags } from "./requirement-fields/flags.ts";

test.each(requiredFlags)("$component has --$flag, by default $default", ({ component, flag, default: byDefault }) => {
  const row = flagRow(component, flag);
  expect(row).toBeDefined();
  expect(row?.until).toBeUndefined();
  if (byDefault !== undefined) expect(row?.default).toBe(byDefault);
});
