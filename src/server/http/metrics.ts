/**
 * Request metrics and the handler of `/metrics`, under kube-apiserver's names.
 *
 * @module
 */
import { Counter, collectDefaultMetrics, Gauge, type Registry } from "prom-client";
import { methodNotAllowed } from "../request/failures.ts";
import { isLongRunning } from "./deadline.ts";
import type { Exchange, Filter, Handler } from "./exchange.ts";
import { encodeMetrics, metricsMessageParameters, metricsMessageType } from "./metrics-message.ts";
import { NativeHistogram } from "./native-histogram.ts";
import { acceptedClauses } from "./negotiate.ts";

/** Seconds; most requests take a few milliseconds. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** A count for a resource, which is computed when the metrics are requested. */
export interface ObjectCount {
  readonly group: string;
  readonly resource: string;
  readonly count: number;
}

/** The resource that a request names. */
export interface RequestedResource {
  readonly group: string;
  readonly version: string;
  /** The plural name of the resource. */
  readonly resource: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
}

export interface Metrics {
  readonly filter: Filter;
  readonly handler: Handler;
}

export interface MetricsOptions {
  /** The registry, which other parts of the server share. */
  readonly register: Registry;
  /** Returns the number of objects of each resource. */
  objectCounts(): readonly ObjectCount[];
  /** Returns how often stored objects could not be decoded, by resource. */
  decodeErrors(): readonly ObjectCount[];
  /** Whether the resource exists. All other requests are counted without names, because clients could invent names. */
  isServed(name: RequestedResource): boolean;
  /** Whether histograms also have native buckets, which only the Protobuf format contains. */
  readonly hasNativeHistograms: boolean;
  readonly nowMs: () => number;
}

export function createMetrics(options: MetricsOptions): Metrics {
  const { register, objectCounts, decodeErrors, isServed, nowMs } = options;
  const registers = [register];
  collectDefaultMetrics({ register });
  const total = new Counter({
    name: "apiserver_request_total",
    help: "Requests by verb, resource and status code.",
    labelNames: ["verb", "group", "version", "resource", "subresource", "code"],
    registers,
  });
  const duration = new NativeHistogram({
    name: "apiserver_request_duration_seconds",
    help: "Duration of requests other than streams, by verb and resource.",
    labelNames: ["verb", "group", "version", "resource", "subresource"],
    buckets: durationBuckets,
    registers,
  });
  const running = new Gauge({
    name: "apiserver_longrunning_requests",
    help: "Open streams by resource.",
    labelNames: ["verb", "group", "version", "resource", "subresource"],
    registers,
  });
  new Gauge({
    name: "apiserver_resource_objects",
    help: "Stored objects by resource.",
    labelNames: ["group", "resource"],
    registers,
    collect() {
      this.reset();
      for (const { group, resource, count } of objectCounts()) this.set({ group, resource }, count);
    },
  });
  new Counter({
    name: "apiserver_storage_decode_errors_total",
    help: "Unreadable stored objects by resource.",
    labelNames: ["group", "resource"],
    registers,
    collect() {
      this.reset();
      for (const { group, resource, count } of decodeErrors()) this.inc({ group, resource }, count);
    },
  });
  return {
    async filter(exchange, next) {
      const { info } = exchange;
      const labels = labelsOf(exchange, isServed(info));
      const isStream = isLongRunning(exchange.info);
      if (isStream) running.inc(labels);
      try {
        await next();
      } finally {
        if (isStream) running.dec(labels);
        else duration.record(labels, (nowMs() - exchange.receivedMs) / 1000);
        total.inc({ ...labels, code: String(exchange.answer.code) });
      }
    },
    async handler({ headers, answer, method }) {
      // kube-apiserver resets its metrics. Here they also contain the number of open requests and their limits, so a
      // reset is rejected.
      if (method === "DELETE") throw methodNotAllowed();
      if (wantsProtobuf(headers.accept ?? "")) {
        answer.setHeader("Content-Type", messageContentType);
        answer.send(200, await encodeMetrics(register, options.hasNativeHistograms));
        return;
      }
      const text = await register.metrics();
      answer.setHeader("Content-Type", register.contentType);
      answer.send(200, new TextEncoder().encode(text));
    },
  };
}

const messageContentType = [metricsMessageType, ...[...metricsMessageParameters].map((pair) => pair.join("="))].join(
  "; ",
);

/**
 * Whether the client prefers Protobuf among the supported formats. Clients that accept no supported format get text.
 */
function wantsProtobuf(accept: string): boolean {
  for (const { type, parameters } of acceptedClauses(accept)) {
    if (type === "text/plain" || type === "*/*") return false;
    const isMessage = [...metricsMessageParameters].every(([name, value]) => parameters.get(name) === value);
    if (type === metricsMessageType && isMessage) return true;
  }
  return false;
}

const knownVerbs: ReadonlySet<string> = new Set([
  ...["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"],
  ...["head", "post", "put", "options"],
]);

/**
 * Returns the labels of a request. Paths that are not served share one series, because clients could otherwise fill the
 * memory with names.
 */
function labelsOf({ info }: Exchange, isServed: boolean) {
  const verb = knownVerbs.has(info.verb) ? info.verb : "other";
  if (!isServed) return { verb, group: "", version: "", resource: "", subresource: "" };
  const { group, version, resource, subresource } = info;
  return { verb, group, version, resource, subresource };
}
