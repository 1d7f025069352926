/**
 * The responses to concurrent clients of one object, over HTTPS, fit into one order: on all stores, also through two
 * servers.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Effect, isLinearizable, type Operation } from "../../storage/linearizability.ts";
import type { ApiAnswer } from "../api-client.ts";
import { backends, type Cluster } from "./backends.ts";
import { effort, proofTimeoutMs } from "./effort.ts";
import type { Served } from "./served.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const rounds = effort(20, 500);
const clientsPerRound = 6;
const callsPerClient = 8;

describe.each(backends.filter(({ isSkipped }) => !isSkipped))("$name", ({ start }) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await start();
  }, proofTimeoutMs);
  afterAll(() => cluster.stop());

  test(
    `${rounds} histories`,
    async () => {
      for (let round = 0; round < rounds; round++) {
        const history: Operation[] = [];
        let time = 0;
        const tick = () => time++;
        const clients = Array.from({ length: clientsPerRound }, (_, index) => {
          const server = cluster.servers[index % cluster.servers.length] as Served;
          return new Client({ server, name: `linear-${round}`, history, tick }, index).run();
        });
        await Promise.all(clients);
        expect(isLinearizable(history), JSON.stringify(history)).toBe(true);
      }
    },
    proofTimeoutMs,
  );
});

interface Shared {
  readonly server: Served;
  /** The name of the object. */
  readonly name: string;
  readonly history: Operation[];
  /** Returns the time, a counter that each call increments. */
  tick(): number;
}

/** The object as the client last saw it. */
interface Seen {
  readonly uid: string;
  readonly resourceVersion: string;
}

class Client {
  private readonly shared: Shared;
  private readonly index: number;
  private readonly path: string;
  private seen: Seen | undefined;
  private count = 0;

  constructor(shared: Shared, index: number) {
    this.shared = shared;
    this.index = index;
    this.path = `${maps}/${shared.name}`;
  }

  async run(): Promise<void> {
    const { history, tick } = this.shared;
    for (; this.count < callsPerClient; this.count++) {
      const begin = tick();
      const effect = await this.next();
      history.push({ ...effect, begin, end: tick() });
    }
  }

  /** Reads now and then, either the object or a list, and otherwise writes based on the state that it saw last. */
  private next(): Promise<Effect> {
    const turn = this.count + this.index;
    if (turn % 4 === 0) return this.get();
    if (turn % 4 === 2) return this.list();
    if (!this.seen) return this.create();
    return turn % 3 === 0 ? this.delete(this.seen) : this.update(this.seen);
  }

  private async get(): Promise<Effect> {
    const { code, json } = await this.shared.server.call("GET", this.path);
    return this.found(code === 404 ? undefined : json);
  }

  private async list(): Promise<Effect> {
    const { json } = await this.shared.server.call("GET", `${maps}?fieldSelector=metadata.name=${this.shared.name}`);
    return this.found(json.items[0]);
  }

  private async create(): Promise<Effect> {
    const { server, name } = this.shared;
    return this.written(await server.call("POST", maps, { metadata: { name }, data: this.data() }), 0);
  }

  private async update(seen: Seen): Promise<Effect> {
    const { server, name } = this.shared;
    const metadata = { name, resourceVersion: seen.resourceVersion };
    const answer = await server.call("PUT", this.path, { metadata, data: this.data() });
    return this.written(answer, Number(seen.resourceVersion));
  }

  private async delete(seen: Seen): Promise<Effect> {
    const answer = await this.shared.server.call("DELETE", this.path, { preconditions: seen });
    const expected = Number(seen.resourceVersion);
    if (answer.code !== 200) return this.written(answer, expected);
    this.seen = undefined;
    return { expected, revision: 0 };
  }

  /** Data that differs each time, since an update without a change is not written. */
  private data() {
    return { by: `${this.index} ${this.count}` };
  }

  private found(object: { readonly metadata: Seen } | undefined): Effect {
    this.seen = object && { uid: object.metadata.uid, resourceVersion: object.metadata.resourceVersion };
    return { revision: Number(this.seen?.resourceVersion ?? 0) };
  }

  private written({ code, json, text }: ApiAnswer, expected: number): Effect {
    if (code === 404) return this.found(undefined);
    if (code === 409) return { unlike: expected };
    if (code !== 200 && code !== 201) throw new Error(text);
    return { ...this.found(json), expected };
  }
}
