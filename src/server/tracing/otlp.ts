/**
 * Encodes spans in OTLP, the protocol of OpenTelemetry. Field numbers are those of its trace.proto and
 * trace_service.proto.
 *
 * @module
 */
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { EndedSpan, Fields, SpanKind } from "./span.ts";
import type { SpanContext } from "./trace-context.ts";

const kindNumbers: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const errorStatus = 2;
const sampledFlag = 0x1;
/** Flags of OTLP: whether it is known if the parent is remote, and whether it is remote. */
const knowsRemoteFlag = 0x100;
const isRemoteFlag = 0x200;

/** Encodes an ExportTraceServiceRequest. @param resource - facts about this server */
export function encodeSpans(spans: readonly EndedSpan[], resource: Fields): Uint8Array {
  const writer = new BinaryWriter();
  message(writer, 1, () => {
    message(writer, 1, () => writeFields(writer, 1, resource));
    for (const [scope, members] of byScope(spans)) {
      message(writer, 2, () => {
        message(writer, 1, () => text(writer, 1, scope));
        for (const span of members) message(writer, 2, () => writeSpan(writer, span));
      });
    }
  });
  return writer.finish();
}

function byScope(spans: readonly EndedSpan[]): ReadonlyMap<string, readonly EndedSpan[]> {
  const groups = new Map<string, EndedSpan[]>();
  for (const span of spans) {
    const group = groups.get(span.scope);
    if (group) group.push(span);
    else groups.set(span.scope, [span]);
  }
  return groups;
}

function writeSpan(writer: BinaryWriter, span: EndedSpan): void {
  writeContext(writer, span);
  if (span.parent) bytes(writer, 4, span.parent.spanId);
  text(writer, 5, span.name);
  writer.tag(6, WireType.Varint).int32(kindNumbers[span.kind]);
  writer.tag(7, WireType.Bit64).fixed64(nanosOf(span.startMs));
  writer.tag(8, WireType.Bit64).fixed64(nanosOf(span.endMs));
  writeFields(writer, 9, span.fields);
  const { link, fault } = span;
  if (link) {
    message(writer, 13, () => {
      writeContext(writer, link);
      writer.tag(6, WireType.Bit32).fixed32(flagsOf(link, true));
    });
  }
  message(writer, 15, () => {
    if (fault === undefined) return;
    text(writer, 2, fault);
    writer.tag(3, WireType.Varint).int32(errorStatus);
  });
  writer.tag(16, WireType.Bit32).fixed32(flagsOf(span, span.parent?.isRemote ?? false));
}

/** Writes the fields that have the same numbers in a span and in a link. */
function writeContext(writer: BinaryWriter, { traceId, spanId, state }: SpanContext): void {
  bytes(writer, 1, traceId);
  bytes(writer, 2, spanId);
  text(writer, 3, state);
}

const flagsOf = ({ isSampled }: SpanContext, isRemote: boolean): number =>
  (isSampled ? sampledFlag : 0) | knowsRemoteFlag | (isRemote ? isRemoteFlag : 0);

function writeFields(writer: BinaryWriter, number: number, fields: Fields): void {
  for (const [key, value] of Object.entries(fields)) {
    message(writer, number, () => {
      text(writer, 1, key);
      message(writer, 2, () => {
        if (typeof value === "number") writer.tag(3, WireType.Varint).int64(value);
        // Even if empty, since the field determines the type of the value.
        else writer.tag(1, WireType.LengthDelimited).string(value);
      });
    });
  }
}

function message(writer: BinaryWriter, number: number, write: () => void): void {
  writer.tag(number, WireType.LengthDelimited).fork();
  write();
  writer.join();
}

function text(writer: BinaryWriter, number: number, value: string): void {
  if (value !== "") writer.tag(number, WireType.LengthDelimited).string(value);
}

const bytes = (writer: BinaryWriter, number: number, hex: string): void =>
  void writer.tag(number, WireType.LengthDelimited).bytes(Buffer.from(hex, "hex"));

const microsPerMs = 1000;
const nanosPerMicro = 1000n;

/** Returns nanoseconds since 1970 as a bigint, since a number cannot represent them exactly. */
const nanosOf = (ms: number): bigint => BigInt(Math.round(ms * microsPerMs)) * nanosPerMicro;
