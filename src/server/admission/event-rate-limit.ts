/**
 * EventRateLimit: limits the Events per second of the whole server, of a namespace, of a user, or about one object.
 *
 * @module
 */
import type { Event } from "../../api/types/core-v1.ts";
import type { Configuration, Limit } from "../../api/types/eventratelimit-v1alpha1.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import { StatusError } from "../request/status.ts";
import { type AdmissionPlugin, type PluginParts, writtenObject } from "./plugin.ts";

const msPerSecond = 1000;
const tooMany = 429;

/** Returns the key of the bucket that an event counts against, by the type of the limit. */
const keyByType: ReadonlyMap<string, (attempt: AdmissionAttributes) => string> = new Map([
  ["Server", () => ""],
  ["Namespace", ({ target }: AdmissionAttributes) => target.namespace],
  ["User", ({ user }: AdmissionAttributes) => user.username],
  ["SourceAndObject", sourceAndObject],
]);

function sourceAndObject({ object }: AdmissionAttributes): string {
  const { source = {}, involvedObject: about = {} } = (object ?? {}) as Event;
  const { kind, namespace, name, uid, apiVersion } = about;
  return [source.component, source.host, kind, namespace, name, uid, apiVersion].join("");
}

export function eventRateLimit({ configurationOf, nowMs }: PluginParts): AdmissionPlugin {
  const { limits = [] } = configurationOf<Configuration>("EventRateLimit") ?? {};
  const buckets = limits.map((limit) => ({ limit, buckets: new Buckets(limit, nowMs) }));
  return {
    async approve(attempt) {
      const isEvent =
        writtenObject(attempt, "", "events") !== undefined ||
        writtenObject(attempt, "events.<domain>", "events") !== undefined;
      if (!isEvent || attempt.isDryRun) return;
      const faults = buckets.flatMap(({ limit: { type = "" }, buckets: kept }) => {
        const key = keyByType.get(type)?.(attempt) ?? "";
        return kept.take(key) ? [] : [`limit reached on type ${type} for key ${key}`];
      });
      if (faults.length === 0) return;
      const messages = faults.map((fault) => `Too many requests: ${fault}`);
      const all = messages.length > 1 ? `[${messages.join(", ")}]` : messages.join();
      throw new StatusError(tooMany, "TooManyRequests", `Too many requests: ${all}`);
    },
  };
}

/** Maximum number of buckets if the configuration specifies no `cacheSize`. */
const defaultCacheSize = 4096;

/** Token buckets by key, from the least to the most recently used. */
class Buckets {
  private readonly limit: Limit;
  private readonly nowMs: () => number;
  private readonly byKey = new Map<string, { readonly tokens: number; readonly atMs: number }>();

  constructor(limit: Limit, nowMs: () => number) {
    this.limit = limit;
    this.nowMs = nowMs;
  }

  /** Takes one token from the bucket of the key. Returns false if the bucket is empty. */
  take(key: string): boolean {
    const { qps = 0, burst = 0, cacheSize = 0 } = this.limit;
    const atMs = this.nowMs();
    const known = this.byKey.get(key) ?? { tokens: burst, atMs };
    const earned = (Math.max(0, atMs - known.atMs) * qps) / msPerSecond;
    const tokens = Math.min(burst, known.tokens + earned);
    const isTaken = tokens >= 1;
    this.byKey.delete(key);
    this.byKey.set(key, { tokens: isTaken ? tokens - 1 : tokens, atMs });
    const [oldest = ""] = this.byKey.keys();
    if (this.byKey.size > (cacheSize || defaultCacheSize)) this.byKey.delete(oldest);
    return isTaken;
  }
}
