import { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { Http1Request } from "../../../src/server/http/http1-request.ts";

const smallChunk = Buffer.from("x");
const smallChunks = (count: number): Buffer[] => Array.from({ length: count }, () => smallChunk);

/** A request whose body is being read, and a spy that counts how often the request resumes its connection. */
function requestOn(socket: Socket) {
  const resume = vi.spyOn(socket, "resume").mockReturnValue(socket);
  const request = new Http1Request(socket);
  // Begins to read the body, as happens once the headers have arrived.
  request.on("data", () => {});
  return { request, resume };
}

test("after 500 small chunks a request reads nothing more until its next turn", async () => {
  const { request, resume } = requestOn(new Socket());
  const wanted = smallChunks(499).map((chunk) => request.push(chunk));
  expect(new Set(wanted)).toEqual(new Set([true]));
  expect(request.push(smallChunk)).toBe(false);
  // The remaining chunks of the TLS record still arrive.
  for (const chunk of smallChunks(2000)) request.push(chunk);
  resume.mockClear();
  request._read(1);
  expect(resume).not.toHaveBeenCalled();
  await expect.poll(() => resume.mock.calls.length).toBeGreaterThan(0);
});

test("a body without a reader is not read further after its turn", async () => {
  const socket = new Socket();
  const resume = vi.spyOn(socket, "resume").mockReturnValue(socket);
  const request = new Http1Request(socket);
  const { readableHighWaterMark } = request;
  for (const chunk of smallChunks(readableHighWaterMark + 1000)) request.push(chunk);
  resume.mockClear();
  for (let round = 0; round < 100; round++) await new Promise((resolve) => setImmediate(resolve));
  expect(resume).not.toHaveBeenCalled();
  // Once the body has a reader, the connection is read again.
  request.resume();
  await expect.poll(() => resume.mock.calls.length).toBeGreaterThan(0);
});

test("large chunks do not make a request wait for a turn", () => {
  const { request } = requestOn(new Socket());
  request.resume();
  const wanted = Array.from({ length: 1000 }, () => {
    const wantsMore = request.push(Buffer.alloc(1024));
    request.read();
    return wantsMore;
  });
  expect(wanted).not.toContain(false);
});

test("of several requests in small chunks, each round of the event loop resumes only one", async () => {
  const requests = Array.from({ length: 5 }, () => requestOn(new Socket()));
  for (const { request } of requests) for (const chunk of smallChunks(500)) request.push(chunk);
  for (const { resume } of requests) resume.mockClear();
  const rounds: number[] = [];
  for (let round = 0; round < 20 && rounds.at(-1) !== 5; round++) {
    await new Promise((resolve) => setImmediate(resolve));
    rounds.push(requests.filter(({ resume }) => resume.mock.calls.length > 0).length);
  }
  expect(rounds.at(-1)).toBe(5);
  for (const [index, count] of rounds.entries()) expect(count - (rounds[index - 1] ?? 0)).toBeLessThanOrEqual(1);
});
