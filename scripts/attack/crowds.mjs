/**
 * Many requests or connections at once, and clients that break conventions. Each attack returns a summary in `seen` and
 * the violations in `faults`.
 *
 * @module
 */
import { once } from "node:events";
import { connect as connectHttp2, constants } from "node:http2";
import { connect as connectTcp, createServer } from "node:net";
import { connect as connectTls } from "node:tls";
import { users } from "./served.mjs";

const core = "/api/v1/namespaces/default";
const reviews = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
const host = "127.0.0.1";
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const listOf = (count, item) => Array.from({ length: count }, (_, index) => item(index));
const map = (name, size) => JSON.stringify({ metadata: { name }, data: { a: "x".repeat(size) } });

async function openTls({ port, ca }) {
  const socket = connectTls({ host, port, ca, ALPNProtocols: ["http/1.1"] });
  socket.on("error", () => {});
  await once(socket, "secureConnect");
  return socket;
}

function openHttp2({ port, ca }) {
  const session = connectHttp2(`https://${host}:${port}`, { ca });
  session.on("error", () => {});
  return session;
}

/** Sends bytes and returns everything that arrives until the server closes the connection, or for 2 seconds. */
async function exchangeRaw(target, bytes) {
  const socket = await openTls(target);
  let text = "";
  socket.setEncoding("latin1").on("data", (part) => {
    text += part;
  });
  socket.write(bytes);
  await Promise.race([new Promise((resolve) => socket.once("close", resolve)), sleep(2000)]);
  socket.destroy();
  return text;
}

/** @returns a list with the fault if `isTrue` is false, else an empty list */
const expectTrue = (isTrue, fault) => (isTrue ? [] : [fault]);

async function madeUpPaths({ client }) {
  const countLines = async () => (await client.call("GET", "/metrics")).text.match(/^apiserver_/gm)?.length ?? 0;
  const ask = (name) =>
    Promise.all(
      [`/${name}`, `/apis/${name}/v1/pods`, `/api/${name}/pods`, `${core}/pods/x/${name}`].map((path) =>
        client.call("GET", path, { as: "" }),
      ),
    );
  await ask("first");
  await countLines();
  const before = await countLines();
  for (let index = 0; index < 500; index++) await ask(`made-up-${index}`);
  const added = (await countLines()) - before;
  return { seen: `${added} lines of metrics`, faults: expectTrue(added === 0, `${added} lines of metrics were added`) };
}

/** Announces bodies and does not send them. */
async function slowBodies(target) {
  const sockets = await Promise.all(listOf(250, () => openTls(target)));
  for (const socket of sockets) {
    const headers = `Host: x\r\nAuthorization: Bearer ${users.stranger}\r\nContent-Type: application/json\r\nContent-Length: 100`;
    socket.write(`POST ${reviews} HTTP/1.1\r\n${headers}\r\n\r\n{`);
  }
  await sleep(500);
  const write = (as, name) => target.client.call("POST", `${core}/configmaps`, { as, body: map(name, 1) });
  const codes = [(await write(users.writer, "slow-1")).code, (await write(undefined, "slow-2")).code];
  for (const socket of sockets) socket.destroy();
  return {
    seen: `writers: ${codes}`,
    faults: expectTrue(
      codes.every((code) => code === 201),
      `writers got ${codes}`,
    ),
  };
}

/** Requests large responses on six connections and reads nothing. */
async function unreadAnswers(target) {
  await target.client.call("POST", `${core}/configmaps`, { body: map("long", 1_000_000) });
  const before = target.residentMiB();
  const authorization = `Bearer ${users.editor}`;
  const sessions = listOf(6, () => openHttp2(target));
  for (const session of sessions) {
    for (let index = 0; index < 240; index++) {
      const stream = session.request({ ":path": `${core}/configmaps/long`, authorization });
      stream.on("error", () => {});
      stream.pause();
    }
  }
  let most = 0;
  for (let round = 0; round < 20; round++) {
    await sleep(200);
    most = Math.max(most, target.residentMiB() - before);
  }
  for (const session of sessions) session.destroy();
  await sleep(500);
  const limitMiB = 700;
  return {
    seen: `${Math.round(most)} MiB more`,
    faults: expectTrue(most < limitMiB, `${Math.round(most)} MiB were held`),
  };
}

