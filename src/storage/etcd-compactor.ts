/**
 * Compaction for an etcd that several servers share, with kube-apiserver's protocol, so that kube-apiservers can be
 * among them. The version of one key is a logical clock: the first server to write the key after a tick compacts; the
 * others see that it was written.
 *
 * @module
 */
import type { EtcdChannel } from "./etcd-channel.ts";
import { decodeNothing, decodeTxnResponse, encodeCompactionRequest, encodeTxnRequest } from "./etcd-messages.ts";
import { isStorageError, type Revision } from "./storage.ts";

/** Without the prefix of the store, since the history belongs to the whole cluster. */
const compactionKey = Buffer.from("compact_rev_key");

export class EtcdCompactor {
  readonly #channel: EtcdChannel;
  #time = 0;

  constructor(channel: EtcdChannel) {
    this.#channel = channel;
  }

  /**
   * Compacts, unless another server has done so since the last tick.
   *
   * @param before - the history before this revision is dropped
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
