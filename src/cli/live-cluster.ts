/**
 * Connects a command to a running cluster, reports connection errors, and finds the cluster's release.
 *
 * @part live
 * @module
 */
import { ApiClient } from "../client/api-client.ts";
import { ClientFault } from "../client/client-fault.ts";
import { findConnection } from "../client/connection.ts";
import { thisMachine } from "../client/machine.ts";
import { withoutUndefined } from "../json/without-undefined.ts";
import { minorOf, newestTarget, oldestTarget, reaches } from "../release/release.ts";
import { parseDuration } from "../text/duration.ts";
import { UsageError } from "./exit.ts";
import type { LiveFlags } from "./live-options.ts";
import { printError } from "./terminal.ts";

/**
 * Runs `work` with a client of the cluster, and returns its result. Ctrl-C cancels the requests.
 *
 * @throws {UsageError} if the cluster can't be reached or refuses a request
 */
export async function withCluster<T>(flags: LiveFlags, work: (client: ApiClient) => Promise<T>): Promise<T> {
  const interrupt = new AbortController();
  const abort = () => interrupt.abort();
  process.once("SIGINT", abort);
  let client: ApiClient | undefined;
  try {
    const connection = findConnection(flags, thisMachine());
    client = new ApiClient(connection, {
      signal: interrupt.signal,
      ...withoutUndefined({ timeoutMs: timeoutOf(flags) }),
    });
    return await work(client);
  } catch (error) {
    throw error instanceof ClientFault ? new UsageError(error.message, error.help) : error;
  } finally {
    process.off("SIGINT", abort);
    client?.close();
  }
}

const nanosPerMs = 1_000_000n;
const msPerSecond = 1000;

/** Parses `--request-timeout` like kubectl: a duration, or a number of seconds. @throws {UsageError} */
function timeoutOf({ requestTimeout: text }: LiveFlags): number | undefined {
  if (text === undefined) return undefined;
  const parsed = parseDuration(text);
  const ms = /^\d{1,6}$/.test(text) ? Number(text) * msPerSecond : parsed.ok ? Number(parsed.value / nanosPerMs) : 0;
  if (ms <= 0) throw new UsageError(`--request-timeout must be a duration above 0, such as 30s; got "${text}"`);
  return ms;
}

/**
 * Returns the release of a cluster as the target. If clustervet does not know the release, it prints a message and
 * returns the nearest known one.
 *
 * @throws {ClientFault}
 */
export async function targetOfCluster(client: ApiClient): Promise<string> {
  const { gitVersion } = await client.get("/version");
  const release = /^v?(\d+\.\d+)/.exec(String(gitVersion))?.[1] ?? "";
  if (minorOf(release) === undefined) {
    throw new ClientFault("answer", `${client.connection.server}/version names no release`, { help: "pass --target" });
  }
  const nearest = reaches(release, oldestTarget) ? newestTarget : oldestTarget;
  const isKnown = reaches(release, oldestTarget) && reaches(newestTarget, release);
  if (!isKnown) printError(`the cluster is ${release}, which clustervet does not know: vetted for ${nearest}`);
  return isKnown ? release : nearest;
}
