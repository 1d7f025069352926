/**
 * `clustervet serve` as a process of its own, as its users run it, and its administrator's client.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent } from "node:https";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { type Access, type ApiAnswer, call } from "../api-client.ts";

const program = resolve("dist/clustervet.cjs");

export interface Served {
  readonly child: ChildProcess;
  /** As its administrator. */
  readonly access: Access;
  /** Sends a request as its administrator. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** Lines of its log. */
  log(): readonly LogLine[];
  /** Its warnings, without those that it was slow, which the machine may be the cause of. */
  complaints(): readonly LogLine[];
  readonly ended: Promise<Ending>;
  /** Ends it at once. */
  kill(): Promise<void>;
}

export interface LogLine {
  readonly level: number;
  readonly pid?: number;
  readonly msg: string;
}

/** As pino counts them. */
const warnLevel = 40;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServeOptions {
  /** More arguments of `serve`. */
  readonly args?: readonly string[];
  /** Runs the command line that is put behind it; default: nothing. */
  readonly through?: readonly string[];
  /** Default: whose process this is. */
  readonly uid?: number;
}

/** Those whose objects do not get between those of the tests. */
const controllers = "namespace-controller,garbage-collector-controller,clusterrole-aggregation-controller";

const running = new Set<Served>();

/**
 * @returns once it says that it serves
 * @throws {Error} what it said, when it ends before
 */
export async function serve(dataDir: string, { args = [], through = [], uid }: ServeOptions = {}): Promise<Served> {
  // Nobody makes the accounts that pods would run as.
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
  const port = await serving(child);
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
  running.add(served);
  void ended.then(() => {
    running.delete(served);
    access.agent.destroy();
  });
  return served;
}

/** Ends all that still run; for the end of tests. */
export async function killAll(): Promise<void> {
  await Promise.all([...running].map((served) => served.kill()));
}

function eachLine(child: ChildProcess, take: (line: string) => void): void {
  let rest = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(take);
  });
}

/** @returns its port */
function serving(child: ChildProcess): Promise<number> {
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

/** The access that the kubeconfig of an administrator gives. */
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
