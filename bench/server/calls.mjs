/**
 * Requests, and how many there are in a second and how long they take.
 *
 * @module
 */
import { Agent, request as httpsRequest } from "node:https";

/** How many clients there are at a time. */
export const concurrency = 64;

/** A client of one server, with connections that it keeps. */
export function clientOf(url, credentials) {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency, ...credentials });
  return {
    /** @param options - `body`, and `keep` for the bytes of the answer */
    call(method, path, { body, keep = false, headers = {} } = {}) {
      const sentHeaders = body
        ? { "content-type": "application/json", "content-length": Buffer.byteLength(body), ...headers }
        : headers;
      return new Promise((resolve, reject) => {
        const options = { host: url.hostname, port: url.port, agent, method, path, headers: sentHeaders };
        const sent = httpsRequest(options, (response) => {
          const chunks = [];
          response.on("data", (chunk) => {
            if (keep) chunks.push(chunk);
          });
          response.on("error", reject);
          response.on("end", () => {
            if (response.statusCode < 300) resolve(Buffer.concat(chunks));
            else reject(new Error(`${method} ${path}: ${response.statusCode}`));
          });
        });
        sent.on("error", reject);
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}

/** Makes `count` calls, so many at a time. */
export async function measure(count, parallel, make) {
  const times = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next++;
      const start = performance.now();
      await make(index);
      times.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: parallel }, work));
  const perSecond = count / ((performance.now() - start) / 1000);
  times.sort((a, b) => a - b);
  return { perSecond, p50: times[times.length >> 1], p99: times[Math.floor(times.length * 0.99)] };
}
