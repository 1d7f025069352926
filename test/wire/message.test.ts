import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decode } from "../../src/schema/decode.ts";
import type { FieldSchema } from "../../src/schema/decode-schema.ts";
import { typeSchema } from "../../src/schema/type-schema.ts";
import { readJson } from "../../src/source/json.ts";
import { unwrapEnvelope, wrapEnvelope } from "../../src/wire/envelope.ts";
import { decodeMessage, encodeMessage, isMessage } from "../../src/wire/message.ts";
import { type Identity, schemaOf } from "./schema-of.ts";

/** Parses JSON exactly, including numbers beyond 2^53. */
function parseExactly(text: string): unknown {
  return readJson(text, { maxDepth: 100, maxAliasNodes: 0 }).documents[0]?.root?.value;
}

interface Recorded {
  readonly object: Identity & Record<string, unknown>;
  readonly pb: string;
}

/**
 * Objects with the bytes that the Go libraries of Kubernetes 1.37 encode for them (client-go's scheme, decoded from
 * JSON without defaults, encoded by its protobuf serializer).
 */
const recorded = readFileSync(join(import.meta.dirname, "data/messages.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => parseExactly(line) as Recorded);

test.each(recorded.map((row, index) => ({ ...row, index })))(
  "$index: $object.kind has the same bytes as upstream",
  (row) => {
    const { apiVersion, kind, ...fields } = row.object;
    const schema = schemaOf(row.object) ?? {};
    const object = withoutEmpty(decode(fields, schema), schema) as Record<string, unknown>;
    const bytes = wrapEnvelope({ apiVersion, kind }, encodeMessage(object, schema));
    expect(Buffer.from(bytes).toString("base64")).toBe(row.pb);

    const envelope = unwrapEnvelope(Buffer.from(row.pb, "base64"));
    expect(envelope).toMatchObject({ ok: true, value: { apiVersion, kind } });
    const read = decodeMessage(envelope.ok ? envelope.value.raw : new Uint8Array(), schema);
    expect(read).toEqual({ ok: true, value: withZeroQuantities(object, schema) });
  },
);

/** Removes empty lists and maps, which the wire format does not distinguish from absent ones. */
function withoutEmpty(value: unknown, schema: FieldSchema): unknown {
  if (schema["x-raw"] || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withoutEmpty(item, schema.items ?? {}));
  const kept: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const field = schema.properties?.[name];
    const rest = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {};
    const reduced = withoutEmpty(item, field ?? rest);
    const isZero = field && !field["x-pointer"] && !field["x-quantity"] && isZeroValue(reduced);
    if (!isZero) kept[name] = reduced;
  }
  return kept;
}

function isZeroValue(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return !value;
  return Object.keys(value).length === 0;
}

/** Adds zero quantities: a quantity is never absent on the wire. */
function withZeroQuantities(value: unknown, schema: FieldSchema): unknown {
  if (schema["x-raw"] || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withZeroQuantities(item, schema.items ?? {}));
  const object: Record<string, unknown> = { ...value };
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (field["x-quantity"] && !field["x-pointer"]) object[name] ??= "0";
    else if (object[name] !== undefined) object[name] = withZeroQuantities(object[name], field);
  }
  return object;
}

test("the recorded objects are of more than 20 kinds", () => {
  expect(new Set(recorded.map(({ object }) => object.kind)).size).toBeGreaterThan(20);
});

