/**
 * A client of a key management service: Kubernetes' KMS v2 protocol over gRPC on a Unix domain socket, and the stored
 * format of values that such keys encrypt. Field numbers are from the api.proto files of both.
 *
 * @module
 */
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { Client, credentials, Metadata } from "@grpc/grpc-js";

export type Annotations = ReadonlyMap<string, Uint8Array>;

export interface KmsStatus {
  readonly version: string;
  /** `ok`, or an error message. */
  readonly healthz: string;
  /** The ID of the key that currently encrypts. */
  readonly keyId: string;
}

/** A key that the service has encrypted. */
export interface WrappedKey {
  readonly ciphertext: Uint8Array;
  readonly keyId: string;
  readonly annotations: Annotations;
}

/** An encrypted value as it is stored. */
export interface EncryptedObject extends WrappedKey {
  readonly data: Uint8Array;
  /** 0: the wrapped key encrypted the data; 1: it is the seed from which the keys are derived. */
  readonly sourceType: number;
}

const service = "/v2.KeyManagementService";

export class KmsClient {
  readonly #client: Client;
  readonly #timeoutMs: number;

  /** Creates a client. @param timeoutMs - for each call, including the wait for a connection */
  constructor(socketPath: string, timeoutMs: number) {
    this.#client = new Client(`unix:${socketPath}`, credentials.createInsecure(), {
      "grpc.enable_http_proxy": 0,
      "grpc.default_authority": "localhost",
      "grpc.initial_reconnect_backoff_ms": reconnectMs,
      "grpc.max_reconnect_backoff_ms": reconnectMs,
    });
    this.#timeoutMs = timeoutMs;
  }

  async status(): Promise<KmsStatus> {
    const fields = await this.#call("Status", new Uint8Array());
    return { version: textOf(fields.get(1)), healthz: textOf(fields.get(2)), keyId: textOf(fields.get(3)) };
  }

  async encrypt(plaintext: Uint8Array, uid: string): Promise<WrappedKey> {
    const fields = await this.#call("Encrypt", writeFields([1, plaintext], [2, uid]));
    return {
      ciphertext: bytesOf(fields.get(1)),
      keyId: textOf(fields.get(2)),
      annotations: readAnnotations(fields.get(3)),
    };
  }

  async decrypt({ ciphertext, keyId, annotations }: WrappedKey, uid: string): Promise<Uint8Array> {
    const request = writeFields([1, ciphertext], [2, uid], [3, keyId], ...annotationFields(4, annotations));
    return bytesOf((await this.#call("Decrypt", request)).get(1));
  }

  close(): void {
    this.#client.close();
  }

  /** Calls a method. @throws {Error} with gRPC's message */
  #call(method: string, request: Uint8Array): Promise<Fields> {
    const metadata = new Metadata({ waitForReady: true });
    const options = { deadline: Date.now() + this.#timeoutMs };
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(
        `${service}/${method}`,
        asIs,
        readFields,
        Buffer.from(request),
        metadata,
        options,
        (error, answer) => {
          if (error || !answer) reject(new Error(`rpc error: ${error?.message ?? "no answer"}`));
          else resolve(answer);
        },
      );
    });
  }
}

/** Short, so that a service that was unavailable is found again soon. */
const reconnectMs = 1000;

const asIs = (bytes: Buffer): Buffer => bytes;

export function encodeEncryptedObject({
  data,
  keyId,
  ciphertext,
  annotations,
  sourceType,
}: EncryptedObject): Uint8Array {
  const fields = writeFields([1, data], [2, keyId], [3, ciphertext], ...annotationFields(4, annotations));
  const type =
    sourceType === 0 ? new Uint8Array() : new BinaryWriter().tag(5, WireType.Varint).int32(sourceType).finish();
  return Buffer.concat([fields, type]);
}

/** Decodes a stored value. @throws {Error} if the bytes are not a valid message */
export function decodeEncryptedObject(bytes: Uint8Array): EncryptedObject {
  const fields = readFields(bytes);
  return {
    data: bytesOf(fields.get(1)),
    keyId: textOf(fields.get(2)),
    ciphertext: bytesOf(fields.get(3)),
    annotations: readAnnotations(fields.get(4)),
    sourceType: Number(fields.get(5)?.at(-1) ?? 0),
  };
}

type Value = Uint8Array | number;
/** Values by field number, in the order of the message. */
type Fields = ReadonlyMap<number, readonly Value[]>;

function writeFields(...fields: readonly (readonly [number, Uint8Array | string])[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const [number, value] of fields) {
    if (value.length === 0) continue;
    writer.tag(number, WireType.LengthDelimited);
    if (typeof value === "string") writer.string(value);
    else writer.bytes(value);
  }
  return writer.finish();
}

/** In protobuf, a map entry is a message with a key and a value. */
const annotationFields = (number: number, annotations: Annotations) =>
  [...annotations]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [number, writeFields([1, name], [2, value])] as const);

function readFields(bytes: Uint8Array): Fields {
  const reader = new BinaryReader(bytes);
  const fields = new Map<number, Value[]>();
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    const values = fields.get(number) ?? [];
    fields.set(number, values);
    if (type === WireType.LengthDelimited) values.push(new Uint8Array(reader.bytes()));
    else if (type === WireType.Varint) values.push(reader.uint32());
    else reader.skip(type, number);
  }
  return fields;
}

const readAnnotations = (values: readonly Value[] = []): Annotations =>
  new Map(
    values.map((value) => {
      const entry = readFields(bytesOf([value]));
      return [textOf(entry.get(1)), bytesOf(entry.get(2))];
    }),
  );

function bytesOf(values: readonly Value[] = []): Uint8Array {
  const value = values.at(-1) ?? new Uint8Array();
  if (typeof value === "number") throw new Error("a number where bytes should be");
  return value;
}

const textOf = (values: readonly Value[] | undefined): string => new TextDecoder().decode(bytesOf(values));
