/**
 * Metrics of the encryption and decryption of stored values, with the names that kube-apiserver uses.
 *
 * @module
 */
import { Counter, exponentialBuckets, Histogram, type Registry } from "prom-client";
import type { Transformation } from "../../storage/encrypted.ts";

const [firstBucket, factor, buckets] = [5e-6, 2, 25];

/**
 * Registers the metrics.
 *
 * @returns a function that counts a transformation
 */
export function transformationMetrics(register: Registry): (transformation: Transformation) => void {
  const registers = [register];
  const operations = new Counter({
    name: "apiserver_storage_transformation_operations_total",
    help: "Values that were encrypted or decrypted, by resource and status.",
    labelNames: ["resource", "transformation_type", "transformer_prefix", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "apiserver_storage_transformation_duration_seconds",
    help: "Time to encrypt or decrypt a value.",
    labelNames: ["transformation_type", "transformer_prefix"],
    buckets: exponentialBuckets(firstBucket, factor, buckets),
    registers,
  });
  return ({ type, resource: { group, resource }, prefix, seconds, isFailed }) => {
    const isRead = type === "from_storage";
    const labels = { transformation_type: type, transformer_prefix: prefix === "" && isRead ? "identity" : prefix };
    const name = group === "" ? resource : `${resource}.${group}`;
    operations.inc({ ...labels, resource: name, status: isFailed ? "unknown-non-grpc" : "OK" });
    if (!isFailed) durations.observe(labels, seconds);
  };
}
