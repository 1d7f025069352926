/**
 * Whether what concurrent clients saw of keys can be put into one order: each call takes effect at one moment between its
 * beginning and its end, and the results are those of a register with compare-and-write.
 *
 * @module
 */
import { expect } from "vitest";
import { isStorageError, type Revision, type Storage } from "../../src/storage/storage.ts";
import { bytes } from "./observe.ts";

/** The result of a call on one key. */
export type Effect =
  /** Of a read: what it found, 0 when the key does not exist. A write that returns the value it found is a read. */
  | { readonly revision: Revision }
  /** Of a write: what it expected to find, and what it left; 0 when there is no such key. */
  | { readonly expected: Revision; readonly revision: Revision }
  /** Of a write that was refused: what it did not find. */
  | { readonly unlike: Revision };

/** One call on one key, and when it was made. */
export type Operation = Effect & { readonly begin: number; readonly end: number };

/**
 * Tries all orders, depth first, where a call comes next only if no other one ended before it began. An order that failed
 * is not tried again (Wing and Gong's search with Lowe's memory of configurations).
 */
export function isLinearizable(operations: readonly Operation[]): boolean {
  const tried = new Set<string>();
  const search = (left: readonly Operation[], revision: Revision): boolean => {
    if (left.length === 0) return true;
    const configuration = `${revision}: ${left.map(({ begin }) => begin).join()}`;
    if (tried.has(configuration)) return false;
    tried.add(configuration);
    const firstEnd = Math.min(...left.map(({ end }) => end));
    return left.some((operation) => {
      const next = operation.begin > firstEnd ? undefined : revisionAfter(operation, revision);
      if (next === undefined) return false;
      return search(
        left.filter((other) => other !== operation),
        next,
      );
    });
  };
  return search(operations, 0);
}

/** Undefined when the call cannot have come upon that revision. */
function revisionAfter(effect: Effect, revision: Revision): Revision | undefined {
  if ("unlike" in effect) return effect.unlike === revision ? undefined : revision;
  const found = "expected" in effect ? effect.expected : effect.revision;
  return found === revision ? effect.revision : undefined;
}

/**
 * Clients, spread over the stores, read and write one key together; then its history is checked.
 *
 * @param rounds - each on a key of its own
 */
export async function expectLinearizable(stores: readonly Storage[], rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const key = `/linear-${process.pid}-${round}`;
    const history: Operation[] = [];
    let time = 0;
    const tick = () => time++;
    const clients = [...stores, ...stores, ...stores].map((store, i) => runClient({ store, key, history, tick }, i));
    await Promise.all(clients);
    expect(isLinearizable(history), JSON.stringify(history)).toBe(true);
  }
}

const callsPerClient = 8;

interface Shared {
  readonly store: Storage;
  readonly key: string;
  readonly history: Operation[];
  /** Tells the time, in calls. */
  tick(): number;
}

async function runClient({ store, key, history, tick }: Shared, client: number): Promise<void> {
  let seen = 0;
  for (let i = 0; i < callsPerClient; i++) {
    const begin = tick();
    const isRead = (i + client) % 2 === 0;
    const operation = isRead ? await read(store, key) : await write(store, key, seen);
    seen = operation.revision;
    history.push({ ...operation, begin, end: tick() });
  }
}

/** All calls of the contract tell what they found or made. */
type Told = Extract<Effect, { readonly revision: Revision }>;

async function read(store: Storage, key: string): Promise<Told> {
  const { entry } = await store.get(key);
  return { revision: entry?.modRevision ?? 0 };
}

async function write(store: Storage, key: string, expected: Revision): Promise<Told> {
  try {
    return { expected, revision: await store.put(key, bytes(""), expected) };
  } catch (error) {
    if (!isStorageError(error, "conflict")) throw error;
    return { revision: error.current?.modRevision ?? 0 };
  }
}
