/**
 * Sends requests of an intruder (forged tokens, headers that claim an identity, ambiguous requests, floods of HTTP/2)
 * to a server with everything enabled: audit, priority and fairness, RBAC, Node, front proxies, tokens of an issuer,
 * service account tokens and bootstrap tokens. No request may get access, no response may be a server error, memory
 * must stay within a limit, and an honest client at the same time may wait at most three times as long as without the
 * attack. The intruder, the honest client and the server are separate processes. A real intruder uses another machine,
 * so if there are fewer processors than processes, the other two have priority. Needs a build, and Linux.
 *
 *   npm run intruder -- [--requests 100000] [--seed 1] [--program dist/clustervet.cjs] [--quiet SECONDS]
 *     [--only http1,http2,flood,bytes]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { startTarget, users } from "./served.mjs";

const root = join(import.meta.dirname, "../..");
const limits = { latencyRatio: 3, growthMiB: 128 };
const { values: options } = parseArgs({
  options: {
    program: { type: "string", default: join(root, "dist/clustervet.cjs") },
    requests: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "http1,http2,flood,bytes" },
    // Seconds to measure the honest client alone, before and after the attack.
    quiet: { type: "string", default: "15" },
  },
});
/** Priority of the intruder's process, as a `nice` value. */
const intruderPriority = 10;
const faults = [];
const print = (text) => process.stdout.write(`${text}\n`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function startIntruder() {
  const outfile = join(root, "build/attack/intruder.mjs");
  const entry = join(root, "test/server/intruder-process.ts");
  await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "esm", packages: "external" });
  const child = fork(outfile);
  setPriority(child.pid, intruderPriority);
  const [facts] = await once(child, "message");
  return { child, facts };
}

/** Writes the files and returns the flags that enable everything. */
function everything(folder, { issuer, clients, proxies }) {
  const write = (name, content) => {
    const file = join(folder, name);
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  };
  const authentication = {
    apiVersion: "apiserver.config.k8s.io/v1",
    kind: "AuthenticationConfiguration",
    jwt: [
      {
        issuer: { url: issuer.url, audiences: [issuer.audience], certificateAuthority: issuer.authority },
        claimMappings: { username: { claim: "sub", prefix: "" }, groups: { claim: "groups", prefix: "" } },
      },
    ],
  };
  const rules = [{ level: "Metadata", omitStages: ["RequestReceived"] }];
  const policy = { apiVersion: "audit.k8s.io/v1", kind: "Policy", rules };
  const auditLog = join(folder, "audit.log");
  const flags = [
    ["authentication-config", write("authentication.yaml", authentication)],
    ["authorization-mode", "Node,RBAC"],
    ["audit-policy-file", write("audit-policy.yaml", policy)],
    ["audit-log-path", auditLog],
    ["client-ca-file", write("clients.crt", clients)],
    ["requestheader-client-ca-file", write("proxies.crt", proxies)],
    ["requestheader-allowed-names", "proxy"],
    ["requestheader-username-headers", "X-Remote-User"],
    ["requestheader-group-headers", "X-Remote-Group"],
    ["requestheader-extra-headers-prefix", "X-Remote-Extra-"],
    ["enable-bootstrap-token-auth", "true"],
  ];
  return { auditLog, flags: flags.map(([name, value]) => `--${name}=${value}`) };
}

/** Creates a token of a deleted service account and one of an existing one. */
async function accountTokens(client) {
  const path = "/api/v1/namespaces/default/serviceaccounts";
  const token = async (name) => {
    await client.call("POST", path, { body: JSON.stringify({ metadata: { name } }) });
    const { text } = await client.call("POST", `${path}/${name}/token`, { body: JSON.stringify({ spec: {} }) });
    return JSON.parse(text).status.token;
  };
  const [gone, good] = [await token("gone"), await token("there")];
  await client.call("DELETE", `${path}/gone`);
  return { gone, good };
}

function since(honest) {
  const answer = once(honest, "message");
  honest.send("");
  return answer.then(([{ times, codes }]) => {
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    return { requests: times.length, mean, median: at(0.5), p99: at(0.99), most: at(1), codes };
  });
}

const ms = (value) => `${value.toFixed(1)} ms`.padStart(10);
function row(name, { requests, mean, median, p99, most, codes }) {
  print(
    `${name.padEnd(24)}${String(requests).padStart(8)}${ms(mean)}${ms(median)}${ms(p99)}${ms(most)}  ${JSON.stringify(codes)}`,
  );
  const bad = Object.keys(codes).filter((code) => code !== "200" && code !== "201" && code !== "409");
  if (bad.length > 0) faults.push(`the honest client got ${bad} ${name}`);
}

