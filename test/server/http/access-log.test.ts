import { expect, test } from "vitest";
import { accessLog } from "../../../src/server/http/access-log.ts";
import type { Exchange } from "../../../src/server/http/exchange.ts";

/** The level at which a request that took this long is logged. */
async function levelOf(durationMs: number, info: { readonly verb: string; readonly subresource?: string }) {
  const levels: string[] = [];
  const recordLevel = (level: string) => () => levels.push(level);
  const log = {
    debug: recordLevel("debug"),
    info: recordLevel("info"),
    warn: recordLevel("warn"),
    error: recordLevel("error"),
  };
  const exchange = {
    info: { subresource: "", ...info },
    answer: { code: 200 },
    user: { username: "jane" },
    headers: {},
    receivedMs: 0,
  } as unknown as Exchange;
  await accessLog(log, () => durationMs)(exchange, async () => {});
  return levels.join();
}

test("a request that takes more than a second is logged as a warning", async () => {
  expect(await levelOf(1000, { verb: "get" })).toBe("debug");
  expect(await levelOf(1001, { verb: "get" })).toBe("warn");
});

test.each([
  { verb: "watch" },
  { verb: "get", subresource: "log" },
  { verb: "create", subresource: "exec" },
  { verb: "get", subresource: "proxy" },
])("a stream that takes longer is not: $verb $subresource", async (info) => {
  expect(await levelOf(300_000, info)).toBe("debug");
});
