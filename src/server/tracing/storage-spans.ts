/**
 * The spans of storage access: those of kube-apiserver's storage layer, and those of calls to etcd.
 *
 * @module
 */
import { traced, traceHeaders } from "./span.ts";

type StorageCall = "get" | "range" | "create" | "update";

const names: Readonly<Record<StorageCall, string>> = {
  get: "Get etcd3",
  range: "List(recursive=true) etcd3",
  create: "Create etcd3",
  update: "GuaranteedUpdate etcd3",
};

/** @param resourceOf - returns the resource of a key */
export function observeStorage(resourceOf: (key: string) => { readonly group: string; readonly resource: string }) {
  return <T>(call: StorageCall, key: string, run: () => Promise<T>): Promise<T> =>
    traced(names[call], () => ({ key, ...resourceOf(key) }), run);
}

const callScope = {
  scope: "go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc",
  kind: "client",
} as const;

/** Runs a call to etcd in a span, with the headers of the trace. */
export function observeEtcdCall<T>(
  method: string,
  run: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const fields = () => ({ "rpc.method": method, "rpc.system.name": "grpc" });
  return traced(method, fields, () => run(traceHeaders()), callScope);
}
