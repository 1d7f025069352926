/**
 * Runs the API server until it is told to stop: opens the store, makes what clients need, and says what to type next.
 *
 * @module
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pino } from "pino";
import { mastersGroup } from "../access/user.ts";
import { anonymous } from "../server/authn/anonymous.ts";
import { staticTokens } from "../server/authn/static-tokens.ts";
import { masters, publicInfo, union } from "../server/authz/masters.ts";
import { startServer } from "../server/server.ts";
import { createServingCertificate, type ServingCertificate } from "../server/serving-certificate.ts";
import { openMemoryStorage } from "../storage/memory.ts";
import { writeError } from "./terminal.ts";

/** What the command line says; see the command for the meaning. */
export interface ServeFlags {
  readonly dataDir: string;
  readonly storage: "memory";
  readonly bindAddress: string;
  readonly securePort: number;
  readonly logLevel: string;
  readonly target?: string;
  readonly groupDomain?: string;
}

/** Resolves when the server has stopped. */
export async function serve(flags: ServeFlags): Promise<void> {
  const log = pino({ name: "clustervet", level: flags.logLevel });
  const dataDir = resolve(flags.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const tls = await servingCertificate(dataDir, flags.bindAddress);
  const token = adminToken(dataDir);
  const admin = { username: "admin", uid: "", groups: [mastersGroup], extra: {} };
  const storage = openMemoryStorage();
  const server = await startServer({
    storage,
    host: flags.bindAddress,
    port: flags.securePort,
    ...tls,
    authenticators: [staticTokens([{ token, user: admin }]), anonymous],
    authorizer: () => union([masters, publicInfo]),
    log,
    nowMs: Date.now,
    ...(flags.target === undefined ? {} : { target: flags.target }),
    ...(flags.groupDomain === undefined ? {} : { groupDomain: flags.groupDomain }),
  });
  const kubeconfig = join(dataDir, "admin.kubeconfig");
  const url = `https://${flags.bindAddress}:${server.port}`;
  writeFileSync(kubeconfig, kubeconfigText({ url, authority: tls.certificate, token }), { mode: 0o600 });
  log.info({ url }, "serving");
  writeError(`serving at ${url}\n  next: kubectl --kubeconfig ${kubeconfig} get namespaces\n`);
  const signal = await stopSignal();
  log.info({ signal }, "stopping");
  await server.close();
  await storage.close();
}

function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve(signal));
  });
}

/** Kept in the data directory, so that clients go on trusting the server. */
async function servingCertificate(dataDir: string, address: string): Promise<ServingCertificate> {
  const certificateFile = join(dataDir, "serving.crt");
  const keyFile = join(dataDir, "serving.key");
  const certificate = readIfThere(certificateFile);
  const key = readIfThere(keyFile);
  if (certificate !== undefined && key !== undefined) return { certificate, key };
  const made = await createServingCertificate([...new Set([address, "127.0.0.1", "localhost"])], Date.now());
  writeFileSync(keyFile, made.key, { mode: 0o600 });
  writeFileSync(certificateFile, made.certificate);
  return made;
}

const tokenBytes = 32;

function adminToken(dataDir: string): string {
  const file = join(dataDir, "admin.token");
  const known = readIfThere(file);
  if (known !== undefined) return known;
  const token = randomBytes(tokenBytes).toString("base64url");
  writeFileSync(file, token, { mode: 0o600 });
  return token;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

interface Access {
  readonly url: string;
  /** PEM. */
  readonly authority: string;
  readonly token: string;
}

/** JSON is YAML too. */
function kubeconfigText({ url, authority, token }: Access): string {
  const name = "clustervet";
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      { name, cluster: { server: url, "certificate-authority-data": Buffer.from(authority).toString("base64") } },
    ],
    users: [{ name: "admin", user: { token } }],
    contexts: [{ name, context: { cluster: name, user: "admin" } }],
    "current-context": name,
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}