async function handshakes({ port, client }) {
  const sockets = listOf(1000, () => {
    const socket = connectTcp(port, host);
    socket.on("error", () => {});
    socket.resume();
    socket.write(Buffer.from([22, 3, 1]));
    return socket;
  });
  await sleep(1500);
  const open = sockets.filter((socket) => !socket.destroyed).length;
  const { code } = await client.call("GET", "/healthz", { as: "", headers: { connection: "close" } });
  for (const socket of sockets) socket.destroy();
  return { seen: `${open} open, health ${code}`, faults: expectTrue(code === 200 && open <= 520, `${open} stay open`) };
}

/** Records a ClientHello that Node sends. */
async function firstMessageOfTls() {
  const taker = createServer();
  taker.listen(0, host);
  await once(taker, "listening");
  const sender = connectTls({ host, port: taker.address().port }).on("error", () => {});
  const [socket] = await once(taker, "connection");
  const [message] = await once(socket, "data");
  sender.destroy();
  taker.close();
  return message;
}

/** Sends many ClientHello messages at once; the response to each costs the server a signature. */
async function firstMessages({ port }) {
  const message = await firstMessageOfTls();
  const sockets = await Promise.all(
    listOf(480, async () => {
      const socket = connectTcp(port, host).on("error", () => {});
      await once(socket, "connect");
      return socket;
    }),
  );
  const answers = Promise.all(sockets.map((socket) => once(socket, "data")));
  for (const socket of sockets) socket.write(message);
  const isAnswered = await Promise.race([answers.then(() => true), sleep(10_000).then(() => false)]);
  for (const socket of sockets) socket.destroy();
  return { seen: isAnswered ? "all are answered" : "", faults: expectTrue(isAnswered, "some were not answered") };
}

const second = "GET /second HTTP/1.1\r\nHost: a\r\n\r\n";
/**
 * Requests that a proxy may interpret in another way than the server. The server must not treat the bytes after them as
 * a request.
 */
const ambiguous = [
  "GET / HTTP/1.1\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
  "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
  "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
  "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
  "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
  "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 0\r\n\r\nhello",
  "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nhello",
  "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x5\r\n\r\nhello",
  "GET / HTTP/1.1\nHost: a\n\n",
  "GET / HTTP/1.1\r\nHost: a\r\n Folded: b\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
];

async function smuggling(target) {
  const faults = [];
  for (const bytes of ambiguous) {
    const answers = (await exchangeRaw(target, bytes + second)).match(/HTTP\/1\.1 \d+/g) ?? [];
    // The server may treat the rest as garbage, but never as a second request.
    const isRefused = answers.length > 0 && answers.every((answer) => /(?:400|501)$/.test(answer));
    if (!isRefused) faults.push(`${JSON.stringify(bytes)}: ${answers}`);
  }
  return { seen: `${ambiguous.length} refused`, faults };
}

const oddHeads = [
  { ":method": "CONNECT", ":authority": "a" },
  { ":method": "BREW", ":path": "/" },
  { ":method": "get", ":path": "/" },
  { ":method": "GET", ":path": "*" },
  { ":method": "OPTIONS", ":path": "*" },
  { ":method": "GET", ":path": "api" },
  { ":method": "GET", ":path": "/%" },
  { ":method": "GET", ":path": "/%00/%ff" },
  { ":method": "GET", ":path": "//a/../../etc" },
  { ":method": "GET", ":scheme": "ftp", ":path": "/" },
];

