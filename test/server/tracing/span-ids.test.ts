import { expect, test } from "vitest";
import { Span, type Tracer } from "../../../src/server/tracing/span.ts";

const tracer: Tracer = { exportSpan() {}, isSampled: () => false, nowMs: () => 0 };

test("trace and span IDs have the right length and are unique, also after the prepared random digits run out", () => {
  const contexts = Array.from({ length: 2000 }, () => new Span(tracer, "s", {}, {}).context);
  expect(contexts.filter(({ traceId }) => !/^[0-9a-f]{32}$/.test(traceId))).toEqual([]);
  expect(contexts.filter(({ spanId }) => !/^[0-9a-f]{16}$/.test(spanId))).toEqual([]);
  expect(new Set(contexts.flatMap(({ traceId, spanId }) => [traceId, spanId])).size).toBe(4000);
});
