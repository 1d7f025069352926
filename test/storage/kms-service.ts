/**
 * A key management service in this process: a real gRPC server on a Unix domain socket. Its fake encryption inverts
 * bits.
 */
import { join } from "node:path";
import { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData, status } from "@grpc/grpc-js";

const identity = (bytes: Buffer): Buffer => bytes;
const coding = {
  requestSerialize: identity,
  requestDeserialize: identity,
  responseSerialize: identity,
  responseDeserialize: identity,
};

type Call = ServerUnaryCall<Buffer, Buffer>;

export interface KmsService {
  readonly socketPath: string;
  /** The ID of the key that encrypts. */
  keyId: string;
  /** The key ID that `Status` returns, if it differs. */
  statusKeyId: string | undefined;
  healthz: string;
  version: string;
  readonly annotations: Map<string, string>;
  /** The calls, as `Encrypt KEY` and `Decrypt KEY`. */
  readonly calls: string[];
  close(): void;
}

const invertBits = (bytes: Uint8Array): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0xff));

export async function startKmsService(folder: string, name = "kms.sock"): Promise<KmsService> {
  const server = new Server();
  const service: KmsService = {
    socketPath: join(folder, name),
    keyId: "key-1",
    statusKeyId: undefined,
    healthz: "ok",
    version: "v2",
    annotations: new Map([["local.example.org", "note"]]),
    calls: [],
    close: () => server.forceShutdown(),
  };
  const unary = (method: string) => ({
    path: `/v2.KeyManagementService/${method}`,
    requestStream: false,
    responseStream: false,
    ...coding,
  });
  const answers = {
    Status: () =>
      new BinaryWriter()
        .uint32(10)
        .string(service.version)
        .uint32(18)
        .string(service.healthz)
        .uint32(26)
        .string(service.statusKeyId ?? service.keyId),
    Encrypt(fields: Fields) {
      service.calls.push(`Encrypt ${service.keyId}`);
      const writer = new BinaryWriter().uint32(10).bytes(invertBits(fields.get(1) ?? Buffer.alloc(0)));
      writer.uint32(18).string(service.keyId);
      for (const [key, value] of service.annotations) {
        writer.uint32(26).fork().uint32(10).string(key).uint32(18).bytes(Buffer.from(value)).join();
      }
      return writer;
    },
    Decrypt(fields: Fields) {
      const note = new Map(readFields(fields.get(4) ?? Buffer.alloc(0)));
      service.calls.push(`Decrypt ${fields.get(3)} ${note.get(1)}=${note.get(2)}`);
      return new BinaryWriter().uint32(10).bytes(invertBits(fields.get(1) ?? Buffer.alloc(0)));
    },
  };
  const handler = (answer: (fields: Fields) => BinaryWriter) => (call: Call, done: sendUnaryData<Buffer>) => {
    if (service.healthz === "down") done({ code: status.INTERNAL, details: "the service is down" });
    else done(null, Buffer.from(answer(readFields(call.request)).finish()));
  };
  server.addService(
    { Status: unary("Status"), Encrypt: unary("Encrypt"), Decrypt: unary("Decrypt") },
    { Status: handler(answers.Status), Encrypt: handler(answers.Encrypt), Decrypt: handler(answers.Decrypt) },
  );
  await new Promise<void>((resolve, reject) =>
    server.bindAsync(`unix:${service.socketPath}`, ServerCredentials.createInsecure(), (error) =>
      error ? reject(error) : resolve(),
    ),
  );
  return service;
}

type Fields = ReadonlyMap<number, Buffer>;

function readFields(bytes: Buffer): Fields {
  const reader = new BinaryReader(bytes);
  const fields = new Map<number, Buffer>();
  while (reader.pos < reader.len) {
    const [number] = reader.tag();
    fields.set(number, Buffer.from(reader.bytes()));
  }
  return fields;
}
