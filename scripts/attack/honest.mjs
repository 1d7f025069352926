/**
 * A client with valid credentials that runs as a separate process. It permanently reads, lists and changes one object,
 * and on a message from the parent process reports how long the responses took since the last message.
 *
 * @module
 */
import { Agent, request } from "node:https";

const pauseMs = 10;
const path = "/api/v1/namespaces/default/configmaps";
const { port, ca, token } = JSON.parse(process.argv[2] ?? "{}");
const agent = new Agent({ keepAlive: true, ca });
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
let times = [];
let codes = {};

function call(method, tail, body) {
  return new Promise((resolve) => {
    const startMs = performance.now();
    const done = (code) => {
      times.push(performance.now() - startMs);
      codes[code] = (codes[code] ?? 0) + 1;
      resolve();
    };
    const sent = request({ host: "127.0.0.1", port, agent, method, path: path + tail, headers }, (response) => {
      response.resume().once("end", () => done(response.statusCode));
    });
    sent.once("error", () => done(0)).end(body);
  });
}

process.on("message", () => {
  process.send?.({ times, codes });
  times = [];
  codes = {};
});
process.on("disconnect", () => process.exit());

const map = (value) => JSON.stringify({ metadata: { name: "honest" }, data: { value: String(value) } });
await call("POST", "", map("first"));
for (let round = 0; ; round++) {
  await call("GET", "/honest");
  await call("GET", "?limit=50");
  await call("PUT", "/honest", map(round));
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}
