/** How much of a large answer waits for a client that does not read. */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { Backlog } from "../../../src/server/http/backlog.ts";
import { NodeAnswer } from "../../../src/server/http/node-answer.ts";

test("256 KiB of an answer wait for a client that does not read", async () => {
  // Without a connection it keeps what is written.
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const answer = new NodeAnswer(response, new Backlog());
  let made = 0;
  async function* parts() {
    for (; made < 100; made++) yield new Uint8Array(64 * 1024);
  }
  const sent = answer.sendStream(200, parts());
  await new Promise(setImmediate);
  expect(made).toBe(3);
  response.destroy();
  response.emit("close");
  await sent;
});

test("a client that reads while others have their turn gets all of an answer", async () => {
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
  await new NodeAnswer(response, new Backlog()).sendParts(200, parts);
  expect(writtenBytes).toBe(100 * 64 * 1024);
});