/** Sends request heads that HTTP/2 allows and few clients send. */
async function oddHttp2(target) {
  const codes = [];
  for (const head of oddHeads) {
    const session = openHttp2(target);
    const stream = session.request(head, { endStream: true });
    const answer = once(stream, "response").then(([headers]) => headers[":status"]);
    stream.on("error", () => {});
    codes.push(await Promise.race([answer.catch(() => "reset"), sleep(2000).then(() => "silent")]));
    session.destroy();
  }
  const wrong = codes.filter((code) => code === 500 || code === "silent" || code === 200);
  return { seen: codes.join(" "), faults: expectTrue(wrong.length === 0, codes.join(" ")) };
}

async function rapidResets(target) {
  const sessions = listOf(4, () => openHttp2(target));
  for (const session of sessions) {
    for (let index = 0; index < 5000 && !session.destroyed; index++) {
      const stream = session.request({ ":path": "/healthz" });
      stream.on("error", () => {});
      stream.close(constants.NGHTTP2_CANCEL);
      if (index % 100 === 0) await sleep(1);
    }
  }
  const ended = sessions.filter(({ destroyed }) => destroyed).length;
  for (const session of sessions) session.destroy();
  return { seen: `${ended} of 4 connections ended`, faults: [] };
}

async function fillMaps(client, count) {
  let next = 0;
  const work = async () => {
    while (next < count)
      await client.call("POST", "/api/v1/namespaces/kube-public/configmaps", { body: map(`m${next++}`, 600) });
  };
  await Promise.all(listOf(32, work));
}

const accepts = [
  "application/json",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
  "application/json;as=Table;v=v1;g=meta.k8s.io",
  "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
];

/** Requests large lists at the same time, in all formats. */
async function lists({ client }) {
  await fillMaps(client, 10_000);
  const path = "/api/v1/namespaces/kube-public/configmaps";
  const queries = ["", "?labelSelector=a!%3Db", "?pretty=1", "?limit=9000"];
  const asked = queries.flatMap((query) =>
    accepts.map((accept) => client.call("GET", path + query, { headers: { accept } })),
  );
  const codes = (await Promise.all(asked)).map(({ code }) => code);
  return {
    seen: `${codes.length} lists of 10,000`,
    faults: expectTrue(
      codes.every((code) => code === 200),
      codes.join(" "),
    ),
  };
}

/** Opens watches in a format that the server renders for each one, reads none of them, and writes objects meanwhile. */
async function unreadWatches(target) {
  const { client } = target;
  const session = openHttp2(target);
  const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
  for (let index = 0; index < 240; index++) {
    const path = `${core}/configmaps?watch=1&resourceVersion=0`;
    const stream = session.request({ ":path": path, accept, authorization: `Bearer ${users.editor}` });
    stream.on("error", () => {});
    stream.pause();
  }
  for (let index = 0; index < 50; index++) {
    await client.call("PUT", `${core}/configmaps/slow-1`, { body: map("slow-1", 50_000 + index) });
  }
  session.destroy();
  return { seen: "240 watches, 50 writes", faults: [] };
}

async function deleteAll({ client }) {
  const { code } = await client.call("DELETE", "/api/v1/namespaces/kube-public/configmaps");
  return { seen: `10,000 deleted: ${code}`, faults: expectTrue(code === 200, String(code)) };
}

const registration = "/apis/admissionregistration.k8s.io/v1";

/**
 * Expressions whose values are much larger than their cost, or that reach the cost limit. The policies apply to new
 * ConfigMaps.
 */
const costlyPolicies = {
  "doubled-lists": {
    variables: [
      { name: "v0", expression: "[1, 2, 3]" },
      ...listOf(30, (index) => ({ name: `v${index + 1}`, expression: `variables.v${index} + variables.v${index}` })),
    ],
    validations: [{ expression: "size(variables.v30) > 0" }],
  },
  "grown-texts": {
    validations: listOf(20, () => ({
      expression: "object.data.all(k, object.data[k].replace('a', 'bbbbbbbbbb').replace('b', 'cccccccccc').size() > 0)",
    })),
  },
  "nested-loops": {
    validations: [{ expression: "object.data.all(a, object.data.all(b, object.data.all(c, a != 'none')))" }],
  },
};

