import { expect, test } from "vitest";
import { Span, type Tracer } from "../../../src/server/tracing/span.ts";

const tracer: Tracer = { take() {}, isSampled: () => false, nowMs: () => 0 };

test("ids have the digits of their sort, and no two are the same, also when the random digits at hand run out", () => {
  const contexts = Array.from({ length: 2000 }, () => new Span(tracer, "s", {}, {}).context);
  expect(contexts.filter(({ traceId }) => !/^[0-9a-f]{32}$/.test(traceId))).toEqual([]);
  expect(contexts.filter(({ spanId }) => !/^[0-9a-f]{16}$/.test(spanId))).toEqual([]);
  expect(new Set(contexts.flatMap(({ traceId, spanId }) => [traceId, spanId])).size).toBe(4000);
});
