import { expect, test } from "vitest";
import { compareApiVersions } from "../../src/text/version-order.ts";

test("stable versions come before beta, beta before alpha, and other names last", () => {
  const rising = [
    "foo10",
    "foo1",
    "v3alpha1",
    "v11alpha1",
    "v11alpha2",
    "v12alpha1",
    "v3beta1",
    "v10beta3",
    "v1",
    "v2",
    "v10",
  ];
  expect([...rising].reverse().sort(compareApiVersions)).toEqual(rising);
});
