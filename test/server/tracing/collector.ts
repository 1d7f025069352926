/** A collector of spans: a real gRPC server in this process, which decodes OTLP without the code of the server. */
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData, status } from "@grpc/grpc-js";

export interface CollectedSpan {
  readonly scope: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly kind: number;
  readonly links: readonly string[];
  readonly isFailed: boolean;
  readonly nanos: { readonly start: bigint; readonly end: bigint };
  readonly fields: Readonly<Record<string, string | number>>;
  readonly resource: Readonly<Record<string, string | number>>;
}

export interface Collector {
  readonly endpoint: string;
  readonly spans: CollectedSpan[];
  /** The number of calls to refuse before one is accepted. */
  refuses: number;
  close(): void;
}

const identity = (bytes: Buffer): Buffer => bytes;

/** @param address - such as `unix:/tmp/socket`; default a free port */
export async function startCollector(address = "127.0.0.1:0"): Promise<Collector> {
  const server = new Server();
  const collector = {
    endpoint: address,
    spans: [] as CollectedSpan[],
    refuses: 0,
    close: () => server.forceShutdown(),
  };
  const path = "/opentelemetry.proto.collector.trace.v1.TraceService/Export";
  const method = { path, requestStream: false, responseStream: false } as const;
  const coding = {
    requestSerialize: identity,
    requestDeserialize: identity,
    responseSerialize: identity,
    responseDeserialize: identity,
  };
  server.addService(
    { Export: { ...method, ...coding } },
    {
      Export(call: ServerUnaryCall<Buffer, Buffer>, answer: sendUnaryData<Buffer>) {
        if (collector.refuses-- > 0) return answer({ code: status.INVALID_ARGUMENT, details: "refused" });
        collector.spans.push(...spansIn(call.request));
        answer(null, Buffer.alloc(0));
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  if (port > 1) collector.endpoint = `127.0.0.1:${port}`;
  return collector;
}

type Value = Buffer | bigint;
type Message = ReadonlyMap<number, readonly Value[]>;

/** Reads the fields of any Protobuf message, by their numbers. */
function readMessage(bytes: Buffer): Message {
  const fields = new Map<number, Value[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const takeBytes = (size: number): Buffer => {
    at += size;
    return bytes.subarray(at - size, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const type = tag & 7;
    const value =
      type === 0
        ? varint()
        : type === 1
          ? takeBytes(8).readBigUInt64LE()
          : type === 5
            ? BigInt(takeBytes(4).readUInt32LE())
            : takeBytes(Number(varint()));
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const bytesOf = (message: Message, number: number): readonly Buffer[] =>
  (message.get(number) ?? []).map((value) => value as Buffer);
const messagesOf = (message: Message, number: number) => bytesOf(message, number).map(readMessage);
const textOf = (message: Message, number: number): string => bytesOf(message, number)[0]?.toString() ?? "";
const hexOf = (message: Message, number: number): string => bytesOf(message, number)[0]?.toString("hex") ?? "";
const numberOf = (message: Message, number: number): bigint => (message.get(number)?.[0] ?? 0n) as bigint;

const fieldsOf = (message: Message, number: number) =>
  Object.fromEntries(
    messagesOf(message, number).map((pair) => {
      const [value = new Map()] = messagesOf(pair, 2);
      return [textOf(pair, 1), value.has(3) ? Number(numberOf(value, 3)) : textOf(value, 1)];
    }),
  );

function spansIn(request: Buffer): readonly CollectedSpan[] {
  return messagesOf(readMessage(request), 1).flatMap((resourceSpans) => {
    const [resource = new Map()] = messagesOf(resourceSpans, 1);
    return messagesOf(resourceSpans, 2).flatMap((scopeSpans) => {
      const [scope = new Map()] = messagesOf(scopeSpans, 1);
      return messagesOf(scopeSpans, 2).map((span) => ({
        scope: textOf(scope, 1),
        name: textOf(span, 5),
        traceId: hexOf(span, 1),
        spanId: hexOf(span, 2),
        parentId: hexOf(span, 4),
        kind: Number(numberOf(span, 6)),
        links: messagesOf(span, 13).map((link) => hexOf(link, 1)),
        isFailed: messagesOf(span, 15).some((result) => numberOf(result, 3) === 2n),
        nanos: { start: numberOf(span, 7), end: numberOf(span, 8) },
        fields: fieldsOf(span, 9),
        resource: fieldsOf(resource, 1),
      }));
    });
  });
}
