/**
 * Compares the audit events of a real kube-apiserver with those of this server. Both receive requests from a front
 * proxy, with one user for each policy. The first command writes the policies, with which the real server must be
 * started (--audit-policy-file, --audit-log-path):
 *
 *   PARITY_AUDIT_POLICY=policy.yaml npm run parity:server -- audit
 *   PARITY_KUBECONFIG=admin.kubeconfig PARITY_AUDIT_POLICY=policy.yaml PARITY_AUDIT_LOG=audit.log PARITY_PKI=pki npm run parity:server -- audit
 *
 * PARITY_PKI: a folder with front-proxy-ca.crt and front-proxy-client.{crt,key}; PARITY_SEED: another seed;
 * PARITY_REPORT: a file for the differences.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { isPlainObject } from "../../src/json/plain-object.ts";
import { type Access, call } from "../server/api-client.ts";
import { killAll, serve } from "../server/process/served.ts";
import { type AuditRequest, namespace, pickOne, policyFile, requestCase, userOf } from "./audit-cases.ts";
import { Excuses } from "./known-differences.ts";
import { Random } from "./random.ts";
import { accessOf } from "./real-server.ts";

const { env } = process;
const policy = env["PARITY_AUDIT_POLICY"] ?? "";
const kubeconfig = env["PARITY_KUBECONFIG"];
const policyCount = 50;
const requestCount = Number(env["PARITY_REQUESTS"] ?? 1000);
const timeoutMs = 3_600_000;
/** The time until the last events are written. */
const settleMs = 3000;

type Event = Readonly<Record<string, unknown>>;

test.skipIf(policy === "" || kubeconfig !== undefined)("the policies are written", () => {
  writeFileSync(policy, stringify(policyFile(new Random(Number(env["PARITY_SEED"] ?? 1)), policyCount)));
});

test.skipIf(policy === "" || kubeconfig === undefined)(
  "the audit log has the same events as that of kube-apiserver",
  async () => {
    const random = new Random(Number(env["PARITY_SEED"] ?? 1) + 1);
    const real = frontProxyAccess(accessOf(kubeconfig ?? ""));
    const { own, log } = await serveOwn();
    const admin = { user: "admin", group: "system:masters" };
    const space = { method: "POST", path: "/api/v1/namespaces", body: { metadata: { name: namespace } } };
    for (const server of [real, own]) await send(server, space, { ...admin, id: "setup" });
    const requestsById = new Map<string, AuditRequest>();
    for (let index = 0; index < requestCount; index++) {
      const request = requestCase(random);
      const id = `audit-parity-${Date.now()}-${index}`;
      const user = userOf(Math.floor(random.next() * policyCount));
      const asker = {
        id,
        user,
        group: pickOne(random, ["system:masters", "system:masters", "system:masters", "guests"]),
      };
      requestsById.set(id, request);
      await Promise.all([real, own].map((server) => send(server, request, asker)));
    }
    await setTimeout(settleMs);
    const [theirs, ours] = [eventsIn(env["PARITY_AUDIT_LOG"] ?? ""), eventsIn(log)];
    const differences = [...requestsById].flatMap(([id, request]) => {
      const [a, b] = [theirs.get(id) ?? [], ours.get(id) ?? []];
      return isDeepStrictEqual(a, b) ? [] : [describe(request, a, b)];
    });
    const events = [...requestsById.keys()].flatMap((id) => theirs.get(id) ?? []).length;
    console.log(JSON.stringify({ requests: requestsById.size, events, differences: differences.length, excuses }));
    const file = env["PARITY_REPORT"];
    if (file === undefined) console.log(differences.join("\n\n"));
    else writeFileSync(file, differences.join("\n\n"));
    expect(differences.length).toBe(0);
  },
  timeoutMs,
);

const material = (name: string): string => readFileSync(join(env["PARITY_PKI"] ?? "", name), "utf8");

