import { createHash } from "node:crypto";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Exchange } from "../../src/server/http/exchange.ts";
import { WebSocketWriter } from "../../src/server/http/web-socket.ts";
import { requestOptions } from "./api-client.ts";
import { adminToken, startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
const path = "/api/v1/namespaces/default/configmaps";
const key = Buffer.from("the sample nonce").toString("base64");

beforeAll(async () => {
  server = await startTestServer();
  await server.call("POST", path, { metadata: { name: "first" } });
});
afterAll(() => server.close());

interface Frame {
  readonly code: number;
  readonly content: Buffer;
}

interface WebSocketWatch {
  readonly accept: string | undefined;
  readonly protocol: string | undefined;
  readonly frames: readonly Frame[];
  readonly socket: Socket;
  /** Sends a masked frame, as clients do, one byte at a time. */
  send(code: number, content: string): void;
  isClosed(): boolean;
}

const mask = Buffer.from([1, 2, 3, 4]);

/** Opens a watch. Returns the status code if it is refused, or the connection. */
function openWatch(query: string, headers: Record<string, string> = {}): Promise<WebSocketWatch | string> {
  const requestHeaders = {
    connection: "Upgrade",
    upgrade: "WebSocket",
    origin: "https://127.0.0.1",
    "sec-websocket-version": "13",
    "sec-websocket-key": key,
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const request = httpsRequest({
      ...requestOptions(server),
      path: `${path}?${query}`,
      headers: { ...server.headers, ...requestHeaders },
    });
    request.once("response", (response) => {
      response.resume();
      resolve(`${response.statusCode} ${response.headers["sec-websocket-version"] ?? ""}`.trim());
    });
    request.once("error", reject);
    request.once("upgrade", (response, stream, head) => {
      const socket = stream as Socket;
      const frames: Frame[] = [];
      let held = head;
      let isClosed = false;
      const readFrames = (bytes: Buffer) => {
        held = Buffer.concat([held, bytes]);
        for (let next = nextFrame(held); next; next = nextFrame(held)) {
          frames.push(next.frame);
          held = held.subarray(next.length);
        }
      };
      readFrames(Buffer.alloc(0));
      socket.on("data", readFrames);
      socket.once("close", () => {
        isClosed = true;
      });
      resolve({
        accept: response.headers["sec-websocket-accept"],
        protocol: response.headers["sec-websocket-protocol"],
        frames,
        socket,
        send(code, content) {
          const masked = Buffer.from(content).map((byte, index) => byte ^ (mask[index % mask.length] ?? 0));
          for (const byte of Buffer.concat([Buffer.of(0x80 | code, 0x80 | masked.length), mask, masked])) {
            socket.write(Buffer.of(byte));
          }
        },
        isClosed: () => isClosed,
      });
    });
    request.end();
  });
}

function nextFrame(bytes: Buffer): { frame: Frame; length: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1);
  const start = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (bytes.length < start) return undefined;
  const length = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
  if (bytes.length < start + length) return undefined;
  const frame = { code: bytes.readUInt8(0) & 0x0f, content: bytes.subarray(start, start + length) };
  return { frame, length: start + length };
}

async function openAcceptedWatch(query: string, headers?: Record<string, string>): Promise<WebSocketWatch> {
  const result = await openWatch(query, headers);
  if (typeof result === "string") throw new Error(`refused with ${result}`);
  return result;
}

const waitUntil = (claim: () => void) => vi.waitFor(claim, { timeout: 10_000, interval: 20 });
const eventOf = ({ content }: Frame) => {
  const { type, object } = JSON.parse(content.toString());
  return `${type} ${object.metadata?.name ?? object.code}`;
};

