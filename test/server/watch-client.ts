/**
 * A client that watches, and keeps the events.
 */
import { get } from "node:https";
import { type Access, requestOptions } from "./api-client.ts";

export interface TestWatch {
  readonly code: number;
  /** The type and the name of each event, such as `ADDED a`. */
  readonly events: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: events are looked into freely
  readonly objects: readonly any[];
  /** Resolves when this many events have arrived. */
  until(count: number): Promise<void>;
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  /** Whether the server ended the stream properly, after a complete event. Only valid after `ended`. */
  isWhole(): boolean;
  stop(): void;
}

/** Called with each event as it arrives. */
// biome-ignore lint/suspicious/noExplicitAny: events are looked into freely
export type EventListener = (type: string, object: any) => void;

export function openWatch(access: Access, path: string, listener: EventListener = () => {}): Promise<TestWatch> {
  return new Promise((resolve, reject) => {
    const request = get({ ...requestOptions(access), path }, (response) => {
      const events: string[] = [];
      // biome-ignore lint/suspicious/noExplicitAny: events are looked into freely
      const objects: any[] = [];
      const waiting = new Set<() => void>();
      let rest = "";
      response.setEncoding("utf8");
      response.on("error", () => {});
      response.on("data", (text: string) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          const { type, object } = JSON.parse(line);
          events.push(`${type} ${object.metadata?.name ?? object.reason ?? ""}`.trim());
          objects.push(object);
          listener(type, object);
        }
        for (const check of waiting) check();
      });
      const ended = new Promise<void>((done) => response.once("close", done));
      resolve({
        code: response.statusCode ?? 0,
        events,
        objects,
        ended,
        isWhole: () => response.complete && rest === "",
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
