/**
 * The tracing settings that API server and kubelet share: the collector of the spans, and the sampling rate.
 *
 * @module
 */
import type { TracingConfiguration } from "../../api/types/tracing-v1.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { parseUrl } from "../../text/go-url.ts";

const maxSamplingRate = 1_000_000;
/** The schemes of collector addresses. */
const endpointSchemes = ["dns", "unix", "unix-abstract"] as const;

const samplingRate = rule<TracingConfiguration>(
  { id: "tracing/sampling-rate", severity: "error", summary: "`samplingRatePerMillion` is from 0 to 1000000" },
  ({ samplingRatePerMillion: rate }, place) => {
    if (rate === undefined || (rate >= 0 && rate <= maxSamplingRate)) return;
    const message = `must be from 0 to ${maxSamplingRate}; got ${rate}`;
    place.at("samplingRatePerMillion").say(message, { value: rate });
  },
);

const endpointForm = rule<TracingConfiguration>(
  {
    id: "tracing/endpoint",
    severity: "error",
    summary: "`endpoint` is a host and port, or an address of scheme dns, unix or unix-abstract",
  },
  ({ endpoint }, place) => {
    if (endpoint === undefined) return;
    const at = place.at("endpoint");
    // Text without slashes is a name that is resolved by DNS.
    const parsed = parseUrl(endpoint.includes("//") ? endpoint : `dns://${endpoint}`);
    if (!parsed.ok) {
      at.say(`must be an address: ${parsed.reason}`, { value: endpoint });
      return;
    }
    const { scheme, host } = parsed.value;
    if (endpointSchemes.some((known) => known === scheme)) return;
    const isWeb = scheme === "http" || scheme === "https" || scheme === "grpc";
    at.say(`must have no scheme, or ${endpointSchemes.map((each) => `${each}://`).join(", ")}; got "${endpoint}"`, {
      ...(isWeb && host !== "" ? { help: `write \`endpoint: ${host}\`` } : {}),
      value: endpoint,
    });
  },
);

/** Paths are relative to the struct that contains the fields. */
export const tracingRules: readonly Rule<TracingConfiguration>[] = [samplingRate, endpointForm];