test("a watch over a WebSocket sends each event as a message", async () => {
  const watch = await openAcceptedWatch("watch=true&fieldSelector=metadata.name%21%3Dkube-root-ca.crt");
  expect(watch.accept).toBe(createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64"));
  await waitUntil(() => expect(watch.frames.map(eventOf)).toEqual(["ADDED first"]));
  const large = "x".repeat(70_000);
  await server.call("POST", path, { metadata: { name: "large" }, data: { large } });
  await server.call("POST", path, { metadata: { name: "middle" }, data: { large: large.slice(0, 1000) } });
  await server.call("DELETE", `${path}/large`);
  await server.call("DELETE", `${path}/middle`);
  const names = ["ADDED first", "ADDED large", "ADDED middle", "DELETED large", "DELETED middle"];
  await waitUntil(() => expect(watch.frames.map(eventOf)).toEqual(names));
  expect(watch.frames.every(({ code }) => code === 1)).toBe(true);
  watch.socket.destroy();
});

test("a watch in Protobuf over a WebSocket sends binary messages without lengths", async () => {
  const watch = await openAcceptedWatch("watch=true", { accept: "application/vnd.kubernetes.protobuf" });
  await waitUntil(() => expect(watch.frames.length).toBeGreaterThan(0));
  expect(watch.frames[0]?.code).toBe(2);
  expect(watch.frames[0]?.content.subarray(0, 7).toString("latin1")).toBe("\n\x05ADDED");
  watch.socket.destroy();
});

test("a watch over a WebSocket answers pings, and ends when the client sends a close frame", async () => {
  const watch = await openAcceptedWatch("watch=true&resourceVersion=0");
  watch.send(1, "nobody reads this");
  watch.send(9, "hello");
  await waitUntil(() =>
    expect(watch.frames.some(({ code, content }) => code === 10 && `${content}` === "hello")).toBe(true),
  );
  watch.send(8, "");
  await waitUntil(() => expect(watch.isClosed()).toBe(true));
  expect(watch.frames.at(-1)).toEqual({ code: 8, content: Buffer.from([0x03, 0xe8]) });
});

test("a watch over a WebSocket ends after its timeout with a close frame", async () => {
  const watch = await openAcceptedWatch("watch=true&timeoutSeconds=1");
  await waitUntil(() => expect(watch.isClosed()).toBe(true));
  expect(watch.frames.at(-1)).toEqual({ code: 8, content: Buffer.from([0x03, 0xe8]) });
});

test("a client that does not mask its frames is disconnected", async () => {
  const watch = await openAcceptedWatch("watch=true");
  watch.socket.write(Buffer.from([0x81, 0x01, 0x61]));
  await waitUntil(() => expect(watch.isClosed()).toBe(true));
  expect(watch.frames.at(-1)).toEqual({ code: 8, content: Buffer.from([0x03, 0xea]) });
});

test("a single subprotocol is accepted", async () => {
  const watch = await openAcceptedWatch("watch=true", { "sec-websocket-protocol": "v1" });
  expect(watch.protocol).toBe("v1");
  watch.socket.destroy();
});

test.each([
  ["without an origin", { origin: "" }, "403"],
  ["with the origin null", { origin: "null" }, "403"],
  ["with another version", { "sec-websocket-version": "8" }, "400 13"],
  ["without a key", { "sec-websocket-key": "" }, "400"],
  ["with two subprotocols", { "sec-websocket-protocol": "a, b" }, "400"],
])("a WebSocket %s is refused as by kube-apiserver", async (_name, headers, expected) => {
  expect(await openWatch("watch=true", headers)).toBe(expected);
});

test("a watch with an invalid version is refused before the upgrade", async () => {
  expect(await openWatch("watch=true&resourceVersion=abc")).toBe("422");
});

test("a client that sends pings and reads nothing does not fill the memory of the server", () => {
  const socket = new Duplex({ read() {}, write() {} });
  const headers = {
    "sec-websocket-key": key,
    "sec-websocket-version": "13",
    origin: "https://127.0.0.1",
  };
  const answer = { takeOver: () => socket, isStarted: false, canTakeOver: true };
  new WebSocketWriter({ answer, headers } as unknown as Exchange, true, () => {}).start();
  const ping = Buffer.concat([Buffer.of(0x89, 0x80 | 125), mask, Buffer.alloc(125)]);
  for (let count = 0; count < 10_000; count++) socket.emit("data", ping);
  expect(socket.writableLength).toBeLessThan(2 * socket.writableHighWaterMark);
});

const tokenProtocol = (token: string) =>
  `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString("base64url")}`;
const protocol = "sec-websocket-protocol";

test("a client can send its token among the subprotocols, and the server selects another subprotocol", async () => {
  const watch = await openAcceptedWatch("watch=true", {
    authorization: "",
    [protocol]: `${tokenProtocol(adminToken)}, v1`,
  });
  expect(watch.protocol).toBe("v1");
  watch.socket.destroy();
  const known = await openAcceptedWatch("watch=true", {
    authorization: "Bearer wrong",
    [protocol]: `v1, ${tokenProtocol(adminToken)}`,
  });
  known.socket.destroy();
  expect(await openWatch("watch=true", { authorization: "", [protocol]: `${tokenProtocol("wrong")}, v1` })).toBe("401");
  expect(await openWatch("watch=true", { authorization: "", [protocol]: tokenProtocol(adminToken) })).toBe("401");
  expect(await openWatch("watch=true", { authorization: "", [protocol]: "v1" })).toBe("403");
});
