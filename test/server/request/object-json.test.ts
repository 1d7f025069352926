import { expect, test } from "vitest";
import { formatJson } from "../../../src/json/format-json.ts";
import { atRevision, finishedParts, objectParts, storedBytes } from "../../../src/server/request/object-json.ts";
import { maxInlineBytes } from "../../../src/server/request/size.ts";

test.each([
  { size: "small", metadata: { name: "ä" }, data: { a: "x" } },
  { size: "large", metadata: { name: "ä" }, data: { a: "}ü".repeat(maxInlineBytes) } },
  {
    size: "large at a version",
    metadata: { name: "ä", resourceVersion: "1" },
    data: { a: "x".repeat(maxInlineBytes) },
  },
  { size: "large in its metadata", metadata: { name: "ä", annotations: { a: '"}'.repeat(maxInlineBytes) } } },
])("$size: the bytes that are stored serve the answer", ({ size: _none, ...object }) => {
  const { resourceVersion: _version, ...metadata } = object.metadata as Record<string, unknown>;
  const text = Buffer.from(storedBytes(object)).toString();
  expect(text).toBe(formatJson({ ...object, metadata }));
  const written = atRevision(object, 7);
  expect(written.metadata.resourceVersion).toBe("7");
  expect(Buffer.concat(objectParts(written)).toString()).toBe(formatJson(written));
  expect(Buffer.concat(objectParts(object)).toString()).toBe(formatJson(object));
});

test("an object whose bytes were made for vetting is stored as these, and gets its version later", () => {
  const object = { metadata: { name: "x", resourceVersion: "6" }, data: { a: "x".repeat(maxInlineBytes) } };
  expect(Buffer.concat(finishedParts(object)).toString()).toBe(formatJson(object));
  object.metadata.resourceVersion = "7";
  expect(storedBytes(object)).toBe(storedBytes(object));
  expect(Buffer.concat(finishedParts(object)).toString()).toBe(formatJson(object));
});
