/** The listener without the API server: how it treats clients that are slow, greedy or malformed. */
import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { connect as connectTcp, type Socket } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createAuthority, issueCertificate, type KeyPair } from "../../../src/server/certificates/issue.ts";
import type { Handler, Peer } from "../../../src/server/http/exchange.ts";
import { type Listener, type ListenerOptions, listen } from "../../../src/server/http/listener.ts";
import { Messages } from "../messages.ts";

const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };
const hosts = ["127.0.0.1", "localhost"];
let authority: KeyPair;
let servingPair: KeyPair;
beforeAll(async () => {
  authority = await createAuthority("test-ca", validity);
  servingPair = await issueCertificate(authority, "test", { use: "server", hosts, ...validity });
});

let listener: Listener | undefined;
afterEach(() => listener?.close(0));

const answerOk: Handler = async ({ answer }) => answer.send(200, new TextEncoder().encode("ok"));

async function start(options: Partial<ListenerOptions> = {}): Promise<Listener> {
  listener = await listen(0, "127.0.0.1", {
    ...servingPair,
    log: new Messages(),
    nowMs: Date.now,
    handler: answerOk,
    refuse: ({ answer }) => answer.send(400, new Uint8Array()),
    ...options,
  });
  return listener;
}

interface Connection {
  readonly socket: Socket;
  /** The text received so far. */
  text(): string;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<unknown>;
}

async function openConnection({ port }: Listener): Promise<Connection> {
  const socket: TLSSocket = connect({
    port,
    host: "127.0.0.1",
    ca: authority.certificate,
    ALPNProtocols: ["http/1.1"],
  });
  await once(socket, "secureConnect");
  return lineOf(socket);
}

function lineOf(socket: Socket): Connection {
  let text = "";
  socket.on("error", () => {});
  socket.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  return { socket, text: () => text, closed: once(socket, "close") };
}

test.each([
  { bytes: 60 * 1024, code: 200 },
  { bytes: 66 * 1024, code: 431 },
])("headers of $bytes bytes: $code", async ({ bytes, code }) => {
  const { socket, text, closed } = await openConnection(await start());
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Long: ${"x".repeat(bytes)}\r\n\r\n`);
  await closed;
  expect(text()).toMatch(new RegExp(`^HTTP/1.1 ${code} `));
});

test.each([
  { bytes: 60 * 1024, outcome: 200 },
  { bytes: 66 * 1024, outcome: "reset" },
])("headers of $bytes bytes over HTTP/2: $outcome", async ({ bytes, outcome }) => {
  const { port } = await start();
  const session = connectHttp2(`https://127.0.0.1:${port}`, { ca: authority.certificate });
  session.on("error", () => {});
  const stream = session.request({ ":path": "/", "x-long": "x".repeat(bytes) });
  const seen = await new Promise((resolve) => {
    stream.on("response", (headers) => resolve(headers[":status"]));
    stream.on("error", () => resolve("reset"));
    stream.on("close", () => resolve("reset"));
  });
  expect(seen).toBe(outcome);
  session.destroy();
});

test.each(["h2", "http/1.1"])(
  "over %s the client certificate is read once for each connection, and again after the authorities change",
  async (protocol) => {
    const client = await issueCertificate(authority, "joe", { use: "client", groups: [], ...validity });
    const peers: Peer[] = [];
    const server = await start({
      clientAuthority: authority.certificate,
      handler: async ({ peer, answer }) => {
        peers.push(peer);
        answer.send(200, new Uint8Array());
      },
    });
    const material = { ca: authority.certificate, cert: client.certificate, key: client.key };
    const connection = await connectionTo(server.port, protocol, material);
    for (let count = 0; count < 3; count++) await connection.ask();
    server.setIdentity({ ...servingPair, clientAuthority: authority.certificate });
    await connection.ask();
    connection.end();
    expect(peers.map(({ certificate }) => certificate?.subject.CN)).toEqual(["joe", "joe", "joe", "joe"]);
    expect(new Set(peers.slice(0, 3)).size).toBe(1);
    expect(new Set(peers).size).toBe(2);
  },
);

