/**
 * A process of clients that watch. It scans bytes instead of decoding objects, so that it keeps up with the server. The
 * resource version of each event must be above the previous one.
 *
 * The first message contains the URL and the number of watchers. The process responds with `open` and then reports
 * every 100 ms what the watchers have seen.
 */
import { get } from "node:https";

const newline = 10;
const quote = 34;
const zero = 48;
const tellIntervalMs = 100;
/** The text before the resource version, which occurs within the first `headBytes` of an event. */
const beforeVersion = Buffer.from('"resourceVersion":"');
const headBytes = 512;

class Watcher {
  seen = 0;
  faults = 0;
  version = 0;
  /** The beginning of an event whose end has not arrived. */
  head = Buffer.alloc(0);

  /** @param onEvent - called with the version of each event */
  constructor(onEvent) {
    this.onEvent = onEvent;
  }

  read(chunk) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(newline, start);
      if (end < 0) break;
      if (this.head.length > 0) {
        this.event(Buffer.concat([this.head, chunk.subarray(0, headBytes)]), 0);
        this.head = Buffer.alloc(0);
      } else {
        this.event(chunk, start);
      }
      start = end + 1;
    }
    if (start < chunk.length && this.head.length < headBytes) {
      this.head = Buffer.concat([this.head, chunk.subarray(start, start + headBytes)]);
    }
  }

  event(bytes, start) {
    const at = bytes.indexOf(beforeVersion, start);
    let version = 0;
    for (let index = at + beforeVersion.length; bytes[index] !== quote; index++) {
      version = version * 10 + (bytes[index] ?? zero) - zero;
    }
    if (at < 0 || version <= this.version) this.faults++;
    this.version = version;
    this.seen++;
    this.onEvent?.(version);
  }
}

process.once("message", async ({ url, path, count, credentials }) => {
  /** Resource versions, and when the first watcher of this process saw each, on the clock that all processes share. */
  const arrivals = [];
  const arrived = (version) => arrivals.push([version, performance.timeOrigin + performance.now()]);
  const watchers = Array.from({ length: count }, (_, index) => new Watcher(index === 0 ? arrived : undefined));
  await Promise.all(watchers.map((watcher) => open(watcher, new URL(path, url), credentials)));
  process.send({ open: true });
  const tell = () =>
    process.send({
      seen: watchers.reduce((sum, { seen }) => sum + seen, 0),
      least: Math.min(...watchers.map(({ seen }) => seen)),
      faults: watchers.reduce((sum, { faults }) => sum + faults, 0),
      arrivals: arrivals.splice(0),
      cpuMs: Object.values(process.cpuUsage()).reduce((sum, micros) => sum + micros / 1000, 0),
    });
  setInterval(tell, tellIntervalMs);
});

function open(watcher, url, credentials) {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, ...credentials }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`watch: ${response.statusCode}`));
      response.on("data", (chunk) => watcher.read(chunk));
      response.on("error", () => {});
      resolve();
    });
    request.on("error", reject);
  });
}
