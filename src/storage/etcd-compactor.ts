/**
 * Compaction by one of several servers at a time, by the protocol of kube-apiserver, so that those may be among them. The
 * versions of one key are the time: who writes it first after a tick compacts, the others see that it was written.
 *
 * @module
 */
import type { EtcdChannel } from "./etcd-channel.ts";
import { decodeNothing, decodeTxnResponse, encodeCompactionRequest, encodeTxnRequest } from "./etcd-messages.ts";
import { isStorageError, type Revision } from "./storage.ts";

/** Not under a prefix: the history is that of the whole cluster. */
const compactionKey = Buffer.from("compact_rev_key");

export class EtcdCompactor {
  readonly #channel: EtcdChannel;
  #time = 0;

  constructor(channel: EtcdChannel) {
    this.#channel = channel;
  }

  /**
   * @param before - what was before is forgotten, if nobody else has compacted since the last tick
   * @returns the store's revision
   */
  async tick(before: Revision | undefined): Promise<Revision> {
    const request = encodeTxnRequest({
      key: compactionKey,
      condition: { target: "version", value: this.#time },
      value: Buffer.from(String(before ?? 0)),
    });
    const { revision, isDone, found } = await this.#channel.call("/etcdserverpb.KV/Txn", request, decodeTxnResponse);
    this.#time = isDone ? this.#time + 1 : (found?.version ?? 0);
    if (isDone && before !== undefined) await this.#compact(before);
    return revision;
  }

  async #compact(revision: Revision): Promise<void> {
    try {
      await this.#channel.call("/etcdserverpb.KV/Compact", encodeCompactionRequest(revision), decodeNothing);
    } catch (error) {
      if (!isStorageError(error, "compacted")) throw error;
    }
  }
}