/** Opens one connection, on which requests follow each other. */
async function connectionTo(port: number, protocol: string, material: object) {
  if (protocol === "h2") {
    const session = connectHttp2(`https://127.0.0.1:${port}`, material);
    return {
      ask: () => once(session.request({ ":path": "/" }).resume(), "close"),
      end: () => session.close(),
    };
  }
  const socket = connect({ port, host: "127.0.0.1", ...material });
  socket.on("error", () => {});
  await once(socket, "secureConnect");
  return {
    ask() {
      socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
      return once(socket, "data");
    },
    end: () => socket.destroy(),
  };
}

const timeouts = { headersMs: 200, idleMs: 400 };

test("a request whose headers stay incomplete gets 408", async () => {
  const { socket, text, closed } = await openConnection(await start({ timeouts }));
  socket.write("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
  await closed;
  expect(text()).toMatch(/^HTTP\/1.1 408 /);
});

test("a connection that does not complete the TLS handshake is closed", async () => {
  const { port } = await start({ timeouts });
  const { socket, closed } = lineOf(connectTcp(port, "127.0.0.1"));
  socket.write(Uint8Array.of(22, 3, 1));
  await closed;
});

test("an idle connection is closed", async () => {
  const { socket, text, closed } = await openConnection(await start({ timeouts }));
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await closed;
  expect(text()).toMatch(/ok$/);
});

test.each(["HTTP/1.1", "HTTP/2"])(
  "a request body that the handler does not read is cut off after the response, over %s",
  async (http) => {
    const server = await start({
      handler: async ({ answer }) => answer.send(413, new TextEncoder().encode("too much")),
    });
    if (http === "HTTP/1.1") {
      const { socket, text, closed } = await openConnection(server);
      socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nsome");
      await closed;
      expect(text()).toMatch(/^HTTP\/1.1 413 .*too much$/s);
      return;
    }
    const session = connectHttp2(`https://127.0.0.1:${server.port}`, { ca: authority.certificate });
    const stream = session.request({ ":path": "/", ":method": "POST" });
    stream.write("some");
    const [headers] = await once(stream, "response");
    stream.resume();
    await once(stream, "close");
    expect(headers[":status"]).toBe(413);
    session.close();
  },
);

test("a client that sends requests without waiting for responses gets 100 responses, then the connection closes", async () => {
  const { socket, text, closed } = await openConnection(await start());
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(3_000));
  await closed;
  expect(text().match(/HTTP\/1\.1 200 /g)).toHaveLength(100);
  expect(text().match(/Connection: close/g)).toHaveLength(1);
});

test.each([
  { count: 20_000, code: 200 },
  { count: 20_001, code: 413 },
])("a body in $count one-byte chunks: $code", async ({ count, code }) => {
  const handler: Handler = async (exchange) => {
    const failed = await exchange.readBody().then(
      (body) => (body.length === count ? undefined : new Error("a byte is missing")),
      (error: Error) => error,
    );
    exchange.answer.send(failed ? 413 : 200, new TextEncoder().encode(String(failed)));
  };
  const { socket, text } = await openConnection(await start({ handler }));
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  socket.write("1\r\na\r\n".repeat(count));
  socket.write("0\r\n\r\n");
  await expect.poll(text, { timeout: 10_000 }).toMatch(new RegExp(`^HTTP/1.1 ${code} `));
});

