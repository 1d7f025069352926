/**
 * The program that envtest starts as `etcd`: dist/parts/etcd.cjs.
 *
 * @module
 */
import { runEtcd } from "./etcd-substitute.ts";

runEtcd(process.argv.slice(2));
