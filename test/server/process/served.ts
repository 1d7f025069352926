/** Runs `clustervet serve` in a separate process, as users run it, with a client for its administrator. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent } from "node:https";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { type Access, type ApiAnswer, call } from "../api-client.ts";

const program = resolve("dist/clustervet.cjs");

export interface Served {
  readonly child: ChildProcess;
  /** The access of its administrator. */
  readonly access: Access;
  /** Sends a request as its administrator. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** Lines of its log. */
  log(): readonly LogLine[];
  /** Its warnings and errors, except those about slow requests, which the machine may cause. */
  complaints(): readonly LogLine[];
  readonly ended: Promise<Ending>;
  /** Kills the process. */
  kill(): Promise<void>;
}

export interface LogLine {
  readonly level: number;
  readonly pid?: number;
  readonly msg: string;
}

/** The number that pino uses for the level. */
const warnLevel = 40;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServeOptions {
  /** Additional arguments of `serve`. */
  readonly args?: readonly string[];
  /** A command that runs the command line appended to it. Default: the server is run directly. */
  readonly through?: readonly string[];
  /** The user ID of the process. Default: that of this process. */
  readonly uid?: number;
}

/** The controllers whose objects do not interfere with those of the tests. */
const controllers = "namespace-controller,garbage-collector-controller,clusterrole-aggregation-controller";

const runningServers = new Set<Served>();

/**
 * @returns the server, once it reports that it serves
 * @throws {Error} with its messages if it ends before that
 */
export async function serve(dataDir: string, { args = [], through = [], uid }: ServeOptions = {}): Promise<Served> {
  // No controller creates the service accounts that pods would use.
  const withoutAccounts = [`--controllers=${controllers}`, "--disable-admission-plugins=ServiceAccount"];
  const serveArgs = ["serve", "--data-dir", dataDir, "--secure-port", "0", ...withoutAccounts, ...args];
  const [command = "", ...rest] = [...through, process.execPath, program, ...serveArgs];
  const child = spawn(command, rest, uid === undefined ? {} : { uid });
  const lines: LogLine[] = [];
  eachLine(child, (line) => lines.push(JSON.parse(line)));
  const ended = new Promise<Ending>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  const port = await portOf(child);
  const access = { ...readAccess(join(dataDir, "admin.kubeconfig")), port, agent: new Agent({ keepAlive: true }) };
  const served: Served = {
    child,
    access,
    call: (method, path, body, headers = {}) => call(access, { method, path, body, headers }),
    log: () => lines,
    complaints: () => lines.filter(({ level, msg }) => level >= warnLevel && msg !== "slow request"),
    ended,
    kill,
  };
  runningServers.add(served);
  void ended.then(() => {
    runningServers.delete(served);
    access.agent.destroy();
  });
  return served;
}

/** Kills all servers that still run, at the end of tests. */
export async function killAll(): Promise<void> {
  await Promise.all([...runningServers].map((served) => served.kill()));
}

function eachLine(child: ChildProcess, take: (line: string) => void): void {
  let rest = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(take);
  });
}

/** @returns the port that the server reports */
function portOf(child: ChildProcess): Promise<number> {
  let messages = "";
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      messages += text;
      const port = /serving at \S+:(?<port>\d+)\n/.exec(messages)?.groups?.["port"];
      if (port !== undefined) resolve(Number(port));
    });
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`ended with ${code}: ${messages}`)));
  });
}

/** Reads the access of the administrator from a kubeconfig. */
function readAccess(kubeconfig: string): Omit<Access, "port"> {
  const config = parse(readFileSync(kubeconfig, "utf8"));
  const { "certificate-authority-data": authority } = config.clusters[0].cluster;
  const { "client-certificate-data": certificate, "client-key-data": key } = config.users[0].user;
  const decode = (text: string) => Buffer.from(text, "base64").toString();
  return {
    authority: decode(authority),
    certificate: decode(certificate),
    key: decode(key),
  };
}
