import { expect, test } from "vitest";
import { invalid } from "../../../src/server/request/failures.ts";
import { StatusError } from "../../../src/server/request/status.ts";

const maxRefusalBytes = 256 * 1024;
const sizeOf = (error: StatusError): number => Buffer.byteLength(JSON.stringify(error.toStatus()));

test.each([
  ["a long message", new StatusError(400, "BadRequest", "\u0000".repeat(3_000_000))],
  ["a long name", new StatusError(404, "NotFound", "x", { details: { name: "n".repeat(3_000_000) } })],
  [
    "long causes",
    invalid(
      { group: "", kind: "Pod", name: "x".repeat(300_000) },
      Array.from({ length: 100 }, () => ({
        reason: "FieldValueInvalid",
        message: "\u0001".repeat(30_000),
        field: "f".repeat(30_000),
      })),
    ),
  ],
])("a Status with %s has at most 256 KiB", (_name, error) => {
  expect(sizeOf(error)).toBeLessThanOrEqual(maxRefusalBytes);
  expect(JSON.stringify(error.toStatus())).toContain("(cut: 3");
});

test("a Status lists a hundred usual causes in full", () => {
  const causes = Array.from({ length: 100 }, (_, index) => ({
    reason: "FieldValueRequired",
    message: "Required value: `image` must be set",
    field: `spec.containers[${index}].image`,
  }));
  const status = invalid({ group: "", kind: "Pod", name: "p" }, causes, 7).toStatus();
  expect(status.details?.causes).toEqual(causes);
  expect(status.message).toMatch(/image` must be set, and 7 more\]$/);
});
