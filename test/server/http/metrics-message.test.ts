/** Metrics in Protobuf, with native histograms. */
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { afterEach, describe, expect, test } from "vitest";
import { NativeBuckets } from "../../../src/server/http/native-histogram.ts";
import { startTestServer, type TestServer } from "../start.ts";

let server: TestServer | undefined;
afterEach(() => server?.close());

const message = "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";

const powers = (base: number, last: number) =>
  Array.from({ length: 2 * last + 1 }, (_, index) => base ** (index - last));

/**
 * The expected values are those of Prometheus' Go client 1.24, with the bucket factor and the bucket limit of
 * kube-apiserver.
 */
describe("native buckets", () => {
  test("have the indexes of Prometheus", () => {
    const buckets = new NativeBuckets();
    for (const value of [0, 1, 2, 3, 0.5, 0.0004]) buckets.add(value);
    expect({ schema: buckets.schema, zeros: buckets.zeroCount, counts: buckets.counts }).toEqual({
      schema: 3,
      zeros: 1,
      counts: [
        [-90, 1],
        [-8, 1],
        [0, 1],
        [8, 1],
        [13, 1],
      ],
    });
  });

  test.each([
    { base: 1.1, last: 150, schema: 1, zeros: 0, size: 84, first: [-41, 1], end: [42, 1] },
    { base: 1.7, last: 1000, schema: -3, zeros: 833, size: 112, first: [-15, 11], end: [96, 8] },
  ])("get wider when there are too many: powers of $base", ({ base, last, schema, zeros, size, first, end }) => {
    const buckets = new NativeBuckets();
    for (const value of powers(base, last)) buckets.add(value);
    expect([buckets.schema, buckets.zeroCount, buckets.counts.length]).toEqual([schema, zeros, size]);
    expect([buckets.counts[0], buckets.counts.at(-1)]).toEqual([first, end]);
  });
});

type Fields = ReadonlyMap<number, readonly (Uint8Array | number)[]>;

/** Fields of a message by number: fields with a length as bytes, all others as numbers. */
function fieldsOf(bytes: Uint8Array): Fields {
  const reader = new BinaryReader(bytes);
  const fields = new Map<number, (Uint8Array | number)[]>();
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    const values = fields.get(number) ?? [];
    fields.set(number, values);
    if (wireType === WireType.LengthDelimited) values.push(reader.bytes());
    else values.push(wireType === WireType.Bit64 ? reader.double() : reader.uint32());
  }
  return fields;
}

const nestedMessages = (fields: Fields, number: number): Fields[] =>
  (fields.get(number) ?? []).map((value) => fieldsOf(value as Uint8Array));
const textOf = (fields: Fields, number: number) => new TextDecoder().decode(fields.get(number)?.[0] as Uint8Array);
const zigzag = (value: number) => (value >>> 1) ^ -(value & 1);
const signedNumbers = (fields: Fields, number: number) =>
  (fields.get(number) ?? []).map((value) => zigzag(Number(value)));

function familiesOf(bytes: Uint8Array): ReadonlyMap<string, Fields> {
  const reader = new BinaryReader(bytes);
  const families = new Map<string, Fields>();
  while (reader.pos < reader.len) {
    const family = fieldsOf(reader.bytes());
    families.set(textOf(family, 1), family);
  }
  return families;
}

const labelsOf = (metric: Fields) =>
  Object.fromEntries(nestedMessages(metric, 1).map((pair) => [textOf(pair, 1), textOf(pair, 2)]));

async function scrapeMetrics(accept: string, gates = {}) {
  server = await startTestServer({ featureGates: gates });
  for (const name of ["one", "two"]) {
    await server.call("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name } });
  }
  return await server.call("GET", "/metrics", undefined, { accept });
}

test("a client that accepts Protobuf gets histograms with classic and native buckets", async () => {
  const { headers, bytes } = await scrapeMetrics(`${message};q=0.6,text/plain;version=0.0.4;q=0.4,*/*;q=0.1`);
  expect(headers["content-type"]).toBe(
    "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited",
  );
  const families = familiesOf(bytes);
  const creations = (name: string) =>
    nestedMessages(families.get(name) ?? new Map(), 4).filter(
      (metric) => labelsOf(metric)["verb"] === "create" && labelsOf(metric)["resource"] === "configmaps",
    );
  const [counted] = creations("apiserver_request_total");
  expect(counted && nestedMessages(counted, 3)[0]?.get(1)).toEqual([2]);
  const [timed] = creations("apiserver_request_duration_seconds");
  const histogram = (timed && nestedMessages(timed, 7)[0]) ?? new Map();
  expect(histogram.get(1)).toEqual([2]);
  expect(nestedMessages(histogram, 3)).toHaveLength(15);
  expect(signedNumbers(histogram, 5)).toEqual([3]);
  const lengths = nestedMessages(histogram, 12).map((span) => Number(span.get(2)?.[0]));
  const deltas = signedNumbers(histogram, 13);
  expect(deltas).toHaveLength(lengths.reduce((sum, length) => sum + length, 0));
  const counts = deltas.map((_, index) => deltas.slice(0, index + 1).reduce((sum, delta) => sum + delta, 0));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
});

test("without the feature gate, histograms have no native buckets", async () => {
  const { bytes } = await scrapeMetrics(message, { NativeHistograms: false });
  const family = familiesOf(bytes).get("apiserver_request_duration_seconds") ?? new Map();
  const histograms = nestedMessages(family, 4).flatMap((metric) => nestedMessages(metric, 7));
  expect(histograms.length).toBeGreaterThan(0);
  expect(histograms.filter((histogram) => histogram.has(5))).toEqual([]);
});

test.each([
  "*/*",
  "text/plain",
  "application/openmetrics-text",
  `text/plain,${message}`,
  "application/vnd.google.protobuf",
])("a client that accepts %s gets text", async (accept) => {
  const { headers } = await scrapeMetrics(accept);
  expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
});
