/**
 * Checks whether the observations of concurrent clients are linearizable: each call takes effect at one moment between
 * its begin and its end, and the results are those of a register with compare-and-write.
 *
 * @module
 */
import { expect } from "vitest";
import { isStorageError, type Revision, type Storage } from "../../src/storage/storage.ts";
import { bytes } from "./observe.ts";

/** The result of a call on one key. */
export type Effect =
  /**
   * A read: the revision that it found, 0 if the key does not exist. A rejected write that returns the current value
   * counts as a read.
   */
  | { readonly revision: Revision }
  /** A write: the revision that it expected, and the one that it created; 0 if the key does not exist. */
  | { readonly expected: Revision; readonly revision: Revision }
  /** A rejected write: a revision that the key did not have. */
  | { readonly unlike: Revision };

/** One call on one key, and when it was made. */
export type Operation = Effect & { readonly begin: number; readonly end: number };

/**
 * Tries all orders, depth first. A call may come next only if no other remaining call ended before it began.
 * Configurations that failed are not tried again (Wing and Gong's search with Lowe's memory of configurations).
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

/** Returns the revision after the call; undefined if the call cannot have run at that revision. */
function revisionAfter(effect: Effect, revision: Revision): Revision | undefined {
  if ("unlike" in effect) return effect.unlike === revision ? undefined : revision;
  const found = "expected" in effect ? effect.expected : effect.revision;
  return found === revision ? effect.revision : undefined;
}

/**
 * Lets clients of all stores read and write one key concurrently, then checks the history.
 *
 * @param rounds - the number of rounds, each with a separate key
 */
export async function expectLinearizable(stores: readonly Storage[], rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const key = `/linear-${process.pid}-${round}`;
    const history: Operation[] = [];
    let time = 0;
    const nextTime = () => time++;
    const clients = [...stores, ...stores, ...stores].map((store, i) =>
      runClient({ store, key, history, nextTime }, i),
    );
    await Promise.all(clients);
    expect(isLinearizable(history), JSON.stringify(history)).toBe(true);
  }
}

const callsPerClient = 8;

interface Shared {
  readonly store: Storage;
  readonly key: string;
  readonly history: Operation[];
  /** Returns the logical time and advances it. */
  nextTime(): number;
}

async function runClient({ store, key, history, nextTime }: Shared, client: number): Promise<void> {
  let seen = 0;
  for (let i = 0; i < callsPerClient; i++) {
    const begin = nextTime();
    const isRead = (i + client) % 2 === 0;
    const operation = isRead ? await readOutcome(store, key) : await write(store, key, seen);
    seen = operation.revision;
    history.push({ ...operation, begin, end: nextTime() });
  }
}

/** The contract's calls always return the revision that they found or created. */
type WriteResult = Extract<Effect, { readonly revision: Revision }>;

async function readOutcome(store: Storage, key: string): Promise<WriteResult> {
  const { entry } = await store.get(key);
  return { revision: entry?.modRevision ?? 0 };
}

async function write(store: Storage, key: string, expected: Revision): Promise<WriteResult> {
  try {
    return { expected, revision: await store.put(key, bytes(""), expected) };
  } catch (error) {
    if (!isStorageError(error, "conflict")) throw error;
    return { revision: error.current?.modRevision ?? 0 };
  }
}