/** Writes a small and a large object under these policies, which ignore failures, so that all expressions run. */
async function writeUnderPolicies({ client }) {
  const post = (path, body) => client.call("POST", path, { body: JSON.stringify(body) });
  const resourceRules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }];
  const codes = [];
  for (const [name, spec] of Object.entries(costlyPolicies)) {
    const policy = { failurePolicy: "Ignore", matchConstraints: { resourceRules }, ...spec };
    const made = await post(`${registration}/validatingadmissionpolicies`, { metadata: { name }, spec: policy });
    const binding = { policyName: name, validationActions: ["Audit"] };
    const bound = await post(`${registration}/validatingadmissionpolicybindings`, {
      metadata: { name },
      spec: binding,
    });
    codes.push(made.code, bound.code);
  }
  // Wait until the policies are in the caches.
  await sleep(1000);
  for (const size of [1, 600_000]) {
    const body = { metadata: { generateName: "judged-" }, data: { a: "a".repeat(size) } };
    codes.push((await post(`${core}/configmaps`, body)).code);
  }
  for (const name of Object.keys(costlyPolicies)) {
    await client.call("DELETE", `${registration}/validatingadmissionpolicybindings/${name}`);
    await client.call("DELETE", `${registration}/validatingadmissionpolicies/${name}`);
  }
  const faults = expectTrue(
    codes.every((code) => code === 201),
    codes.join(" "),
  );
  return { seen: "3 policies, 2 writes", faults };
}

/** Sends ten bodies of 1 MB in chunks of one byte. */
async function singleBytes(target) {
  const head = `POST ${core}/configmaps HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${users.editor}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const body = "1\r\na\r\n".repeat(1_000_000);
  const answers = await Promise.all(listOf(10, () => exchangeRaw(target, `${head}${body}0\r\n\r\n`)));
  const refused = answers.filter((answer) => answer.startsWith("HTTP/1.1 413 "));
  // If the server closes the connection while the client still sends, the response can be lost.
  const faults = expectTrue(
    answers.every((answer) => answer === "" || answer.startsWith("HTTP/1.1 413 ")),
    String(answers),
  );
  return { seen: `${refused.length} x 413`, faults };
}

/** Sends 20,000 requests in one write. */
async function longPipeline(target) {
  const text = await exchangeRaw(target, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20_000));
  const count = text.match(/HTTP\/1\.1 200 /g)?.length ?? 0;
  return { seen: `${count} answers`, faults: expectTrue(count === 100, `${count} answers`) };
}

/** The attacks in order: some use objects of earlier ones. The processor time is divided by `requests`. */
export const crowds = [
  { name: "2,000 made-up paths", requests: 2000, run: madeUpPaths },
  { name: "250 bodies that do not come", requests: 250, run: slowBodies },
  { name: "1,440 answers that nobody reads", requests: 1440, run: unreadAnswers },
  { name: "1,000 handshakes that do not end", requests: 1000, run: handshakes },
  { name: "480 handshakes that begin at once", requests: 480, run: firstMessages },
  { name: "requests that can be read in two ways", requests: ambiguous.length, run: smuggling },
  { name: "odd heads of HTTP/2", requests: oddHeads.length, run: oddHttp2 },
  { name: "20,000 streams reset at once", requests: 20_000, run: rapidResets },
  { name: "20 lists of 10,000 in all forms", requests: 10_020, run: lists },
  { name: "240 tables watched and not read", requests: 290, run: unreadWatches },
  { name: "10,000 objects deleted in one request", requests: 10_000, run: deleteAll },
  { name: "10 bodies in chunks of a byte", requests: 10, run: singleBytes },
  { name: "20,000 requests in one write", requests: 1, run: longPipeline },
  { name: "writes under policies that cost much", requests: 2, run: writeUnderPolicies },
];