const frontProxyAccess = ({ port, authority }: Pick<Access, "port" | "authority">): Access => ({
  port,
  authority,
  certificate: material("front-proxy-client.crt"),
  key: material("front-proxy-client.key"),
});

async function serveOwn(): Promise<{ readonly own: Access; readonly log: string }> {
  const folder = mkdtempSync(join(tmpdir(), "clustervet-parity-"));
  onTestFinished(async () => {
    await killAll();
    rmSync(folder, { recursive: true, force: true });
  });
  const log = join(folder, "audit.log");
  const flags = {
    storage: "memory",
    "audit-policy-file": policy,
    "audit-log-path": log,
    "requestheader-client-ca-file": join(env["PARITY_PKI"] ?? "", "front-proxy-ca.crt"),
    "requestheader-allowed-names": "front-proxy-client",
    "requestheader-username-headers": "X-Remote-User",
    "requestheader-group-headers": "X-Remote-Group",
  };
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const { access } = await serve(folder, { args });
  return { own: frontProxyAccess(access), log };
}

interface Asker {
  readonly id: string;
  readonly user: string;
  readonly group: string;
}

async function send(access: Access, { method, path, body, type, accept }: AuditRequest, asker: Asker): Promise<void> {
  const { id, user, group } = asker;
  const headers = {
    "audit-id": id,
    "x-remote-user": user,
    "x-remote-group": group,
    "user-agent": "parity",
    ...(type === undefined ? {} : { "content-type": type }),
    ...(accept === undefined ? {} : { accept }),
  };
  await call(access, { method, path, body, headers });
}

/** Reads the events by audit ID, in the order in which they were written. */
function eventsIn(file: string): ReadonlyMap<string, readonly Event[]> {
  const found = new Map<string, Event[]>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line === "") continue;
    const event = JSON.parse(line) as Event;
    const id = String(event["auditID"]);
    found.set(id, [...(found.get(id) ?? []), known(comparable(event) as Event)]);
  }
  return found;
}

const excuses = new Excuses();

/** Reasons of errors whose messages may differ; other tests compare those messages. */
const ownWords = new Set(["Invalid", "BadRequest"]);

/** Fields whose values each server generates, and times. */
const ownFields = new Set(
  "auditID requestReceivedTimestamp stageTimestamp uid resourceVersion creationTimestamp time token expirationTimestamp".split(
    " ",
  ),
);
/** Either of two bindings lets everyone read the health and the version. */
const defaultBindingReason =
  /^RBAC: allowed by ClusterRoleBinding "(system:(?:discovery|public-info-viewer))" of ClusterRole "\1" to Group "system:authenticated"$/;
const openPaths = new Set(["/healthz", "/version"]);

function isOwnAnnotation(key: string): boolean {
  const isOwn = key.startsWith("apiserver.latency.k8s.io/");
  if (isOwn) excuses.note("latencies");
  return isOwn;
}

/** Sorts the objects with generated names within the positions that they occupy, since their order is random. */
function sortGenerated(items: readonly unknown[]): readonly unknown[] {
  const textOf = (item: unknown) => JSON.stringify(item, (_key, value) => sortedFields(value));
  const generated = items.filter(isGenerated).sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
  return items.map((item) => (isGenerated(item) ? generated.shift() : item));
}

/** Whether the item is an object with a generated name, or a table row for one. */
function isGenerated(item: unknown): boolean {
  if (!isPlainObject(item)) return false;
  const { metadata, object } = item;
  return (isPlainObject(metadata) && metadata["generateName"] === "g-") || isGenerated(object);
}

const sortedFields = (value: unknown): unknown =>
  isPlainObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/**
 * Removes empty fields: kube-apiserver records those of Go's types, such as `status: {}` and `resources: {}`, even if
 * the request lacks them.
 */
function fillAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fillAbsent);
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, fillAbsent(item)] as const);
  return Object.fromEntries(entries.filter(([, item]) => item !== null && !isEmpty(item)));
}

function isEmpty(value: unknown): boolean {
  const hasNoFields = isPlainObject(value) && Object.keys(value).length === 0;
  if (hasNoFields) excuses.note("emptyFields");
  return hasNoFields;
}

/** Returns the event without the differences that known-differences.ts lists. */
function known(event: Event): Event {
  const { requestObject, responseObject, annotations, ...rest } = event;
  return {
    ...rest,
    ...(annotations === undefined ? {} : { annotations: withAnyGrant(annotations, String(event["requestURI"])) }),
    ...(requestObject === undefined ? {} : { requestObject: fillAbsent(requestObject) }),
    ...(responseObject === undefined ? {} : { responseObject: fillAbsent(responseObject) }),
  };
}

const reason = "authorization.k8s.io/reason";

function withAnyGrant(annotations: unknown, path: string): unknown {
  if (!isPlainObject(annotations) || !openPaths.has(path) || !defaultBindingReason.test(String(annotations[reason])))
    return annotations;
  excuses.note("firstGrant");
  return { ...annotations, [reason]: "any of two" };
}

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return sortGenerated(value.map(comparable));
  if (typeof value === "string") {
    return value.replace(/\bg-[a-z0-9]{5}\b/g, "g-...").replace(/^JTI=.*/, "JTI=...");
  }
  if (!isPlainObject(value)) return value;
  if (value["kind"] === "Table" && Array.isArray(value["rows"])) {
    return comparable({ ...value, kind: "Table compared", ...comparableTable(value, value["rows"]) });
  }
  if (value["status"] === "Failure" && ownWords.has(String(value["reason"]))) {
    excuses.note("refusalWords");
    return comparable({ ...value, status: "Failure in words", ...withoutWords(value) });
  }
  const kept = Object.entries(value).filter(([key]) => !ownFields.has(key) && !isOwnAnnotation(key));
  return Object.fromEntries(kept.map(([key, item]) => [key, comparable(item)]));
}

/** Clears the messages of a Status and of its causes, which are meant for people. */
function withoutWords({ details }: Readonly<Record<string, unknown>>): object {
  if (!isPlainObject(details)) return { message: "" };
  const causes = Array.isArray(details["causes"]) ? details["causes"] : [];
  return { message: "", details: { ...details, causes: causes.map((cause) => ({ ...cause, message: "" })) } };
}

/** Removes the descriptions of columns, and the ages, which depend on the time. */
function comparableTable({ columnDefinitions }: Readonly<Record<string, unknown>>, rows: readonly unknown[]): object {
  if (!Array.isArray(columnDefinitions)) return {};
  excuses.note("columnTexts");
  const age = columnDefinitions.findIndex(({ name }) => name === "Age");
  const cellsOf = (row: unknown) => (isPlainObject(row) && Array.isArray(row["cells"]) ? row["cells"] : []);
  return {
    columnDefinitions: columnDefinitions.map((column) => ({ ...column, description: "" })),
    rows: rows.map((row) => ({ ...Object(row), cells: cellsOf(row).map((cell, at) => (at === age ? "" : cell)) })),
  };
}

function describe(request: AuditRequest, theirs: readonly Event[], ours: readonly Event[]): string {
  const lines = [`${request.method} ${request.path} ${JSON.stringify(request.body)} ${request.accept ?? ""}`];
  for (let index = 0; index < Math.max(theirs.length, ours.length); index++) {
    const [a = {}, b = {}] = [theirs[index], ours[index]];
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      if (isDeepStrictEqual(a[key], b[key])) continue;
      lines.push(
        `  ${a["stage"] ?? b["stage"]} ${key}`,
        `    real ${JSON.stringify(a[key])}`,
        `    own  ${JSON.stringify(b[key])}`,
      );
    }
  }
  return lines.join("\n");
}
