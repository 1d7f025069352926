/**
 * A client that watches, and gathers what it is told.
 */
import { get } from "node:https";
import { adminToken, type TestServer } from "./start.ts";

export interface TestWatch {
  readonly code: number;
  /** `ADDED a`, by type and name. */
  readonly events: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: events are looked into freely
  readonly objects: readonly any[];
  /** Resolves when so many events have come. */
  until(count: number): Promise<void>;
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  stop(): void;
}

export function openWatch(server: TestServer, path: string): Promise<TestWatch> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${adminToken}` };
    const request = get({ host: "127.0.0.1", port: server.port, ca: server.authority, path, headers }, (response) => {
      const events: string[] = [];
      // biome-ignore lint/suspicious/noExplicitAny: events are looked into freely
      const objects: any[] = [];
      const waiting = new Set<() => void>();
      let rest = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          const { type, object } = JSON.parse(line);
          events.push(`${type} ${object.metadata?.name ?? object.reason ?? ""}`.trim());
          objects.push(object);
        }
        for (const check of waiting) check();
      });
      const ended = new Promise<void>((done) => response.once("close", done));
      resolve({
        code: response.statusCode ?? 0,
        events,
        objects,
        ended,
        stop: () => request.destroy(),
        until: (count) =>
          new Promise((done) => {
            const check = () => {
              if (events.length < count) return;
              waiting.delete(check);
              done();
            };
            waiting.add(check);
            check();
          }),
      });
    });
    request.on("error", reject);
  });
}
