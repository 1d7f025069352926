/**
 * A client that runs as a separate process. It permanently requests /healthz, and on a message from the parent process
 * reports the longest response time since the last message.
 *
 * @module
 */
import { Agent, get } from "node:https";

const pauseMs = 5;
const [port, ca] = JSON.parse(process.argv[2] ?? "[]");
const agent = new Agent({ keepAlive: true, ca });
let latestMs = 0;
let isFailed = false;

function ask() {
  const startMs = performance.now();
  const done = (isGood) => {
    latestMs = Math.max(latestMs, performance.now() - startMs);
    isFailed ||= !isGood;
    setTimeout(ask, pauseMs);
  };
  get({ host: "127.0.0.1", port, agent, path: "/healthz" }, (response) => {
    response.resume();
    response.once("end", () => done(response.statusCode === 200));
  }).once("error", () => done(false));
}

process.on("message", () => {
  process.send?.({ latestMs, isFailed });
  latestMs = 0;
  isFailed = false;
});
process.on("disconnect", () => process.exit());
ask();
