import { expect, test } from "vitest";
import type { Exchange } from "../../../src/server/http/exchange.ts";
import { type InFlightLimits, limitInFlight } from "../../../src/server/http/in-flight.ts";

interface RequestParts {
  readonly verb: string;
  readonly username?: string;
  readonly groups?: readonly string[];
  readonly address?: string;
  readonly path?: string;
}

/**
 * Returns a function that starts a request, which runs until `end` is called. Its outcome is "runs", or the status code
 * that refuses it.
 */
function createRunner(limits: InFlightLimits) {
  const filter = limitInFlight(limits);
  return async ({ verb, username = "a", groups = [], address = "::1", path = "/api/v1/pods" }: RequestParts) => {
    let end = () => {};
    const exchange = {
      info: { verb, path, subresource: "", isResource: path.startsWith("/api") },
      user: { username, groups },
      peer: { address },
      onBody: () => {},
    } as unknown as Exchange;
    const begun = new Promise<string>((resolve) => {
      const done = new Promise<void>((finish) => (end = finish));
      filter(exchange, () => {
        resolve("runs");
        return done;
      }).catch(({ code }) => resolve(String(code)));
    });
    return { outcome: await begun, end: async () => Promise.resolve(end()), body: () => exchange.onBodyReceived() };
  };
}

const outcomesOf = async (request: ReturnType<typeof createRunner>, requests: readonly RequestParts[]) => {
  const seen: string[] = [];
  for (const one of requests) seen.push((await request(one)).outcome);
  return seen;
};

test("requests whose bodies have not arrived count as uploads only, and do not block reads", async () => {
  const request = createRunner({ maxWrites: 2, maxReads: 2, maxUploads: 4 });
  for (const username of ["a", "b"]) {
    expect(
      await outcomesOf(request, [
        { verb: "create", username },
        { verb: "update", username },
      ]),
    ).toEqual(["runs", "runs"]);
  }
  expect((await request({ verb: "create", username: "c" })).outcome).toBe("429");
  expect((await request({ verb: "get", username: "c" })).outcome).toBe("runs");
});

test("a request counts as a write once its body has arrived", async () => {
  const request = createRunner({ maxWrites: 2, maxUploads: 8 });
  const [first, second, third] = [
    await request({ verb: "create" }),
    await request({ verb: "patch", username: "b" }),
    await request({ verb: "update", username: "c" }),
  ];
  void first?.body();
  void second?.body();
  expect(() => third?.body()).toThrow("Too many requests");
  await first?.end();
  await new Promise(setImmediate);
  expect(() => third?.body()).not.toThrow();
});

test.each(["get", "create", "watch"])("one user cannot take all places: %s", async (verb) => {
  const request = createRunner({ maxReads: 4, maxUploads: 4, maxWatches: 4, maxWatchesPerUser: 2 });
  const mine = [{ verb }, { verb }, { verb }];
  expect(await outcomesOf(request, [...mine, { verb, username: "b" }])).toEqual(["runs", "runs", "429", "runs"]);
});

test("anonymous users count by address", async () => {
  const request = createRunner({ maxReads: 2 });
  const nobody = { verb: "get", groups: ["system:unauthenticated"] };
  const requests = [nobody, nobody, { ...nobody, address: "10.0.0.1" }];
  expect(await outcomesOf(request, requests)).toEqual(["runs", "429", "runs"]);
});

test("requests of administrators and health checks are never refused", async () => {
  const request = createRunner({ maxReads: 0, maxUploads: 0, maxWatches: 0 });
  const masters = ["system:masters"];
  const requests = [
    { verb: "get", groups: masters },
    { verb: "create", groups: masters },
    { verb: "watch", groups: masters },
    { verb: "get", path: "/healthz" },
    { verb: "get", path: "/readyz/ping" },
    { verb: "get", path: "/healthzz" },
    { verb: "get" },
  ];
  expect(await outcomesOf(request, requests)).toEqual(["runs", "runs", "runs", "runs", "runs", "429", "429"]);
});

test("the place of a request that has ended is free again", async () => {
  const request = createRunner({ maxReads: 2 });
  for (let round = 0; round < 5; round++) {
    const one = await request({ verb: "get" });
    expect(one.outcome).toBe("runs");
    await one.end();
    await new Promise(setImmediate);
  }
});