/** Checks in the audit log that no client got another identity than that of its credentials. */
async function judgeEvents(auditLog) {
  const strangers = new Map();
  let events = 0;
  for await (const line of createInterface({ input: createReadStream(auditLog) })) {
    const { user = {}, impersonatedUser, responseStatus, requestURI } = JSON.parse(line);
    const { username = "" } = user;
    const isIntruder = username === "" || username === "system:anonymous" || username === "mallory";
    if (isIntruder) events++;
    const code = responseStatus?.code ?? 0;
    const isIn = isIntruder && code < 300 && code >= 200 && !/^\/(healthz|livez|readyz|version)/.test(requestURI);
    const isOther = !isIntruder && !["writer", "clustervet-admin"].includes(username);
    if (isIn || isOther || impersonatedUser || code >= 500) strangers.set(`${username} ${code} ${requestURI}`, line);
  }
  for (const line of [...strangers.values()].slice(0, 5)) faults.push(`the audit log has ${line.slice(0, 400)}`);
  return events;
}

const folder = mkdtempSync(join(tmpdir(), "clustervet-intruder-"));
const { child: intruder, facts } = await startIntruder();
const { auditLog, flags } = everything(folder, facts);
const target = await startTarget(options.program, flags);
try {
  const { gone, good } = await accountTokens(target.client);
  const honestFacts = { port: target.port, ca: target.ca, token: users.writer };
  const honest = fork(join(import.meta.dirname, "honest.mjs"), [JSON.stringify(honestFacts)]);
  await sleep(Number(options.quiet) * 500);
  await since(honest);
  await sleep(Number(options.quiet) * 1000);
  const alone = await since(honest);
  const beforeMiB = target.residentMiB();
  print(`${availableParallelism()} processors; ${options.requests} requests, seed ${options.seed}`);
  print(
    `${"the honest client".padEnd(24)}${["requests", "mean", "median", "99 %", "most"].map((text, index) => text.padStart(index ? 10 : 8)).join("")}`,
  );
  row("alone", alone);

  const startMs = performance.now();
  const cpuBefore = target.cpuMs();
  let mostMiB = beforeMiB;
  const watching = setInterval(() => {
    if (target.isRunning()) mostMiB = Math.max(mostMiB, target.residentMiB());
  }, 500);
  const done = once(intruder, "message");
  const place = { port: target.port, authority: target.ca };
  const [requests, seed] = [Number(options.requests), Number(options.seed)];
  intruder.send({ place, requests, seed, only: options.only.split(","), spent: [gone], good: [good] });
  const [{ codes }] = await done;
  const seconds = (performance.now() - startMs) / 1000;
  const cpuMs = target.cpuMs() - cpuBefore;
  const attacked = await since(honest);
  row("beside the intruder", attacked);
  await sleep(Number(options.quiet) * 1000);
  row("afterwards", await since(honest));
  clearInterval(watching);
  if (!target.isRunning()) faults.push("the server ended");

  const afterMiB = target.residentMiB();
  print(
    `answers: ${codes
      .sort(([a], [b]) => a - b)
      .map(([code, count]) => `${code}: ${count}`)
      .join(", ")} (0: closed without an answer)`,
  );
  print(
    `${Math.round(seconds)} s, ${Math.round(Number(options.requests) / seconds)} requests a second, ${Math.round(cpuMs / 1000)} s of the server's processor time`,
  );
  print(
    `memory: ${Math.round(beforeMiB)} MiB before, at most ${Math.round(mostMiB)}, ${Math.round(afterMiB)} afterwards`,
  );
  const [mean, median, p99] = ["mean", "median", "p99"].map((name) => attacked[name] / alone[name]);
  print(
    `the honest client waited ${mean.toFixed(1)} (mean), ${median.toFixed(1)} (median) and ${p99.toFixed(1)} (99 %) times as long`,
  );
  for (const [code] of codes) if (code >= 500 || (code >= 200 && code < 300)) faults.push(`the intruder got ${code}`);
  if (mean > limits.latencyRatio) faults.push(`the honest client waited ${mean.toFixed(1)} times as long`);
  if (mostMiB > beforeMiB + limits.growthMiB) faults.push(`the server grew by ${Math.round(mostMiB - beforeMiB)} MiB`);
  honest.disconnect();
} finally {
  intruder.disconnect();
  target.client.close();
  await target.stop();
}
print(`${await judgeEvents(auditLog)} events of the intruder in the audit log`);
rmSync(folder, { recursive: true, force: true });
for (const fault of faults) print(`! ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
