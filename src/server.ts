/**
 * The API server in another program, for tests in JavaScript: the server of `clustervet serve`, with its objects in
 * memory.
 *
 * @example
 * import { startApiServer } from "clustervet/server";
 * const server = await startApiServer();
 * const config = new KubeConfig(); // of @kubernetes/client-node
 * config.loadFromString(server.kubeconfigText);
 *
 * @module
 */
import { OptionError } from "./json/option-error.ts";
import type { ApiServer, ApiServerOptions } from "./server/api-server.ts";

export type { GateSettings } from "./release/feature-gates.ts";
export type {
  ApiServer,
  ApiServerOptions,
  ApiUser,
  Kubeconfig,
  LogEntry,
  Snapshot,
} from "./server/api-server.ts";
export { OptionError };

/**
 * Starts a server; resolves when it accepts requests.
 *
 * @throws {OptionError} for an option that does not exist or has an invalid value; the error of Node, such as
 *   `EADDRINUSE`, if it cannot listen on the address
 */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const { startInProcess } = await import("./cli/in-process.ts");
  return startInProcess(options, (message) => new OptionError(message));
}
