import { expect, test } from "vitest";
import { nativeFaults } from "../../src/policy/native-values.ts";

test("a refusal shows 1,024 bytes of a value (maxShownBytes)", () => {
  const [fault] = nativeFaults({ scalar: "string" }, new Uint8Array(1_000_000));
  expect(fault?.match(/0x0/g)).toHaveLength(1024);
});
