/**
 * The flag `--tracing-config-file` of `clustervet serve`.
 *
 * @module
 */
import type { TracingConfiguration } from "../api/types/apiserver-v1.ts";
import { settle } from "../engine/options.ts";
import type { TracingSettings } from "../server/tracing/start-tracing.ts";
import { UsageError } from "./exit.ts";
import { nodeHost } from "./node-host.ts";
import { loadConfiguration } from "./single-result.ts";
import { propertyIfDefined } from "./target-options.ts";

export interface TracingFlags {
  readonly tracingConfigFile?: string;
  readonly target?: string;
  readonly groupDomain?: string;
}

const defaultEndpoint = "localhost:4317";

const flag = "--tracing-config-file";

/**
 * Returns undefined without the flag.
 *
 * @throws {UsageError} if kube-apiserver would not start with the file, or Node.js does not support the address
 */
export function readTracing({
  tracingConfigFile: file,
  target,
  groupDomain,
}: TracingFlags): TracingSettings | undefined {
  if (file === undefined) return undefined;
  const settings = settle({
    host: nodeHost("/"),
    ...propertyIfDefined("target", target),
    ...propertyIfDefined("groupDomain", groupDomain),
  });
  const text = { format: "text", color: "auto" } as const;
  const { object } = loadConfiguration<TracingConfiguration>(file, "TracingConfiguration", settings, text);
  const { endpoint = defaultEndpoint, samplingRatePerMillion } = object;
  if (endpoint.startsWith("unix-abstract:")) {
    throw new UsageError(`${flag}: the address ${endpoint} is not supported`, "use `unix:///path` or `host:port`");
  }
  return { endpoint, ...propertyIfDefined("perMillion", samplingRatePerMillion) };
}
