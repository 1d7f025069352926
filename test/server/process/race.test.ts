/** Two clients that write one object at the same time: 10,000 rounds in the long form. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiAnswer } from "../api-client.ts";
import { backends, type Cluster } from "./backends.ts";
import { effort, proofTimeoutMs } from "./effort.ts";
import type { Served } from "./served.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const rounds = effort(300, 10_000);
/** Concurrent races, each for a different object. */
const lanes = 4;

describe.each(backends.filter(({ isSkipped }) => !isSkipped))("$name", ({ start }) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await start();
  }, proofTimeoutMs);
  afterAll(() => cluster.stop());

  test(
    `in each of ${rounds} rounds exactly one wins`,
    async () => {
      const [first, second = first] = cluster.servers;
      if (!first || !second) throw new Error("no server runs");
      await Promise.all(Array.from({ length: lanes }, (_, lane) => writeThroughBoth([first, second], `racer-${lane}`)));
    },
    proofTimeoutMs,
  );
});

/** Creates, updates and deletes an object repeatedly, each time through both servers at once. */
async function writeThroughBoth(servers: readonly [Served, Served], name: string): Promise<void> {
  const path = `${maps}/${name}`;
  for (let round = 0; round < rounds / lanes; round += 3) {
    const created = await callBoth(servers, (server, by) =>
      server.call("POST", maps, { metadata: { name }, data: { by } }),
    );
    const { metadata } = successOf(created, [201], [409]).json;
    const updated = await callBoth(servers, (server, by) =>
      server.call("PUT", path, { metadata, data: { by: `${by} ${round}` } }),
    );
    const { metadata: now, data } = successOf(updated, [200], [409]).json;
    const { json: stored } = await servers[round % 2 === 0 ? 0 : 1].call("GET", path);
    expect(stored).toMatchObject({ data, metadata: { resourceVersion: now.resourceVersion } });
    const preconditions = { uid: now.uid, resourceVersion: now.resourceVersion };
    const deleted = await callBoth(servers, (server) => server.call("DELETE", path, { preconditions }));
    successOf(deleted, [200], [404, 409]);
  }
}

function callBoth(
  [first, second]: readonly [Served, Served],
  ask: (server: Served, by: string) => Promise<ApiAnswer>,
): Promise<readonly ApiAnswer[]> {
  return Promise.all([ask(first, "first"), ask(second, "second")]);
}

/** Returns the only response that succeeded. The other one must have an expected error code. */
function successOf(answers: readonly ApiAnswer[], won: readonly number[], lost: readonly number[]): ApiAnswer {
  const winners = answers.filter(({ code }) => won.includes(code));
  const losers = answers.filter(({ code }) => lost.includes(code));
  expect([winners.length, losers.length], answers.map(({ text }) => text).join("\n")).toEqual([1, 1]);
  return winners[0] as ApiAnswer;
}
