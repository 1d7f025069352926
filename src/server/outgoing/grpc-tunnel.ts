/**
 * Connections through a konnectivity proxy: gRPC over a Unix domain socket, with one gRPC call for each connection.
 * Field numbers are those of its client.proto.
 *
 * @module
 */
import { randomInt } from "node:crypto";
import { Duplex } from "node:stream";
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { Client, type ClientDuplexStream, credentials } from "@grpc/grpc-js";

type Call = ClientDuplexStream<Uint8Array, Packet>;

/** A packet from the proxy, with the fields that a client of one connection needs. */
interface Packet {
  readonly type: number;
  readonly error: string;
  /** ID of the connection, 64 bits. */
  readonly connectId: bigint | string;
  readonly random: bigint | string;
  readonly data: Uint8Array;
}

const types = { dialRequest: 0, dialResponse: 1, closeRequest: 2, closeResponse: 3, data: 4, closeDial: 5 } as const;
/** Returns the field number of the payload: the packet type plus 2. */
const payloadField = (type: number): number => type + 2;

const proxyMethod = "/ProxyService/Proxy";
/** Limit of the random numbers that match responses to requests, so that each is exact as a JavaScript number. */
const maxRandom = 2 ** 47;
/** Maximum number of bytes in one data packet; proxies accept 4 MiB. */
const maxDataBytes = 65_536;

/**
 * Opens a connection through the proxy to an address.
 *
 * @throws {Error} if the proxy cannot be reached, or cannot reach the address
 */
export function dialThrough(socketPath: string, address: string, timeoutMs: number): Promise<Duplex> {
  const client = new Client(`unix:${socketPath}`, credentials.createInsecure(), {
    "grpc.enable_http_proxy": 0,
    "grpc.use_local_subchannel_pool": 1,
  });
  const call: Call = client.makeBidiStreamRequest(proxyMethod, (bytes: Uint8Array) => Buffer.from(bytes), readPacket);
  const random = randomInt(maxRandom);
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer);
      call.cancel();
      client.close();
      reject(error);
    };
    const onTimeout = () => {
      call.write(writePacket(types.closeDial, (payload) => payload.tag(1, WireType.Varint).int64(random)));
      fail(new Error(`dial timeout: the proxy ${socketPath} does not connect to ${address}`));
    };
    const timer = setTimeout(onTimeout, timeoutMs);
    const onEnd = () => fail(new Error(`the proxy ${socketPath} ended the call`));
    const onPacket = (packet: Packet) => {
      if (packet.type !== types.dialResponse || String(packet.random) !== String(random)) return;
      if (packet.error !== "") return fail(new Error(packet.error));
      clearTimeout(timer);
      call.off("data", onPacket).off("end", onEnd).off("error", fail).pause();
      resolve(new Tunnel(call, packet.connectId, () => client.close()));
    };
    call.on("error", fail).on("end", onEnd).on("data", onPacket);
    call.write(
      writePacket(types.dialRequest, (payload) => {
        payload.tag(1, WireType.LengthDelimited).string("tcp");
        payload.tag(2, WireType.LengthDelimited).string(address);
        payload.tag(3, WireType.Varint).int64(random);
      }),
    );
  });
}

/** The connection as a stream, whose bytes are sent in data packets. */
class Tunnel extends Duplex {
  private readonly call: Call;
  private readonly connectId: Packet["connectId"];
  private readonly release: () => void;

  constructor(call: Call, connectId: Packet["connectId"], release: () => void) {
    super();
    this.call = call;
    this.connectId = connectId;
    this.release = release;
    call.on("data", (packet) => this.receive(packet));
    call.on("end", () => this.push(null));
    call.on("error", (error) => this.destroy(error));
    call.pause();
  }

  override _read(): void {
    this.call.resume();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    const part = chunk.subarray(0, maxDataBytes);
    const rest = chunk.subarray(maxDataBytes);
    const packet = writePacket(types.data, (payload) => {
      this.writeId(payload);
      payload.tag(3, WireType.LengthDelimited).bytes(part);
    });
    this.call.write(packet, (error?: Error | null) => {
      if (error || rest.length === 0) done(error);
      else this._write(rest, _encoding, done);
    });
  }

  /** Closes the whole connection, since the protocol has no half-closed connections. */
  override _final(done: () => void): void {
    this.call.write(writePacket(types.closeRequest, (payload) => this.writeId(payload)));
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // Ignores the error that canceling the call causes.
    this.call.on("error", () => {});
    this.call.cancel();
    this.release();
    done(error);
  }

  private receive({ type, connectId, data, error }: Packet): void {
    if (type === types.closeResponse && String(connectId) === String(this.connectId)) this.push(null);
    if (type !== types.data || String(connectId) !== String(this.connectId)) return;
    if (error !== "") this.destroy(new Error(error));
    else if (!this.push(data)) this.call.pause();
  }

  private writeId(payload: BinaryWriter): void {
    payload.tag(1, WireType.Varint).int64(String(this.connectId));
  }
}

function writePacket(type: number, write: (payload: BinaryWriter) => void): Uint8Array {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.Varint).int32(type);
  writer.tag(payloadField(type), WireType.LengthDelimited).fork();
  write(writer);
  return writer.join().finish();
}

function readPacket(bytes: Buffer): Packet {
  const reader = new BinaryReader(bytes);
  let type = 0;
  let payload: Uint8Array = new Uint8Array();
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === 1) type = reader.int32();
    else if (wireType === WireType.LengthDelimited) payload = reader.bytes();
    else reader.skip(wireType, field);
  }
  return { type, ...readPayload(type, new BinaryReader(payload)) };
}

/** Reads the fields of packet types that a proxy sends; packets of other types are ignored. */
function readPayload(type: number, reader: BinaryReader): Omit<Packet, "type"> {
  const packet = {
    error: "",
    connectId: "0" as Packet["connectId"],
    random: "0" as Packet["random"],
    data: new Uint8Array(),
  };
  const errorField = type === types.data ? 2 : 1;
  const idField = type === types.data ? 1 : 2;
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === errorField && wireType === WireType.LengthDelimited) packet.error = reader.string();
    else if (field === idField && wireType === WireType.Varint) packet.connectId = reader.int64();
    else if (field === 3 && wireType === WireType.Varint) packet.random = reader.int64();
    else if (field === 3 && wireType === WireType.LengthDelimited) packet.data = new Uint8Array(reader.bytes());
    else reader.skip(wireType, field);
  }
  return packet;
}
