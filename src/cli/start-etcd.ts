/**
 * The entry point of the program that envtest starts as `etcd`, built as dist/parts/etcd.cjs.
 *
 * @module
 */
import { runEtcd } from "./etcd-substitute.ts";

runEtcd(process.argv.slice(2));
