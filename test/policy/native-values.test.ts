import { expect, test } from "vitest";
import { nativeValueFaults } from "../../src/policy/native-values.ts";

test("the error for a value of the wrong type shows at most 1,024 of its bytes (maxShownBytes)", () => {
  const [fault] = nativeValueFaults({ scalar: "string" }, new Uint8Array(1_000_000));
  expect(fault?.match(/0x0/g)).toHaveLength(1024);
});