test("a request that arrives while the previous response is still being sent is read completely", async () => {
  const large = new Uint8Array(32 * 1024 * 1024).fill(120);
  const handler: Handler = async (exchange) => {
    const { answer } = exchange;
    const body = await exchange.readBody();
    answer.send(200, body.length > 0 ? new TextEncoder().encode(`read ${body.length}`) : large);
  };
  const { socket, text, closed } = await openConnection(await start({ handler }));
  socket.pause();
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
  await new Promise((resolve) => setTimeout(resolve, 100));
  // Several TLS records, which arrive together.
  const headers = "Host: x\r\nConnection: close\r\nContent-Length: 60000";
  socket.write(`POST / HTTP/1.1\r\n${headers}\r\n\r\n${"y".repeat(60_000)}`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.resume();
  await closed;
  expect(text().slice(-10)).toBe("read 60000");
});

test.each([
  { http: "HTTP/1.1", when: "while it is read" },
  { http: "HTTP/1.1", when: "before it is read" },
  { http: "HTTP/2", when: "while it is read" },
  { http: "HTTP/2", when: "before it is read" },
])("a client that disconnects within its body aborts its request, over $http, $when", async ({ http, when }) => {
  let resolveAborted = (_isAborted: boolean) => {};
  const isAbortedSoon = new Promise<boolean>((resolve) => {
    resolveAborted = resolve;
  });
  const handler: Handler = async (exchange) => {
    const { signal } = exchange;
    if (when === "before it is read") await new Promise((resolve) => signal.addEventListener("abort", resolve));
    await exchange.readBody().catch(() => resolveAborted(signal.aborted));
  };
  const server = await start({ handler });
  if (http === "HTTP/1.1") {
    const { socket } = await openConnection(server);
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nsome", () => socket.destroy());
  } else {
    const session = connectHttp2(`https://127.0.0.1:${server.port}`, { ca: authority.certificate });
    session.on("error", () => {});
    const stream = session.request({ ":path": "/", ":method": "POST" });
    stream.on("error", () => {});
    stream.write("some", () => session.destroy());
  }
  expect(await isAbortedSoon).toBe(true);
});

test("on close, a connection in use gets its response with `connection: close` before it ends", async () => {
  let finish = () => {};
  const handler: Handler = async ({ answer }) => {
    await new Promise<void>((resolve) => (finish = resolve));
    answer.send(200, new TextEncoder().encode("done"));
  };
  const server = await start({ handler });
  const { socket, text, closed } = await openConnection(server);
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await new Promise((resolve) => setTimeout(resolve, 100));
  const closing = server.close(5000);
  finish();
  await closed;
  await closing;
  expect(text()).toMatch(/connection: close.*done$/is);
});

test("an idle HTTP/2 session is closed, but not while it has a silent stream", async () => {
  let finish = () => {};
  const handler: Handler = async ({ info, answer }) => {
    answer.start(200);
    if (info.path === "/stream") await new Promise<void>((resolve) => (finish = resolve));
    answer.end();
  };
  const { port } = await start({ timeouts, handler });
  const openSession = () => connectHttp2(`https://127.0.0.1:${port}`, { ca: authority.certificate });
  const silent = openSession();
  const stream = silent.request({ ":path": "/stream" });
  await once(stream, "response");
  const unused = openSession();
  const beginning = Date.now();
  await once(unused, "close");
  expect(Date.now() - beginning).toBeLessThan(timeouts.idleMs * 25);
  expect(silent.closed).toBe(false);
  finish();
  stream.resume();
  await once(silent, "close");
});

const largeBody = new Uint8Array(8 * 1024 * 1024);

test("a client that keeps sending requests and reads nothing is refused, and its responses end", async () => {
  let answered = 0;
  const { port } = await start({
    backlog: { maxUnreadBytesPerConnection: 2 * largeBody.length, maxStallMs: 400 },
    async handler({ answer }) {
      answered++;
      answer.send(200, largeBody);
    },
    refuse: ({ answer }, fault) => answer.send((fault as { code: number }).code, new Uint8Array()),
  });
  const session = connectHttp2(`https://127.0.0.1:${port}`, { ca: authority.certificate });
  session.on("error", () => {});
  const outcomes: unknown[] = [];
  const ends: Promise<unknown>[] = [];
  for (let index = 0; index < 20; index++) {
    const stream = session.request({ ":path": "/" });
    const answer = once(stream, "response").then(([headers]) => headers[":status"]);
    stream.on("error", () => {});
    ends.push(new Promise((resolve) => stream.on("close", resolve)));
    // Node itself refuses new streams of a session that buffers too much.
    outcomes.push(await answer.catch(({ message }) => message));
  }
  expect(outcomes.at(-1)).toSatisfy((end) => end === 429 || /ENHANCE_YOUR_CALM/.test(String(end)));
  expect(answered).toBeLessThanOrEqual(4);
  await Promise.all(ends.slice(0, answered));
  session.destroy();
});

test("an address has a maximum of connections, and its oldest open handshake makes room for new ones", async () => {
  const server = await start({ connections: { maxConnectionsPerAddress: 3, maxHandshakesPerAddress: 1 } });
  const openSilently = () => {
    const socket = connectTcp(server.port, "127.0.0.1");
    socket.on("error", () => {});
    return new Promise<void>((resolve) => socket.on("close", () => resolve()));
  };
  const serve = async () => {
    const line = await openConnection(server);
    line.socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(line.text).toMatch(/ok$/);
    return line;
  };
  const oldest = openSilently();
  await serve();
  await oldest;
  await serve();
  const { socket, closed } = await serve();
  await openSilently();
  socket.end();
  await closed;
  await expect.poll(() => serve().then(() => "served", String)).toBe("served");
});

test.each([
  ["no Host header", "GET / HTTP/1.1\r\n\r\n", "400"],
  ["two Host headers", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400"],
  [
    "the encodings gzip and chunked",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "501",
  ],
  [
    "both a length and chunks",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "400",
  ],
  ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello", "400"],
  ["a space before the colon", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n", "400"],
  ["a folded header", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n", "400"],
  ["a bare carriage return", "GET / HTTP/1.1\r\nHost: a\rX: y\r\n\r\n", "400"],
])("a request with %s is refused, and nothing after it is read", async (_name, bytes, code) => {
  const server = await start({
    refuse: ({ answer }, fault) => answer.send((fault as { code: number }).code, new Uint8Array()),
  });
  const { socket, text, closed } = await openConnection(server);
  socket.write(`${bytes}GET /second HTTP/1.1\r\nHost: a\r\n\r\n`);
  await closed;
  expect(text().match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${code}`]);
});

/** Encodes an HTTP/2 frame. */
function frame(type: number, flags: number, stream: number, payload: readonly number[]): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, Buffer.from(payload)]);
}

/** `GET https://x/`, followed by its reset with CANCEL. */
const resetRequest = (stream: number) =>
  Buffer.concat([
    frame(1, 5, stream, [0x82, 0x87, 0x84, 0x41, 1, "x".charCodeAt(0)]),
    frame(3, 0, stream, [0, 0, 0, 8]),
  ]);

test.each([
  { count: 100, isEnded: false },
  { count: 600, isEnded: true },
])("$count requests that are reset at once; the connection is closed: $isEnded", async ({ count, isEnded }) => {
  const { port } = await start();
  const socket = connect({ port, host: "127.0.0.1", ca: authority.certificate, ALPNProtocols: ["h2"] });
  await once(socket, "secureConnect");
  const chunks: Buffer[] = [];
  socket.on("error", () => {}).on("data", (chunk: Buffer) => chunks.push(chunk));
  const requests = Array.from({ length: count }, (_, index) => resetRequest(2 * index + 1));
  const ping = frame(6, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8]);
  const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  socket.write(Buffer.concat([preface, frame(4, 0, 0, []), ...requests, ping]));
  const answer = frame(6, 1, 0, [1, 2, 3, 4, 5, 6, 7, 8]);
  const isAnswered = expect.poll(() => Buffer.concat(chunks).includes(answer), { timeout: 4000 }).toBe(true);
  await (isEnded ? Promise.any([once(socket, "close"), isAnswered]) : isAnswered);
  expect(socket.destroyed).toBe(isEnded);
  socket.destroy();
});

const mebibyte = 1024 * 1024;

test("a response is not kept in memory while its connection waits for the next request", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const parts: WeakRef<Uint8Array>[] = [];
  const handler: Handler = async ({ answer }) => {
    const made = Array.from({ length: 16 }, () => new Uint8Array(mebibyte).fill(120));
    parts.push(...made.map((part) => new WeakRef(part)));
    await answer.sendParts(200, made);
  };
  const { socket, text } = await openConnection(await start({ handler }));
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await vi.waitFor(() => expect(text().length).toBeGreaterThan(16 * mebibyte));
  await new Promise(setImmediate);
  collectGarbage();
  expect(parts.filter((part) => part.deref())).toEqual([]);
  socket.destroy();
});
