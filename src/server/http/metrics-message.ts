/**
 * Metrics in Prometheus' Protobuf format, the only one that supports native histograms: `MetricFamily` messages of
 * `io.prometheus.client`, each preceded by its length.
 *
 * @module
 */
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { Histogram, type Registry } from "prom-client";
import { type NativeBuckets, NativeHistogram, zeroThreshold } from "./native-histogram.ts";

export const metricsMessageType = "application/vnd.google.protobuf";
export const metricsMessageParameters: ReadonlyMap<string, string> = new Map([
  ["proto", "io.prometheus.client.MetricFamily"],
  ["encoding", "delimited"],
]);

/** The number of each `MetricType`, and of the `Metric` field with its value; the server has no summaries. */
const numbersOfType: ReadonlyMap<string, { readonly type: number; readonly field: number }> = new Map([
  ["counter", { type: 0, field: 3 }],
  ["gauge", { type: 1, field: 2 }],
  ["histogram", { type: 4, field: 7 }],
]);

type Labels = Readonly<Record<string, string | number | undefined>>;

interface Sample {
  readonly labels: Labels;
  readonly value: number;
  readonly metricName?: string;
}

/** @param hasNative - whether histograms also contain their native buckets */
export async function encodeMetrics(register: Registry, hasNative: boolean): Promise<Uint8Array> {
  const writer = new BinaryWriter();
  for (const { name } of register.getMetricsAsArray()) {
    const metric = register.getSingleMetric(name);
    if (!metric) continue;
    const { help, type, values } = await metric.get();
    if (values.length === 0) continue;
    const numbers = numbersOfType.get(String(type));
    if (!numbers) throw new Error(`metric ${name} is a ${type}`);
    writer.fork();
    writeText(writer, 1, name);
    writeText(writer, 2, help);
    writer.tag(3, WireType.Varint).int32(numbers.type);
    if (metric instanceof Histogram) {
      const nativeOf = (labels: Labels) =>
        hasNative && metric instanceof NativeHistogram ? metric.nativeBuckets(labels) : undefined;
      for (const series of seriesOf(name, values))
        writeHistogram(writer, numbers.field, series, nativeOf(series.labels));
    } else {
      for (const sample of values) writeSample(writer, numbers.field, sample);
    }
    writer.join();
  }
  return writer.finish();
}

function writeSample(writer: BinaryWriter, field: number, { labels, value }: Sample): void {
  writer.tag(4, WireType.LengthDelimited).fork();
  writeLabels(writer, labels);
  writer.tag(field, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.Bit64).double(value);
  writer.join().join();
}

interface Series {
  readonly labels: Labels;
  count: number;
  sum: number;
  /** Without the bucket for infinity, whose count is the total. */
  readonly buckets: { readonly upperBound: number; readonly count: number }[];
}

function seriesOf(name: string, samples: readonly Sample[]): Iterable<Series> {
  const found = new Map<string, Series>();
  for (const { labels: all, value, metricName } of samples) {
    const { le, ...labels } = all;
    const key = JSON.stringify(labels);
    const series = found.get(key) ?? { labels, count: 0, sum: 0, buckets: [] };
    found.set(key, series);
    if (metricName === `${name}_sum`) series.sum = value;
    else if (metricName === `${name}_count`) series.count = value;
    else if (Number.isFinite(Number(le))) series.buckets.push({ upperBound: Number(le), count: value });
  }
  return found.values();
}

function writeHistogram(writer: BinaryWriter, field: number, series: Series, native: NativeBuckets | undefined): void {
  writer.tag(4, WireType.LengthDelimited).fork();
  writeLabels(writer, series.labels);
  writer.tag(field, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.Varint).uint64(series.count);
  writer.tag(2, WireType.Bit64).double(series.sum);
  for (const { upperBound, count } of series.buckets) {
    writer.tag(3, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.Varint).uint64(count);
    writer.tag(2, WireType.Bit64).double(upperBound);
    writer.join();
  }
  if (native) writeNative(writer, native);
  writer.join().join();
}

function writeNative(writer: BinaryWriter, { schema, zeroCount, counts }: NativeBuckets): void {
  writer.tag(5, WireType.Varint).sint32(schema);
  writer.tag(6, WireType.Bit64).double(zeroThreshold);
  writer.tag(7, WireType.Varint).uint64(zeroCount);
  for (const { offset, length } of spansOf(counts.map(([index]) => index))) {
    writer.tag(12, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.Varint).sint32(offset);
    writer.tag(2, WireType.Varint).uint32(length);
    writer.join();
  }
  let previous = 0;
  for (const [, count] of counts) {
    writer.tag(13, WireType.Varint).sint64(count - previous);
    previous = count;
  }
}

/**
 * @returns runs of consecutive indexes; `offset` is the distance from the end of the previous run, and from 0 for the
 *   first
 */
function spansOf(indexes: readonly number[]): readonly { readonly offset: number; readonly length: number }[] {
  const spans: { offset: number; length: number }[] = [];
  let next = 0;
  for (const index of indexes) {
    const last = spans.at(-1);
    if (last && index === next) last.length++;
    else spans.push({ offset: index - next, length: 1 });
    next = index + 1;
  }
  return spans;
}

/** Sorts labels by name, as Prometheus' own library does. */
function writeLabels(writer: BinaryWriter, labels: Labels): void {
  for (const name of Object.keys(labels).sort()) {
    writer.tag(1, WireType.LengthDelimited).fork();
    writeText(writer, 1, name);
    writeText(writer, 2, String(labels[name] ?? ""));
    writer.join();
  }
}

function writeText(writer: BinaryWriter, field: number, text: string): void {
  writer.tag(field, WireType.LengthDelimited).string(text);
}
