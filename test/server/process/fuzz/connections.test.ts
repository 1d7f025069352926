/** Connections over TLS that no client should make: each gets a response or is closed, and the server keeps working. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type ClientHttp2Session, connect as connectHttp2 } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestOptions } from "../../api-client.ts";
import { effort, proofTimeoutMs } from "../effort.ts";
import { killAll, type Served, serve } from "../served.ts";
import { corrupt, faults } from "./spoil.ts";

const numRuns = Number(process.env["FUZZ_CONNECTIONS"] ?? effort(150, 5000));
const maps = "/api/v1/namespaces/default/configmaps";

let server: Served;
let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "clustervet-fuzz-"));
  server = await serve(directory, { args: ["--storage", "memory", "--log-level", "warn"] });
  await server.call("POST", maps, { metadata: { name: "one" }, data: { a: "1" } });
}, proofTimeoutMs);
afterAll(async () => {
  await killAll();
  rmSync(directory, { recursive: true, force: true });
});

/** Milliseconds to wait for more data on a connection that does not end. */
const quietMs = 60;

/** Sends bytes as the administrator, and returns the data received until the connection ends or falls silent. */
async function exchange(bytes: Uint8Array, protocol: "http/1.1" | "h2", { halfCloses = false } = {}): Promise<string> {
  const { agent: _agent, headers: _headers, ...options } = requestOptions(server.access);
  const socket = connect({ ...options, ALPNProtocols: [protocol] });
  socket.on("error", () => {});
  await once(socket, "secureConnect");
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, quietMs * 5);
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      clearTimeout(timer);
      setTimeout(resolve, quietMs);
    });
    socket.on("close", () => resolve());
    if (halfCloses) socket.end(bytes);
    else socket.write(bytes);
  });
  socket.destroy();
  return Buffer.concat(chunks).toString("latin1");
}

/** Checks that the server still works and has logged no warning. */
async function expectUnharmed(): Promise<void> {
  expect((await server.call("GET", "/readyz")).code).toBe(200);
  expect((await server.call("GET", `${maps}/one`)).code).toBe(200);
  expect(server.child.exitCode).toBe(null);
  expect(server.complaints()).toEqual([]);
}

const body = '{"metadata":{"name":"two"}}';

const requestLines = [
  `GET ${maps} HTTP/1.1`,
  `GET ${maps}?watch=true&timeoutSeconds=1 HTTP/1.1`,
  `POST ${maps} HTTP/1.1`,
  `PUT ${maps}/one HTTP/1.1`,
  `DELETE ${maps}/one HTTP/1.0`,
  `GET ${maps}`,
  "GET  / HTTP/1.1",
  "GET http://elsewhere.example/api HTTP/1.1",
  "GET //api//v1 HTTP/1.1",
  "GET /api/../../etc/passwd HTTP/1.1",
  "GET /api/v1/namespaces/%00/configmaps/%ff?limit=%zz HTTP/1.1",
  "GET * HTTP/1.1",
  "OPTIONS * HTTP/1.1",
  "TRACE / HTTP/1.1",
  "CONNECT example.com:443 HTTP/1.1",
  "PRI * HTTP/2.0",
  "MERGE / HTTP/1.1",
  "get / http/1.1",
  "\x16\x03\x01\x00",
  "",
] as const;

const headerLines = [
  `Content-Length: ${body.length}`,
  "Content-Length: 0",
  "Content-Length: -1",
  "Content-Length: 5\r\nContent-Length: 6",
  "Content-Length: 99999999999999999999",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding : chunked",
  "Content-Type: application/json",
  "Content-Type: application/vnd.kubernetes.protobuf",
  "Content-Type: multipart/form-data; boundary=x",
  "Content-Type: ;;;=,",
  "Content-Encoding: gzip",
  "Accept: application/json;as=Table;g=meta.k8s.io;v=v1",
  `Accept: ${"a/b;q=0.1,".repeat(500)}`,
  "Accept: \x01\x02",
  "Accept-Encoding: gzip;q=x",
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13",
  "Connection: Upgrade\r\nUpgrade: SPDY/3.1",
  "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA",
  "Connection: close",
  "Connection: keep-alive, Content-Type",
  "Expect: 100-continue",
  "Expect: the-unexpected",
  "Authorization: Bearer \xff",
  "Authorization: Basic Og==",
  "Impersonate-User: system:serviceaccount:",
  "Impersonate-Group: a",
  "Impersonate-Extra-%zz: a",
  "Impersonate-User: a\r\nImpersonate-User: b",
  "Audit-ID: \t",
  `X-Long: ${"x".repeat(60_000)}`,
  `X-Longer: ${"x".repeat(70_000)}`,
  ...["X-Folded: a\r\n b", ": no name", "no colon", "X-Nul: a\0b", "X-Return: a\rb", "X Space: a", "Host: a, b"],
  Array.from({ length: 300 }, (_, index) => `X-${index}: ${index}`).join("\r\n"),
] as const;

