/**
 * `clustervet serve`: an API server for the kinds that are known, with the lint engine as its admission.
 *
 * @module
 */
import { type Command, InvalidArgumentError, Option } from "commander";
import { type ServeFlags, serve } from "../serve.ts";

const defaultSecurePort = 6443;
const maxPort = 65_535;

export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .summary("run an API server that refuses what lint refuses")
    .description(
      "Runs an API server for kubectl and other clients. What `lint` calls an error it refuses. It writes an admin.kubeconfig into the data directory.",
    )
    .option("--data-dir <dir>", "where certificates, credentials and objects are kept", "clustervet-data")
    .addOption(
      new Option("--storage <backend>", "where objects are kept; those in memory are lost at the end")
        .choices(["memory"])
        .default("memory"),
    )
    .option("--bind-address <address>", "address to listen at", "127.0.0.1")
    .option("--secure-port <port>", "port to listen at; 0 for any that is free", readPort, defaultSecurePort)
    .addOption(
      new Option("--log-level <level>", "what is logged, as JSON lines on standard output")
        .choices(["debug", "info", "warn", "error", "silent"])
        .default("info"),
    )
    .option("-t, --target <release>", "the release whose API is served, such as 1.34 (default: the newest)")
    .option("--group-domain <domain>", "domain of the API groups (default: k8s.io)")
    .addHelpText(
      "after",
      "\nExample:\n  clustervet serve --data-dir ./data\n  kubectl --kubeconfig ./data/admin.kubeconfig get namespaces",
    )
    .action((flags: ServeFlags) => serve(flags));
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= maxPort) return port;
  throw new InvalidArgumentError(`must be a number from 0 to ${maxPort}`);
}
