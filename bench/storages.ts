/** The stores that bench/storage.mjs measures. */
export { openEtcdStorage } from "../src/storage/etcd.ts";
export { openLmdbStorage } from "../src/storage/lmdb.ts";
export { openMemoryStorage } from "../src/storage/memory.ts";