const payloads = [
  body,
  "",
  "5\r\nhello\r\n0\r\n\r\n",
  "5\r\nhel",
  "ffffffffffffffff\r\n",
  "-1\r\n\r\n",
  `1;${"extension=".repeat(4000)}\r\na\r\n0\r\n\r\n`,
  "0\r\nTrailer: a\r\n\r\n",
  "x\r\n",
  `${body}GET / HTTP/1.1\r\nHost: x\r\n\r\n`,
  `0\r\n\r\nDELETE ${maps}/one HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n{}`,
] as const;

const request = fc
  .record({
    line: fc.constantFrom(...requestLines),
    host: fc.boolean(),
    headers: fc.array(fc.constantFrom(...headerLines), { maxLength: 4 }),
    payload: fc.constantFrom(...payloads),
    end: fc.constantFrom("\r\n\r\n", "\n\n", "\r\n", ""),
  })
  .map(({ line, host, headers, payload, end }) =>
    Buffer.from([line, ...(host ? ["Host: x"] : []), ...headers].join("\r\n") + end + payload, "latin1"),
  );

const hasCode = /^HTTP\/1\.1 [1-4]\d\d /;
const hasCodeOrNoEncoding = /^HTTP\/1\.1 (?:[1-4]\d\d|501) /;

test(
  `HTTP/1.1: ${numRuns} connections`,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          request,
          fc.tuple(request, faults).map(([bytes, list]) => corrupt(bytes, list)),
          fc.tuple(request, request).map(([first, second]) => Buffer.concat([first, second])),
        ),
        fc.boolean(),
        async (bytes, halfCloses) => {
          const text = await exchange(bytes, "http/1.1", { halfCloses });
          // Like Go's server, this server supports no transfer encoding other than chunked.
          const fine = /transfer-encoding/i.test(bytes.toString("latin1")) ? hasCodeOrNoEncoding : hasCode;
          expect(text === "" || fine.test(text), text).toBe(true);
        },
      ),
      { numRuns },
    );
    await restore();
    await expectUnharmed();
  },
  proofTimeoutMs,
);

/** Creates the object again, since valid requests of the test may have deleted it. */
async function restore(): Promise<void> {
  await server.call("POST", maps, { metadata: { name: "one" } });
}

const http2Preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

function frame(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(9);
  header.writeUIntBE(payload.length, 0, 3);
  header.writeUInt8(type, 3);
  header.writeUInt8(flags, 4);
  header.writeUInt32BE(stream, 5);
  return Buffer.concat([header, payload]);
}

const [endStream, endHeaders] = [1, 4];
/** `:method GET`, `:scheme https`, `:path /`, `:authority x`, by their indexes in the HPACK table. */
const block = Buffer.from([0x82, 0x87, 0x84, 0x41, 0x01, 0x78]);
const settings = frame(4, 0, 0, new Uint8Array());

const frames: readonly Buffer[] = [
  settings,
  frame(4, 0, 0, Buffer.from([0, 3, 0, 0, 0, 0])),
  frame(4, 0, 0, Buffer.from([0, 4, 0xff, 0xff, 0xff, 0xff])),
  frame(4, 0, 1, new Uint8Array()),
  frame(1, endHeaders | endStream, 1, block),
  frame(1, endHeaders, 1, block),
  frame(1, 0, 3, block),
  frame(1, endHeaders | endStream, 2, block),
  frame(1, endHeaders | endStream, 5, Buffer.from([0x82])),
  frame(1, endHeaders | endStream, 7, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff])),
  frame(9, 0, 3, Buffer.alloc(16_000, 0x82)),
  frame(9, endHeaders, 3, new Uint8Array()),
  frame(0, 0, 1, Buffer.from(body)),
  frame(0, endStream, 1, Buffer.from(body)),
  frame(0, 8, 1, Buffer.from([255])),
  frame(2, 0, 1, Buffer.from([0, 0, 0, 1, 255])),
  frame(3, 0, 1, Buffer.from([0, 0, 0, 8])),
  frame(3, 0, 9, Buffer.from([0, 0, 0, 8])),
  frame(5, endHeaders, 1, Buffer.concat([Buffer.from([0, 0, 0, 2]), block])),
  frame(6, 0, 0, Buffer.alloc(8)),
  frame(6, 0, 0, Buffer.alloc(7)),
  frame(7, 0, 0, Buffer.alloc(8)),
  frame(8, 0, 0, Buffer.from([0, 0, 0, 0])),
  frame(8, 0, 1, Buffer.from([0x7f, 0xff, 0xff, 0xff])),
  frame(255, 255, 1, Buffer.alloc(100)),
  Buffer.concat([frame(0, 0, 1, new Uint8Array()).subarray(0, 3), Buffer.alloc(6, 255)]),
];