const role = schemaOf({ apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role" }) ?? {};
const pod = schemaOf({ apiVersion: "v1", kind: "Pod" }) ?? {};
const configMap = schemaOf({ apiVersion: "v1", kind: "ConfigMap" }) ?? {};

test("arbitrary bytes are decoded to an object or to an error", () => {
  const valid = encodeMessage(
    { metadata: { name: "a", labels: { b: "c" } }, spec: { containers: [{ name: "d" }] } },
    pod,
  );
  const mutated = fc
    .tuple(fc.nat(valid.length - 1), fc.integer({ min: 0, max: 255 }))
    .map(([at, byte]) => valid.map((before, index) => (index === at ? byte : before)));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), mutated), (bytes) => {
      expect(decodeMessage(bytes, pod)).toHaveProperty("ok");
      expect(unwrapEnvelope(bytes)).toHaveProperty("ok");
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["a truncated message", (bytes: Uint8Array) => bytes.subarray(0, -1)],
  ["a length beyond the end", () => Uint8Array.of(0x0a, 0x7f, 0x00)],
  ["a field of another wire type", () => Uint8Array.of(0x08, 0x01)],
])("%s is an error", (_name, change) => {
  const bytes = encodeMessage({ metadata: { name: "a" }, rules: [{ verbs: ["get"] }] }, role);
  expect(decodeMessage(change(bytes), role)).toMatchObject({ ok: false, error: expect.stringContaining("proto: ") });
});

test("unknown fields are skipped", () => {
  const writer = new BinaryWriter().raw(encodeMessage({ metadata: { name: "a" } }, configMap));
  writer.tag(99, WireType.LengthDelimited).string("x").tag(98, WireType.Varint).int32(-1);
  writer.tag(97, WireType.Bit64).double(1).tag(96, WireType.Bit32).fixed32(1);
  expect(decodeMessage(writer.finish(), configMap)).toEqual({ ok: true, value: { metadata: { name: "a" } } });
});

test("encoding list metadata omits absent fields that differ from the zero value", () => {
  const text = (number: number, value: string) =>
    new BinaryWriter().tag(number, WireType.LengthDelimited).string(value);
  const expected = [text(1, ""), text(2, "7"), text(3, "")].map((writer) => writer.finish());
  expect(Buffer.from(encodeMessage({ resourceVersion: "7" }, typeSchema("meta/v1.ListMeta")))).toEqual(
    Buffer.concat(expected),
  );
});

test("a null time in a map is encoded as the zero time", () => {
  const schema = schemaOf({ apiVersion: "policy/v1", kind: "PodDisruptionBudget" }) ?? {};
  const object = decode({ status: { disruptedPods: { p: null } } }, schema) as Record<string, unknown>;
  expect(decodeMessage(encodeMessage(object, schema), schema)).toMatchObject({
    ok: true,
    value: { status: { disruptedPods: { p: null } } },
  });
});

test("a list of numbers may be in packed encoding", () => {
  const numbers = new BinaryWriter().tag(4, WireType.LengthDelimited).fork().int64(1).int64(-2).join().finish();
  const security = new BinaryWriter().tag(14, WireType.LengthDelimited).bytes(numbers).finish();
  const bytes = new BinaryWriter().tag(2, WireType.LengthDelimited).bytes(security).finish();
  expect(decodeMessage(bytes, pod)).toEqual({
    ok: true,
    value: { spec: { securityContext: { supplementalGroups: [1, -2] } } },
  });
});

test("a map key may have any name", () => {
  const object = { metadata: {}, data: JSON.parse('{"__proto__": "a", "constructor": "b"}') };
  const read = decodeMessage(encodeMessage(object, configMap), configMap);
  expect(JSON.stringify(read.ok && read.value)).toBe('{"data":{"__proto__":"a","constructor":"b"}}');
});

test("messages may be nested up to 500 levels", () => {
  const schema: FieldSchema & { properties: Record<string, FieldSchema> } = { type: "object", properties: {} };
  schema.properties["inner"] = { ...schema, "x-proto": 1, "x-pointer": true };
  let bytes = new Uint8Array();
  const nest = (levels: number) => {
    bytes = new Uint8Array();
    for (let level = 0; level < levels; level++) {
      bytes = new BinaryWriter().tag(1, WireType.LengthDelimited).bytes(bytes).finish();
    }
    return decodeMessage(bytes, schema);
  };
  expect(nest(500).ok).toBe(true);
  expect(nest(501)).toMatchObject({ ok: false, error: "proto: messages are nested deeper than 500" });
});

test("a time with an offset is decoded as the same time in UTC", () => {
  const read = decodeMessage(
    encodeMessage({ metadata: { creationTimestamp: "2024-03-01T01:00:00+01:00" } }, role),
    role,
  );
  expect(read).toEqual({ ok: true, value: { metadata: { creationTimestamp: "2024-03-01T00:00:00Z" } } });
});

test.each([
  ["Role", role, true],
  ["a type without numbers", { type: "object", properties: { a: { type: "string" } } } as const, false],
])("%s has a wire format: %s", (_name, schema, expected) => {
  expect(isMessage(schema)).toBe(expected);
});
