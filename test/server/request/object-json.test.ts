import { expect, test } from "vitest";
import { formatJson } from "../../../src/json/format-json.ts";
import {
  haveSameBytes,
  isOwnEntries,
  objectInTwoParts,
  objectParts,
  PartsReader,
  parseObjectParts,
  readEntries,
  storedBytes,
  vettingParts,
  withRevision,
} from "../../../src/server/request/object-json.ts";
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
])("$size: the response reuses the stored bytes", ({ size: _none, ...object }) => {
  const { resourceVersion: _version, ...metadata } = object.metadata as Record<string, unknown>;
  const text = Buffer.from(storedBytes(object)).toString();
  expect(text).toBe(formatJson({ ...object, metadata }));
  const written = withRevision(object, 7);
  expect(written.metadata.resourceVersion).toBe("7");
  expect(Buffer.concat(objectParts(written)).toString()).toBe(formatJson(written));
  expect(Buffer.concat(objectParts(object)).toString()).toBe(formatJson(object));
});

test.each([
  { metadata: { name: "ä", resourceVersion: "6" }, data: { a: "}}" } },
  { metadata: {}, data: { a: "x" } },
  { metadata: { managedFields: [] } },
  { metadata: { name: "x" }, kind: "X", __proto: { metadata: { name: "y" } } },
])("%j in two parts is read as the same object, and its content is parsed once, even with other metadata", (object) => {
  const reader = new PartsReader();
  const read = reader.read(objectInTwoParts(object));
  expect(read).toEqual(object);
  const other = { ...object, metadata: { name: "other", labels: { a: '"}' } } };
  const again = reader.read(objectInTwoParts(other));
  expect(again).toEqual(other);
  expect(Reflect.get(again, "data")).toBe(Reflect.get(read, "data"));
  storedBytes(other);
  expect(reader.read(vettingParts(other))).toEqual(other);
  const written = withRevision(other, 7);
  expect(reader.read(objectParts(written))).toEqual(written);
  expect(reader.read([Buffer.from(formatJson(object))])).toEqual(object);
});

test("the JSON of managed fields that a thread made is stored unchanged, once", () => {
  const json = '[{"manager":"ä", "fieldsV1":{}}]';
  const entries = readEntries(Buffer.from(json));
  expect(isOwnEntries(entries)).toBe(true);
  const object = { metadata: { name: "x", managedFields: entries as { manager: string }[] } };
  expect(Buffer.from(storedBytes(object)).toString()).toBe(`{"metadata":{"name":"x","managedFields":${json}}}`);
  expect(isOwnEntries(entries)).toBe(false);
  expect(parseObjectParts([storedBytes({ ...object })])).toEqual(object);
});

test("the bytes of an object that were made for vetting are stored, and the object gets its version later", () => {
  const object = { metadata: { name: "x", resourceVersion: "6" }, data: { a: "x".repeat(maxInlineBytes) } };
  expect(Buffer.concat(vettingParts(object)).toString()).toBe(formatJson(object));
  const bytes = storedBytes(object);
  object.metadata.resourceVersion = "7";
  expect(storedBytes(object)).toBe(bytes);
  expect(Buffer.concat(vettingParts(object)).toString()).toBe(formatJson(object));
});

test.each([
  { name: "with a name", metadata: { name: "ü", labels: { a: "b" } } },
  { name: "with field managers only", metadata: {} },
])("an object $name is vetted without the field sets of its managers, and stored with them", ({ metadata }) => {
  const owner = { manager: "ä", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1" };
  const fieldsV1 = { "f:data": { "f:a": {} } };
  const object = {
    metadata: { ...metadata, managedFields: [{ ...owner, fieldsV1 }], resourceVersion: "6" },
    data: { a: "x" },
  };
  const text = Buffer.concat(vettingParts(object)).toString();
  expect(JSON.parse(text)).toEqual({ ...object, metadata: { ...object.metadata, managedFields: [owner] } });
  expect(JSON.parse(Buffer.from(storedBytes(object)).toString()).metadata.managedFields).toEqual([
    { ...owner, fieldsV1 },
  ]);
});

test.each([
  {
    name: "another version and other owners",
    b: { metadata: { name: "x", resourceVersion: "7", managedFields: [{ manager: "m" }] }, data: { a: "1", b: "2" } },
    same: true,
  },
  {
    name: "another value of the same length",
    b: { metadata: { name: "x" }, data: { a: "1", b: "3" } },
    same: undefined,
  },
  { name: "members in another order", b: { metadata: { name: "x" }, data: { b: "2", a: "1" } }, same: undefined },
  { name: "an additional member", b: { metadata: { name: "x" }, data: { a: "1", b: "2", c: "" } }, same: false },
])("whether the bytes show that an object with $name is equal", ({ b, same }) => {
  const a = { metadata: { name: "x" }, data: { a: "1", b: "2" } };
  expect(haveSameBytes(a, b)).toBeUndefined();
  for (const object of [a, b]) storedBytes(object);
  expect(haveSameBytes(a, b)).toBe(same);
});
