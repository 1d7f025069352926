/** Tests SOCKS5 proxies, with the protocol of Go's client. */
import { createServer as createHttp } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ApiClient } from "../../src/client/api-client.ts";
import { dialThroughSocks } from "../../src/client/socks-proxy.ts";
import { connectionTo, startHttps } from "./https-server.ts";

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Starts a proxy that records the requested addresses and connects each to one port. It writes its responses byte by
 * byte, which TCP permits.
 */
async function startProxy(target: number, login?: string) {
  const targets: string[] = [];
  const serve = async (socket: Socket) => {
    const bytes = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const nextBytes = async (): Promise<Buffer> => (await bytes.next()).value ?? Buffer.alloc(0);
    const sendBytes = (...answer: readonly number[]) => {
      for (const byte of answer) socket.write(Uint8Array.of(byte));
    };
    const [, , ...methods] = await nextBytes();
    sendBytes(5, login === undefined ? 0 : methods.includes(2) ? 2 : 255);
    if (login !== undefined && methods.includes(2)) {
      const [, length = 0, ...rest] = await nextBytes();
      const text = Buffer.from(rest);
      const isRight = `${text.subarray(0, length)}:${text.subarray(length + 1)}` === login;
      sendBytes(1, isRight ? 0 : 1);
      if (!isRight) return;
    }
    const request = await nextBytes();
    if (request.length === 0) return;
    const [, , , type = 0, first = 0] = request;
    const host = type === 3 ? request.subarray(5, 5 + first).toString() : request.subarray(4, -2).join(".");
    targets.push(`${host}:${request.readUInt16BE(request.length - 2)}`);
    const there = connect(target, "127.0.0.1", () => {
      sendBytes(5, 0, 0, 1, 127, 0, 0, 1, 0, 80);
      there.pipe(socket);
      const forwardBytes = async () => {
        for (let part = await nextBytes(); part.length > 0; part = await nextBytes()) there.write(part);
        there.end();
      };
      forwardBytes().catch(() => there.destroy());
    });
    there.on("error", () => socket.destroy());
  };
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    serve(socket).catch(() => socket.destroy());
  });
  return { port: await listening(server), targets };
}

const { signal } = new AbortController();

async function getThrough(server: string, proxy: string): Promise<unknown> {
  const client = new ApiClient(await connectionTo(server, { proxy: new URL(proxy) }), { signal });
  onTestFinished(() => client.close());
  return client.get("/api");
}

test.each([
  { scheme: "socks5", user: "", login: undefined },
  { scheme: "socks5h", user: "me:p%40ss@", login: "me:p@ss" },
  { scheme: "socks5", user: "me:unused@", login: undefined },
])(
  "$scheme with '$user' connects to a server over TLS, and the proxy resolves its name",
  async ({ scheme, user, login }) => {
    const { port } = await startHttps((_, response) => response.end('{"a":1}'));
    const proxy = await startProxy(port, login);
    const through = `${scheme}://${user}127.0.0.1:${proxy.port}`;
    expect(await getThrough(`https://cluster.test:${port}`, through)).toEqual({ a: 1 });
    expect(await getThrough(`https://127.0.0.1:${port}`, through)).toEqual({ a: 1 });
    expect(proxy.targets).toEqual([`cluster.test:${port}`, `127.0.0.1:${port}`]);
  },
);

test("a server without TLS gets the same request through the proxy as without it", async () => {
  const seen: string[] = [];
  const port = await listening(
    createHttp(({ url = "", headers }, response) => {
      seen.push(`${url} ${headers.host}`);
      response.end("{}");
    }),
  );
  const proxy = await startProxy(port);
  await getThrough("http://cluster.test", `socks5://127.0.0.1:${proxy.port}`);
  expect(seen).toEqual(["/api cluster.test"]);
  expect(proxy.targets).toEqual(["cluster.test:80"]);
});

test.each([
  { answer: [5, 255], says: "it takes none of the ways to log in" },
  { answer: [5, 2], says: "it takes none of the ways to log in" },
  { answer: [4, 0], says: "the answer is not of SOCKS5" },
  { answer: [5, 0, 5, 5, 0, 1], says: "connection refused" },
  { answer: [5, 0, 5, 99, 0, 1], says: "it answered 99" },
  { answer: [5, 0, 5, 0, 0, 9], says: "the answer is not of SOCKS5" },
  { answer: [5, 0, 5, 0, 0, 1, 127], says: "the proxy closed the connection" },
  { answer: [], says: "the proxy closed the connection" },
])("a proxy that responds $answer: $says", async ({ answer, says }) => {
  const port = await listening(
    createServer((socket) => {
      socket.on("error", () => {});
      socket.end(Uint8Array.from(answer));
    }),
  );
  const dial = dialThroughSocks(new URL(`socks5://127.0.0.1:${port}`), "cluster.test:443");
  await expect(dial).rejects.toThrow(`the SOCKS proxy 127.0.0.1:${port} does not connect to cluster.test:443: ${says}`);
});

test("a wrong password, a host name and a login that are too long each have an error message", async () => {
  const { port } = await startProxy(1, "me:right");
  const dial = (user: string, host: string) =>
    dialThroughSocks(new URL(`socks5://${user}@127.0.0.1:${port}`), `${host}:443`);
  await expect(dial("me:wrong", "a")).rejects.toThrow("it does not accept the user name and password");
  await expect(dial("me:right", "a".repeat(256))).rejects.toThrow("the host name is longer than 255 bytes");
  await expect(dial(`me:${"p".repeat(256)}`, "a")).rejects.toThrow("the login is longer than 255 bytes");
});
