/** How much of a large response is buffered for a client that does not read. */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { Backlog } from "../../../src/server/http/backlog.ts";
import { NodeResponseWriter } from "../../../src/server/http/node-answer.ts";

test("256 KiB of a response are buffered for a client that does not read", async () => {
  // Without a connection, the response buffers its writes.
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const answer = new NodeResponseWriter(response, new Backlog());
  let made = 0;
  async function* bodyParts() {
    for (; made < 100; made++) yield new Uint8Array(64 * 1024);
  }
  const sent = answer.sendStream(200, bodyParts());
  await new Promise(setImmediate);
  expect(made).toBe(3);
  response.destroy();
  response.emit("close");
  await sent;
});

test("a client that reads while other work has its turn gets the whole response", async () => {
  let nowMs = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => nowMs++);
  onTestFinished(() => void vi.restoreAllMocks());
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  let writtenBytes = 0;
  vi.spyOn(response, "write").mockImplementation((part: Uint8Array) => {
    writtenBytes += part.length;
    setImmediate(() => response.emit("drain"));
    return false;
  });
  const parts = Array.from({ length: 100 }, () => new Uint8Array(64 * 1024));
  await new NodeResponseWriter(response, new Backlog()).sendParts(200, parts);
  expect(writtenBytes).toBe(100 * 64 * 1024);
});

const mebibyteInParts = () => Array.from({ length: 16 }, () => new Uint8Array(64 * 1024));

test.each([
  { clients: "get the same list", ended: 0, partsOf: (kept: Uint8Array[]) => kept },
  { clients: "get lists of their own", ended: 1, partsOf: mebibyteInParts },
])("three clients that $clients and do not read: $ended of their responses are aborted", async ({ ended, partsOf }) => {
  const backlog = new Backlog({ maxUnreadBytes: 1.5 * 1024 * 1024 });
  onTestFinished(() => backlog.close());
  const kept = mebibyteInParts();
  const responses = Array.from({ length: 3 }, () => new ServerResponse(new IncomingMessage(new Socket())));
  const sent = responses.map((response) => new NodeResponseWriter(response, backlog).sendParts(200, partsOf(kept)));
  const isHeld = ({ destroyed, writableLength }: ServerResponse) => destroyed || writableLength > 256 * 1024;
  await vi.waitFor(() => expect(responses.filter(isHeld)).toHaveLength(3));
  expect(responses.filter(({ destroyed }) => destroyed)).toHaveLength(ended);
  for (const response of responses) response.destroy().emit("close");
  await Promise.all(sent);
});
