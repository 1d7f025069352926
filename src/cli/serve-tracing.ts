/**
 * The flag `--tracing-config-file` of `clustervet serve`.
 *
 * @module
 */
import type { TracingConfiguration } from "../api/types/apiserver-v1.ts";
import { withoutUndefined } from "../json/without-undefined.ts";
import type { TracingSettings } from "../server/tracing/start-tracing.ts";
import { UsageError } from "./exit.ts";
import { nodeHost } from "./node-host.ts";
import { loadConfiguration } from "./single-result.ts";
import { settleServer } from "./target-options.ts";

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
  const settings = settleServer({ target, groupDomain }, { host: nodeHost("/") });
  const { object } = loadConfiguration<TracingConfiguration>(file, "TracingConfiguration", settings);
  const { endpoint = defaultEndpoint, samplingRatePerMillion } = object;
  if (endpoint.startsWith("unix-abstract:")) {
    throw new UsageError(`${flag}: the address ${endpoint} is not supported`, "use `unix:///path` or `host:port`");
  }
  return { endpoint, ...withoutUndefined({ perMillion: samplingRatePerMillion }) };
}
