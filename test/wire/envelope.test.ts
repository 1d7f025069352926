import { BinaryReader } from "@bufbuild/protobuf/wire";
import { expect, test } from "vitest";
import { encodeListItem, frameWatchEvent, unwrapEnvelope, wrapEnvelope, wrapList } from "../../src/wire/envelope.ts";

const role = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role" };

test("an object is wrapped in an envelope and unwrapped", () => {
  const bytes = wrapEnvelope({ apiVersion: "v1", kind: "Pod" }, Uint8Array.of(1, 2, 3));
  expect(Buffer.from(bytes).toString("latin1")).toBe(
    "k8s\0\x0a\x09\x0a\x02v1\x12\x03Pod\x12\x03\x01\x02\x03\x1a\x00\x22\x00",
  );
  expect(unwrapEnvelope(bytes)).toEqual({
    ok: true,
    value: { apiVersion: "v1", kind: "Pod", raw: Uint8Array.of(1, 2, 3) },
  });
});

test.each([
  ["an empty input", Uint8Array.of(), "empty data"],
  ["JSON", new TextEncoder().encode("{}"), "does not appear to be a protobuf message, expected prefix [107 56 115 0]"],
  ["a truncated envelope", wrapEnvelope(role, Uint8Array.of(1)).subarray(0, 9), "proto: "],
])("%s is not an envelope", (_name, bytes, error) => {
  expect(unwrapEnvelope(bytes)).toEqual({ ok: false, error: expect.stringContaining(error) });
});

test("an envelope may lack apiVersion and kind", () => {
  expect(unwrapEnvelope(Uint8Array.from(Buffer.from("k8s\0\x12\0")))).toEqual({
    ok: true,
    value: { apiVersion: "", kind: "", raw: new Uint8Array() },
  });
});

test("an envelope without content is an error", () => {
  expect(unwrapEnvelope(Buffer.from("k8s\0"))).toEqual({ ok: false, error: "empty body" });
});

test("an encoded list contains its metadata, then the items", () => {
  const runs = [Uint8Array.of(1), Uint8Array.of(), Uint8Array.of(2)].map(encodeListItem);
  const envelope = unwrapEnvelope(Uint8Array.from(Buffer.concat(wrapList(role, Uint8Array.of(9), runs))));
  const raw = Uint8Array.of(10, 1, 9, 18, 1, 1, 18, 0, 18, 1, 2);
  expect(envelope).toEqual({ ok: true, value: { ...role, raw } });
});

test("an encoded watch event begins with its length", () => {
  const object = wrapEnvelope(role, Uint8Array.of(1));
  const framed = frameWatchEvent("ADDED", object);
  expect(new DataView(framed.buffer).getUint32(0)).toBe(framed.length - 4);
  const reader = new BinaryReader(framed.subarray(4));
  expect(reader.tag()[0]).toBe(1);
  expect(reader.string()).toBe("ADDED");
  expect(reader.tag()[0]).toBe(2);
  const inner = new BinaryReader(reader.bytes());
  expect(inner.tag()[0]).toBe(1);
  expect(inner.bytes()).toEqual(object);
  expect(reader.pos).toBe(reader.len);
});
