/**
 * Sends requests and measures their rate and latency.
 *
 * @module
 */
import { Agent, request as httpsRequest } from "node:https";

/** Number of concurrent clients. */
export const concurrency = 64;

/** Returns a client of one server, which keeps its connections open. */
export function clientOf(url, credentials) {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency, ...credentials });
  return {
    /** @param options - `body`, `headers`, and `keep` to return the bytes of the response */
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

/**
 * Makes `count` calls, `parallel` of them at a time, and returns the calls per second and the latencies in
 * milliseconds.
 */
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
