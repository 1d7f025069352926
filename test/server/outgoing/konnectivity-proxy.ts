/**
 * A konnectivity proxy in the process of the test: a real gRPC server on a Unix domain socket, which reads and writes
 * packets without the code of the server.
 */
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import { Server, ServerCredentials, type ServerDuplexStream } from "@grpc/grpc-js";
import { onTestFinished } from "vitest";

const identity = (bytes: Buffer): Buffer => bytes;
const connectId = 9_007_199_254_740_993n;

/** @param refusal - the error that the proxy returns for each dial; null if it does not respond to dials */
export async function konnectivityProxy(folder: string, refusal?: string | null) {
  const targets: string[] = [];
  const server = new Server();
  const coding = {
    requestSerialize: identity,
    requestDeserialize: identity,
    responseSerialize: identity,
    responseDeserialize: identity,
  };
  server.addService(
    { Proxy: { path: "/ProxyService/Proxy", requestStream: true, responseStream: true, ...coding } },
    { Proxy: (call: ServerDuplexStream<Buffer, Buffer>) => serveCall(call, targets, refusal) },
  );
  const grpcSocketPath = join(folder, `${Math.random()}.sock`);
  await new Promise<void>((resolve, reject) =>
    server.bindAsync(`unix:${grpcSocketPath}`, ServerCredentials.createInsecure(), (error) =>
      error ? reject(error) : resolve(),
    ),
  );
  onTestFinished(() => server.forceShutdown());
  return { targets, proxy: { grpcSocketPath } };
}

function serveCall(
  call: ServerDuplexStream<Buffer, Buffer>,
  targets: string[],
  refusal: string | null | undefined,
): void {
  let other: Socket | undefined;
  const send = (type: number, write: (payload: BinaryWriter) => void) => {
    const writer = new BinaryWriter();
    writer.uint32(8).int32(type);
    writer.uint32(((type + 2) << 3) | 2).fork();
    write(writer);
    call.write(Buffer.from(writer.join().finish()));
  };
  call.on("error", () => other?.destroy());
  call.on("cancelled", () => other?.destroy());
  call.on("data", (bytes: Buffer) => {
    const { type, fields } = readPacket(bytes);
    if (type === 4) other?.write(fields.get(3) as Uint8Array);
    if (type === 2) other?.end();
    if (type !== 0 || refusal === null) return;
    const address = Buffer.from(fields.get(2) as Uint8Array).toString();
    targets.push(address);
    const random = String(fields.get(3));
    if (refusal !== undefined) {
      send(1, (payload) => payload.uint32(10).string(refusal).uint32(24).int64(random));
      return;
    }
    const [host, port] = address.split(":");
    other = connect(Number(port), host, () =>
      send(1, (payload) => payload.uint32(16).int64(connectId).uint32(24).int64(random)),
    );
    other.on("data", (data) => send(4, (payload) => payload.uint32(8).int64(connectId).uint32(26).bytes(data)));
    other.on("close", () => send(3, (payload) => payload.uint32(16).int64(connectId)));
    other.on("error", () => call.end());
  });
}

function readPacket(bytes: Uint8Array) {
  const reader = new BinaryReader(bytes);
  let type = 0;
  const fields = new Map<number, unknown>();
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field === 1) type = reader.int32();
    else if (wire === 2) {
      const payload = new BinaryReader(reader.bytes());
      while (payload.pos < payload.len) {
        const [number, kind] = payload.tag();
        fields.set(number, kind === 0 ? payload.int64() : payload.bytes());
      }
    }
  }
  return { type, fields };
}
