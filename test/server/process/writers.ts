/**
 * Clients that write until their server or its store goes away, and remember the acknowledged writes. Each client
 * creates objects, increments a counter, and deletes objects that it created before.
 */
import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { ApiAnswer } from "../api-client.ts";
import type { Change } from "./follower.ts";
import type { Served } from "./served.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const padding = "x".repeat(600);

type Data = Readonly<Record<string, string>>;

interface Known {
  readonly version: string;
  readonly data: Data;
}

export class Writers {
  /** The versions of all acknowledged writes. */
  readonly versions: number[] = [];
  /** Objects whose deletion was acknowledged. */
  readonly deleted = new Set<string>();
  private readonly objects = new Map<string, Known>();
  private readonly count: number;
  private running: Promise<unknown> = Promise.resolve();
  private wake = () => {};

  constructor(count: number) {
    this.count = count;
  }

  /** The newest acknowledged version. */
  get newest(): number {
    return Math.max(0, ...this.versions);
  }

  /** The last acknowledged state of each object, except objects for which a later write was attempted. */
  known(): ReadonlyMap<string, Known> {
    return this.objects;
  }

  start(server: Served, round: number): void {
    this.running = Promise.all(
      Array.from({ length: this.count }, (_, index) => this.write(server, `${round}-${index}`)),
    );
  }

  /** Resolves when this many more writes have been acknowledged. */
  async acknowledged(more: number): Promise<void> {
    const enough = this.versions.length + more;
    while (this.versions.length < enough) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  /** Resolves when none of the clients writes any more. */
  async stopped(): Promise<void> {
    await this.running;
  }

  /** Whether an object is complete, as one of these clients wrote it. */
  isWhole({ metadata, data = {} }: Change["object"]): boolean {
    if (!metadata.name.startsWith("w-")) return true;
    return data.sum === dataOf(metadata.name, Number(data.count)).sum && data.padding === padding;
  }

  private async write(server: Served, id: string): Promise<void> {
    const counter = `w-${id}-counter`;
    let count = 0;
    let version = await this.put(server, counter, undefined, count);
    for (let index = 0; version !== undefined; index++) {
      const name = `w-${id}-${index}`;
      if ((await this.put(server, name, undefined, 0)) === undefined) return;
      version = await this.put(server, counter, version, ++count);
      if (index % 3 === 2 && !(await this.delete(server, `w-${id}-${index - 2}`))) return;
    }
  }

  /** Returns the acknowledged version; undefined if it is unknown whether the write was done. */
  private async put(
    server: Served,
    name: string,
    resourceVersion: string | undefined,
    count: number,
  ): Promise<string | undefined> {
    const data = dataOf(name, count);
    this.objects.delete(name);
    const answer =
      resourceVersion === undefined
        ? server.call("POST", maps, { metadata: { name }, data })
        : server.call("PUT", `${maps}/${name}`, { metadata: { name, resourceVersion }, data });
    const done = await answer.catch(() => undefined);
    if (!done || isUnavailable(done)) return undefined;
    if (done.code >= 300) throw new Error(done.text);
    const version: string = done.json.metadata.resourceVersion;
    this.objects.set(name, { version, data });
    this.acknowledge(version);
    return version;
  }

  private async delete(server: Served, name: string): Promise<boolean> {
    this.objects.delete(name);
    const done = await server.call("DELETE", `${maps}/${name}`).catch(() => undefined);
    if (!done || isUnavailable(done)) return false;
    if (done.code >= 300) throw new Error(done.text);
    this.deleted.add(name);
    return true;
  }

  private acknowledge(version: string): void {
    this.versions.push(Number(version));
    this.wake();
  }
}

/** Whether the store was unavailable. The write may have been done or not. */
const isUnavailable = ({ code }: ApiAnswer): boolean => code === 503 || code === 504;

/** Returns data with a checksum that shows whether the object is complete. */
function dataOf(name: string, count: number): Data & { readonly sum: string } {
  const sum = createHash("sha256").update(`${name} ${count}`).digest("hex");
  return { count: String(count), padding, sum };
}

/** Checks that acknowledged writes are stored as they were acknowledged, and that all other objects are complete. */
export async function expectAcknowledged(server: Served, writers: Writers): Promise<void> {
  const { json } = await server.call("GET", maps);
  const objects = new Map<string, Change["object"]>();
  for (const object of json.items) objects.set(object.metadata.name, object);
  for (const object of objects.values()) expect(writers.isWhole(object), object.metadata.name).toBe(true);
  for (const [name, { version, data }] of writers.known()) {
    const object = objects.get(name);
    expect({ name, version: object?.metadata.resourceVersion, data: object?.data }).toEqual({ name, version, data });
  }
  for (const name of writers.deleted) expect(objects.has(name), name).toBe(false);
  expect(Number(json.metadata.resourceVersion)).toBeGreaterThanOrEqual(writers.newest);
}
