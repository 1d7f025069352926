/**
 * The program that `clustervet envtest path` provides as `etcd`: it reports that it is healthy, and stores nothing,
 * since clustervet's `kube-apiserver` keeps its objects itself. Its start takes a tenth of a second of each suite, so
 * it loads only Node's HTTP server.
 *
 * @module
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** The etcd version that the responses report. */
const etcdVersion = "3.6.5";

const usage = `Usage: etcd [flags]
Answers for etcd in the place of which it is started by envtest; objects are kept by kube-apiserver of the same folder.
  --listen-client-urls 'http://localhost:2379'
    URLs to listen on for /health and /version.
  All other flags of etcd are accepted and have no effect.
`;

const defaultUrl = "http://localhost:2379";
/** Header that distinguishes this program from etcd. */
export const substituteHeader = "x-clustervet-substitute";
const headers = { "content-type": "application/json", [substituteHeader]: "etcd" };

const bodyByPath: ReadonlyMap<string, object> = new Map<string, object>([
  ["/health", { health: "true", reason: "" }],
  ["/version", { etcdserver: etcdVersion, etcdcluster: "3.6.0", storage: "3.6.0" }],
]);

function handleRequest({ url = "" }: IncomingMessage, response: ServerResponse): void {
  const [path = ""] = url.split("?");
  const body = bodyByPath.get(path);
  response.writeHead(body ? 200 : 404, headers).end(body ? JSON.stringify(body) : "");
}

/** Serves until a signal stops the process. */
export function runEtcd(args: readonly string[]): void {
  if (args.includes("--help") || args.includes("-h")) return void process.stdout.write(usage);
  if (args.includes("--version")) return void process.stdout.write(`etcd Version: ${etcdVersion}\n`);
  for (const url of clientUrls(args)) listen(new URL(url));
}

/** Returns the URLs of `--listen-client-urls=a,b`, or of the flag and the argument after it, as etcd parses them. */
function clientUrls(args: readonly string[]): readonly string[] {
  const name = "--listen-client-urls";
  const at = args.findLastIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  if (at < 0) return [defaultUrl];
  const [, value = args[at + 1] ?? ""] = args[at]?.split("=") ?? [];
  return value.split(",");
}

function listen({ hostname, port }: URL): void {
  const server = createServer(handleRequest);
  server.once("error", (error) => {
    process.stderr.write(`etcd: ${error.message}\n`);
    process.exit(1);
  });
  server.listen(Number(port), hostname.replace(/^\[|\]$/g, ""));
}