test(
  `HTTP/2: ${numRuns} connections`,
  async () => {
    const bytes = fc.oneof(
      fc.array(fc.constantFrom(...frames), { minLength: 1, maxLength: 12 }).map((list) => Buffer.concat(list)),
      fc
        .tuple(fc.array(fc.constantFrom(...frames), { minLength: 1, maxLength: 12 }), faults)
        .map(([list, spoils]) => corrupt(Buffer.concat(list), spoils)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, fc.boolean(), async (sent, halfCloses) => {
        await exchange(Buffer.concat([http2Preface, settings, sent]), "h2", { halfCloses });
      }),
      { numRuns },
    );
    await expectUnharmed();
  },
  proofTimeoutMs,
);

test("many streams that are reset at once do no harm", async () => {
  for (let round = 0; round < effort(3, 30); round++) {
    await withSession(async (session) => {
      for (let index = 0; index < 300 && !session.destroyed; index++) {
        const stream = session.request({ ":path": `${maps}?watch=true` }, { endStream: index % 2 === 0 });
        stream.on("error", () => {});
        if (index % 3 === 0) stream.write("x".repeat(1000));
        stream.close(8);
      }
    });
  }
  await expectUnharmed();
});

test("writes that are reset at once take no place from other writes", async () => {
  for (let round = 0; round < 5; round++) {
    await withSession(async (session) => {
      for (let index = 0; index < 200; index++) {
        const stream = session.request({ ":path": maps, ":method": "POST", "content-type": "application/json" });
        stream.on("error", () => {});
        if (index % 2 === 0) stream.write("{");
        const reset = () => stream.close(8);
        if (index % 3 === 0) reset();
        else setImmediate(reset);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
  }
  const { code } = await server.call("PUT", `${maps}/one`, { metadata: { name: "one" }, data: { after: "resets" } });
  expect(code).toBe(200);
  await expectUnharmed();
});

test("streams that are never read, and unusual headers, do no harm", async () => {
  await withSession(async (session) => {
    const headers = [
      { ":method": "CONNECT", ":authority": "x" },
      { ":path": "*", ":method": "OPTIONS" },
      { ":path": `${maps}?watch=true`, "x-long": "x".repeat(60_000) },
      { ":path": maps, ...Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x-${index}`, "y"])) },
      { ":path": maps, ":method": "POST", "content-length": "5" },
      { ":path": maps, ":method": "POST", "content-type": "application/json", te: "trailers" },
      { ":path": "/%", cookie: ["a=b", "c=d"] },
    ];
    for (const each of headers) {
      const stream = session.request(each, { endStream: false });
      stream.on("error", () => {});
      stream.pause();
      stream.end("not what was announced");
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await expectUnharmed();
});

async function withSession(use: (session: ClientHttp2Session) => Promise<void>): Promise<void> {
  const { agent: _agent, headers: _headers, port, ...options } = requestOptions(server.access);
  const session = connectHttp2(`https://127.0.0.1:${port}`, options);
  session.on("error", () => {});
  await once(session, "connect");
  await use(session);
  session.destroy();
}

test("a request whose body stays incomplete gets 504 after its timeout", async () => {
  const headers = "Host: x\r\nContent-Type: application/json\r\nContent-Length: 100";
  const { agent: _agent, headers: _headers, ...options } = requestOptions(server.access);
  const socket = connect({ ...options, ALPNProtocols: ["http/1.1"] });
  await once(socket, "secureConnect");
  socket.write(`POST ${maps}?timeout=300ms HTTP/1.1\r\n${headers}\r\n\r\n{`);
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  await once(socket, "close");
  expect(text).toMatch(/^HTTP\/1.1 504 .*"reason":"Timeout"/s);
  await expectUnharmed();
});

test(
  "many connections with half a request do not delay other requests",
  async () => {
    const { agent: _agent, headers: _headers, ...options } = requestOptions(server.access);
    const sockets = Array.from({ length: effort(100, 300) }, () =>
      connect({ ...options, ALPNProtocols: ["http/1.1"] }),
    );
    const halves = [
      "GET / HTTP/1.1\r\nHost: ",
      `POST ${maps} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
      `POST ${maps} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n`,
      "",
    ];
    await Promise.all(
      sockets.map(async (socket, index) => {
        socket.on("error", () => {});
        await once(socket, "secureConnect");
        socket.write(halves[index % halves.length] ?? "");
      }),
    );
    const beginning = Date.now();
    for (let index = 0; index < 20; index++) {
      expect(
        (await server.call("PUT", `${maps}/one`, { metadata: { name: "one" }, data: { index: String(index) } })).code,
      ).toBe(200);
    }
    expect(Date.now() - beginning).toBeLessThan(5000);
    for (const socket of sockets) socket.destroy();
    await expectUnharmed();
  },
  proofTimeoutMs,
);
