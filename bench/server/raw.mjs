/**
 * A node:https server that sends ready-made bytes: the limit for the API server. Needs a key and a certificate, and
 * reports its port to the parent process.
 *
 *   node bench/server/raw.mjs KEY CERTIFICATE OBJECT LIST
 *
 * `/object` and `/list` return the bytes of those files. `/watch` sends numbered events of that object to all watchers
 * as fast as they read, `eventsPerWrite` at once.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:https";

const [key, cert, object, list] = process.argv.slice(2).map((path) => readFileSync(path));
const eventsPerWrite = 20;
const watching = new Set();
let next = 1;

function events() {
  let text = "";
  for (let index = 0; index < eventsPerWrite; index++) {
    text += `{"type":"ADDED","object":${object.toString().replace(/"resourceVersion":"\d+"/, `"resourceVersion":"${next++}"`)}}\n`;
  }
  return Buffer.from(text);
}

async function push() {
  for (;;) {
    const bytes = events();
    const draining = [];
    for (const response of watching) {
      if (!response.write(bytes)) draining.push(new Promise((resolve) => response.once("drain", resolve)));
    }
    await Promise.all(draining);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const server = createServer({ key, cert }, (request, response) => {
  response.setHeader("Content-Type", "application/json");
  if (request.url !== "/watch") {
    response.end(request.url === "/list" ? list : object);
    return;
  }
  response.flushHeaders();
  watching.add(response);
});
process.on("message", () => push());
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
