/**
 * The server under attack, as a separate process, and its clients: the administrator, an editor of one namespace, a
 * user without rights, and anonymous.
 *
 * @module
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/** The server is killed if it does not end within this time. */
const maxStopMs = 15_000;

/** Tokens by the rights of their users. */
export const users = { editor: "token-of-editor", writer: "token-of-writer", stranger: "token-of-stranger" };

/**
 * @param program - the bundled command line, `dist/clustervet.cjs`
 * @param flags - additional flags
 */
export async function startTarget(program, flags = []) {
  const folder = mkdtempSync(join(tmpdir(), "clustervet-attack-"));
  const tokens = Object.entries(users).map(([name, token]) => `${token},${name},${name}\n`);
  writeFileSync(join(folder, "tokens"), tokens.join(""));
  const args = ["serve", "--data-dir", folder, "--secure-port", "0", "--log-level", "error", "--storage", "memory"];
  const child = spawn(process.execPath, [program, ...args, "--token-auth-file", join(folder, "tokens"), ...flags]);
  let log = "";
  child.stdout.on("data", (chunk) => {
    log = (log + chunk).slice(-10_000);
  });
  const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code)));
  let isRunning = true;
  void ended.then(() => {
    isRunning = false;
  });
  const port = await readPort(child);
  const pem = (name) => readFileSync(join(folder, name), "utf8");
  const target = {
    port,
    ca: pem("ca.crt"),
    admin: { cert: pem("admin.crt"), key: pem("admin.key") },
    isRunning: () => isRunning,
    log: () => log,
    cpuMs: () => cpuMs(child.pid),
    residentMiB: () => residentMiB(child.pid),
    async stop() {
      child.kill("SIGTERM");
      const hard = setTimeout(() => child.kill("SIGKILL"), maxStopMs);
      await ended;
      clearTimeout(hard);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const client = clientOf(target);
  await grantEditors(client);
  return { ...target, client };
}

function readPort(child) {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stderr.on("data", (chunk) => {
      text += chunk;
      const found = /serving at https:\/\/[^:]+:(\d+)/.exec(text);
      if (found) resolve(Number(found[1]));
    });
    child.once("exit", () => reject(new Error(text)));
  });
}

async function grantEditors(client) {
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "admin" };
  const subjects = ["editor", "writer"].map((name) => ({ apiGroup: roleRef.apiGroup, kind: "User", name }));
  const body = { metadata: { name: "editors" }, subjects, roleRef };
  const path = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings";
  const { code } = await client.call("POST", path, { body: JSON.stringify(body) });
  if (code !== 201) throw new Error(`the editor got no rights: ${code}`);
}

/**
 * @returns `call(method, path, { as, body, type, headers })`: `as` is a token, `""` for anonymous, absent for the
 *   administrator
 */
function clientOf({ port, ca, admin }) {
  const agents = {
    admin: new Agent({ keepAlive: true, ca, ...admin }),
    other: new Agent({ keepAlive: true, ca }),
  };
  return {
    call(method, path, { as, body, type = "application/json", headers = {} } = {}) {
      const sent = {
        ...(as ? { authorization: `Bearer ${as}` } : {}),
        ...(body === undefined ? {} : { "content-type": type, "content-length": Buffer.byteLength(body) }),
        ...headers,
      };
      return new Promise((resolve) => {
        const agent = as === undefined ? agents.admin : agents.other;
        const asked = request({ host: "127.0.0.1", port, agent, method, path, headers: sent }, (response) => {
          const chunks = [];
          response.on("data", (chunk) => chunks.push(chunk));
          response.on("error", () => resolve({ code: 0, bytes: 0, text: "" }));
          response.on("end", () => {
            const bytes = Buffer.concat(chunks);
            resolve({ code: response.statusCode, bytes: bytes.length, text: bytes.toString() });
          });
        });
        asked.on("error", (error) => resolve({ code: 0, bytes: 0, text: String(error) }));
        asked.end(body);
      });
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** Processor time of all threads of a process, user and system, in milliseconds. */
function cpuMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

function residentMiB(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
