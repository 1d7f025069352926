/**
 * Configuration of eventratelimit.admission: how many events the API server accepts.
 *
 * @module
 */

import type { Configuration } from "../../api/types/eventratelimit-v1alpha1.ts";
import { rule } from "../../rule/rule.ts";
import { enumValues } from "../../schema/type-schema.ts";
import { kind } from "../kind.ts";

/** The number of buckets in the cache if `cacheSize` is not set. */
const defaultCacheSize = 4096;

const limitsRequired = rule<Configuration>(
  {
    id: "event-rate-limit/limits-required",
    severity: "error",
    cause: "required",
    summary: "`limits` has at least one item",
  },
  ({ limits = [] }, place) => {
    if (limits.length > 0) return;
    const help = "for example `limits: [{type: Namespace, qps: 50, burst: 100}]`";
    place.at("limits").say("`limits` must have at least one item", { help });
  },
);

const typeRequired = rule<Configuration>(
  { id: "event-rate-limit/type-required", severity: "error", cause: "required", summary: "a limit has a type" },
  ({ limits = [] }, place) => {
    for (const [index, { type }] of limits.entries()) {
      if (type) continue;
      const help = `one of ${enumValues("eventratelimit/v1alpha1.Limit", "type").join(", ")}`;
      place.at("limits", index, "type").say("`type` must be set", { help });
    }
  },
);

const rates = rule<Configuration>(
  {
    id: "event-rate-limit/rate",
    severity: "error",
    summary: "qps and burst are above 0, and the cache size is not negative",
  },
  ({ limits = [] }, place) => {
    for (const [index, item] of limits.entries()) {
      for (const name of ["burst", "qps"] as const) {
        const value = item[name] ?? 0;
        if (value > 0) continue;
        const found = item[name] === undefined ? "it is not set" : `got ${value}`;
        place.at("limits", index, name).say(`must be above 0; ${found}`, { value });
      }
      const { type, cacheSize = 0 } = item;
      if (type === "Server" || cacheSize >= 0) continue;
      const help = `omit it for the default, ${defaultCacheSize}`;
      const message = `must not be negative; got ${cacheSize}`;
      place.at("limits", index, "cacheSize").say(message, { help, value: cacheSize });
    }
  },
);

const cacheUnused = rule<Configuration>(
  {
    id: "event-rate-limit/cache-unused",
    severity: "warning",
    summary: "a limit of type Server ignores `cacheSize`",
  },
  ({ limits = [] }, place) => {
    for (const [index, { type, cacheSize }] of limits.entries()) {
      if (type !== "Server" || cacheSize === undefined || cacheSize === 0) continue;
      const message = "has no effect for type Server, which has a single bucket";
      place.at("limits", index, "cacheSize").say(message, { atKey: true, help: "remove it" });
    }
  },
);

const burstSmall = rule<Configuration>(
  {
    id: "event-rate-limit/burst-below-qps",
    severity: "warning",
    summary: "`burst` is at least `qps`: otherwise only evenly spaced events reach `qps`",
  },
  ({ limits = [] }, place) => {
    for (const [index, { qps = 0, burst = 0 }] of limits.entries()) {
      if (burst <= 0 || burst >= qps) continue;
      place
        .at("limits", index, "burst")
        .say(
          `must not be below \`qps\`: at most ${burst} events pass at once, although the limit allows ${qps} each second`,
          {
            help: `write at least \`burst: ${qps}\``,
            value: burst,
          },
        );
    }
  },
);

export const eventRateLimitConfiguration = kind("eventratelimit/v1alpha1.Configuration", {
  loader: { flag: "EventRateLimit", emptyFile: "error", unknownFields: "warning", mayOmit: "nothing" },
  rules: [limitsRequired, typeRequired, rates, cacheUnused, burstSmall],
  applyDefaults({ limits = [] }) {
    for (const item of limits) if (item.type !== "Server") item.cacheSize ||= defaultCacheSize;
  },
});
