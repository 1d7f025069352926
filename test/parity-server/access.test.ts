/**
 * Compares authorization decisions of a real kube-apiserver with those of this server, with the same roles, ABAC
 * policies, webhooks and chains of authorizers:
 *
 *   PARITY_ACCESS=folder npm run parity:server -- access                                     # writes the files, once
 *   kube-apiserver --authorization-config=folder/authz.yaml --authorization-policy-file=folder/abac.jsonl ...
 *   PARITY_ACCESS=folder PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- access
 *
 * known-differences.ts lists the differences that the comparison leaves out.
 *
 * PARITY_SEED: another seed, the same for all three commands; PARITY_SETS: the number of sets; PARITY_REQUESTS: the
 * number of requests per set; PARITY_REPORT: a file for the differences.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { describeGrant, isSubject, RbacPolicy } from "../../src/access/rbac.ts";
import { readReview } from "../../src/access/review.ts";
import type { RbacObject } from "../../src/access/role-index.ts";
import { readAuthorization } from "../../src/cli/serve-authorization.ts";
import { isOnByDefault } from "../../src/server/admission/plugins.ts";
import { type Access, type ApiAnswer, call } from "../server/api-client.ts";
import { Messages } from "../server/messages.ts";
import { startTestServer } from "../server/start.ts";
import {
  type HookRequest,
  type HookResponse,
  type HookServer,
  startHookServer,
} from "../server/webhook/hook-server.ts";
import {
  type AccessCase,
  casesOf,
  chainOf,
  type Play,
  policiesOf,
  rarePlays,
  rolesOf,
  sharedObjects,
  webhookBehaviours,
} from "./access-cases.ts";
import { Excuses } from "./known-differences.ts";
import { adminOf } from "./real-server.ts";

const { env } = process;
const folder = env["PARITY_ACCESS"] ?? "";
const sets = Number(env["PARITY_SETS"] ?? 100);
const timeoutMs = 7_200_000;
const pollMs = 100;
const reloadTimeoutMs = 90_000;
const seen = { own: "own", real: "real" } as const;
type Side = keyof typeof seen;

const policies = (): string => Array.from({ length: sets }, (_, set) => policiesOf(set).join("\n")).join("\n");
const authorizationConfiguration = { apiVersion: "apiserver.config.k8s.io/v1", kind: "AuthorizationConfiguration" };
const startTypes = ["Node", "ABAC", "RBAC", "AlwaysDeny"].map((type) => ({ type, name: type.toLowerCase() }));
const startChain = stringify({ ...authorizationConfiguration, authorizers: startTypes });

test.skipIf(folder === "" || existsSync(join(folder, "abac.jsonl")))(
  "the files for the real server are written",
  () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "abac.jsonl"), policies());
    for (const side of ["own", "real"]) {
      writeFileSync(join(folder, fileOf(side)), startChain);
    }
  },
);

const fileOf = (side: string): string => (side === "real" ? "authz.yaml" : "authz-own.yaml");

/** Returns the listener that plays a failing connection; other responses share one listener. */
const listenerOf = (play: Play) => (play === "expired" || play === "nobody" ? play : "good");

function kubeconfigOf(hook: HookServer, side: Side, play: Play): string {
  const server = `https://127.0.0.1:${hook.ports[listenerOf(play)]}/${side}/${play}`;
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "h", cluster: { server, "certificate-authority-data": hook.caBundle } }],
    users: [{ name: "u", user: {} }],
    contexts: [{ name: "c", context: { cluster: "h", user: "u" } }],
    "current-context": "c",
  });
}

function respond({ path, review }: HookRequest): HookResponse | undefined {
  const { spec, apiVersion } = review;
  const { verb = "", path: requestedPath = "" } = spec.resourceAttributes ?? spec.nonResourceAttributes ?? {};
  const status = {
    allowed: verb === "get",
    denied: verb === "delete" || requestedPath === "/logs",
    reason: `${verb} by ${spec.user}`,
  };
  const body = { apiVersion, kind: "SubjectAccessReview", status };
  switch (path.split("/")[2]) {
    case "liar":
      return { body: { ...body, status: { allowed: true, denied: true, reason: "lies" } } };
    case "forbidden":
      return { code: 403, headers: { "content-type": "text/plain" }, body: "not you" };
    case "garbage":
      return { body: "<html>" };
    case "version":
      return { body: { ...body, apiVersion: "authorization.k8s.io/v2" } };
    case "half":
      return { ends: "half" };
    case "close":
      return { ends: "close" };
    case "typed":
      return { body: { ...body, status: { allowed: "yes" } } };
    case "empty":
      return { body: { apiVersion, kind: "SubjectAccessReview" } };
    case "silent":
      return undefined;
    case "broken":
      return { code: 500, headers: { "content-type": "text/plain" }, body: "oh" };
    default:
      return { body };
  }
}

interface RulesStatus {
  readonly code: number;
  /** The status of a response that is a review. */
  readonly status?: { readonly reason?: string };
  readonly rules?: readonly (readonly unknown[])[];
  readonly said?: string;
}

const statusOf = ({ code, json, text }: ApiAnswer): RulesStatus => {
  if (json?.kind === "Status" || json === undefined) return { code, said: json?.message ?? text };
  const { resourceRules = [], nonResourceRules = [], ...status } = json.status ?? {};
  return { code, status, rules: [resourceRules, nonResourceRules] };
};

/**
 * Replaces kube-apiserver's choice with this server's where several results are right: the binding that a reason names,
 * and the order of rules.
 */
function withOwnChoices(theirs: RulesStatus, ours: RulesStatus, reasons: readonly string[]): RulesStatus {
  const [real, own] = [theirs.status?.reason ?? "", ours.status?.reason ?? ""];
  const isChosen = real !== own && own === reasons[0] && reasons.includes(real);
  if (isChosen) excuses.note("firstGrant");
  const isReordered =
    !isDeepStrictEqual(theirs.rules, ours.rules) &&
    isDeepStrictEqual(sortedRules(theirs.rules), sortedRules(ours.rules));
  if (isReordered) excuses.note("ruleOrder");
  return {
    ...theirs,
    ...(isChosen ? { status: { ...theirs.status, reason: own } } : {}),
    ...(isReordered && ours.rules ? { rules: ours.rules } : {}),
  };
}

const sortedRules = (rules: RulesStatus["rules"]): unknown => rules?.map((list) => list.map(jsonOf).sort());

const excuses = new Excuses();

const rbacPaths = {
  ClusterRole: "clusterroles",
  ClusterRoleBinding: "clusterrolebindings",
  Role: "roles",
  RoleBinding: "rolebindings",
};

/** Reads the roles and bindings of a server. */
async function rbacOf(access: Access): Promise<RbacPolicy<RbacObject>> {
  const objects: RbacObject[] = [];
  for (const [kind, resource] of Object.entries(rbacPaths)) {
    const { json } = await call(access, { method: "GET", path: `/apis/rbac.authorization.k8s.io/v1/${resource}` });
    for (const object of json.items) {
      const { name, namespace = "" } = object.metadata;
      objects.push({ kind, name, namespace, object });
    }
  }
  return new RbacPolicy(objects);
}

/**
 * Returns the reasons with which RBAC may allow the request: one per binding, and only cluster-wide bindings if there
 * are any.
 */
function grantReasons(policy: RbacPolicy<RbacObject>, { body }: AccessCase): readonly string[] {
  const spec = body?.["spec"] as Readonly<Record<string, unknown>> | undefined;
  const {
    fieldSelector: _fields,
    labelSelector: _labels,
    ...resourceAttributes
  } = Object(spec?.["resourceAttributes"]);
  const question = { ...spec, ...(spec?.["resourceAttributes"] ? { resourceAttributes } : {}) };
  const review = { apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview", spec: question };
  const read = readReview(review, "k8s.io");
  if (!read.ok) return [];
  const { user, attributes } = read.value;
  const ofUser = policy
    .grantsOf(attributes)
    .grants.filter(({ binding, subject }) => isSubject(user, subject, binding.namespace));
  // The reason names the first matching subject of a binding.
  const grants = ofUser.filter(({ binding }, index) => binding !== ofUser[index - 1]?.binding);
  const wide = grants.filter(({ binding }) => binding.kind === "ClusterRoleBinding");
  return (wide.length > 0 ? wide : grants).map((grant) => `RBAC: allowed by ${describeGrant(grant)}`);
}

/** The NodeRestriction plugin of kube-apiserver also checks reviews. */
const namelessNode = "could not determine node from user";

const jsonOf = (value: unknown): string => JSON.stringify(value);

/** Replaces parts of webhook errors that differ between the servers or from run to run. */
const comparableText = (text: string): string =>
  text
    .replace(/\/(?:own|real)\//g, "/SIDE/")
    .replace(/https:\/\/127\.0\.0\.1:\d+/g, "HOOK")
    .replace(/net\/http: request canceled(?= \(Client\.Timeout)/g, () => {
      excuses.note("timeoutWords");
      return "context deadline exceeded";
    })
    .replace(/(is not yet valid): current time \S+ is after [\w:-]+/g, (_all, fault: string) => {
      excuses.note("expiredCertificate");
      return fault;
    });

function questionsOf(hook: HookServer, side: Side): unknown[] {
  const questions = hook.requests
    .filter(({ path }) => path.startsWith(`/${side}/`))
    .map(({ path, review }) => [path.split("/")[2], review] as const);
  const isRepeated = ([play, review]: (typeof questions)[number], index: number) =>
    side === "own" && play === "close" && isDeepStrictEqual([play, review], questions[index - 1]);
  if (questions.some(isRepeated)) excuses.note("closedConnection");
  return questions.filter((question, index) => !isRepeated(question, index));
}

/** The current text of each file. kube-apiserver does not record a reload of an unchanged file. */
const configured = new Map<string, string>();

async function configure(access: Access, file: string, text: string): Promise<void> {
  if (text === (configured.get(file) ?? startChain)) return;
  configured.set(file, text);
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
  const hash = `sha256:${createHash("sha256").update(text).digest("hex")}`;
  for (const endMs = performance.now() + reloadTimeoutMs; performance.now() < endMs; await sleep(pollMs)) {
    const { text: metrics } = await call(access, { method: "GET", path: "/metrics" });
    if (metrics.includes(hash)) return;
  }
  throw new Error(`${file} was not read again`);
}

interface Difference {
  readonly set: number;
  readonly accessCase: AccessCase;
  readonly real: unknown;
  readonly own: unknown;
}

test.skipIf(env["PARITY_KUBECONFIG"] === undefined || folder === "")(
  "authorization decisions are those of kube-apiserver",
  async () => {
    const hook = await startHookServer(respond);
    for (const play of new Set([...webhookBehaviours, ...rarePlays])) {
      for (const side of Object.values(seen))
        writeFileSync(join(folder, `${side}-${play}.yaml`), kubeconfigOf(hook, side, play));
    }
    const flags = {
      authorizationConfig: join(folder, fileOf("own")),
      authorizationPolicyFile: join(folder, "abac.jsonl"),
    };
    const authorization = readAuthorization(flags, new Messages());
    const own = await startTestServer({
      authorizer: (_rbac, parts) => authorization.start(parts),
      bootstrapPolicy: true,
      isPluginOn: (name) => isOnByDefault(name) || name === "NodeRestriction",
    });
    const real = adminOf(env["PARITY_KUBECONFIG"] ?? "");
    onTestFinished(async () => {
      authorization.stop();
      await own.close();
      hook.close();
    });
    const made = [...sharedObjects, ...Array.from({ length: sets }, (_, set) => rolesOf(set)).flat()];
    for (const { path, object } of made) {
      for (const access of [real, own]) {
        const { code, text } = await call(access, { method: "POST", path, body: object });
        if (code !== 201 && code !== 409) throw new Error(`${path}: ${text}`);
      }
    }
    const policy = await rbacOf(real);
    const differences: Difference[] = [];
    const counts: Record<string, number> = { requests: 0, asked: 0 };
    for (let set = 0; set < sets; set++) {
      const chainText = (side: Side) => stringify(chainOf(set, (play) => join(folder, `${side}-${play}.yaml`)));
      await Promise.all([
        configure(real, join(folder, fileOf("real")), chainText("real")),
        configure(own, join(folder, fileOf("own")), chainText("own")),
      ]);
      for (const accessCase of casesOf(set, Number(env["PARITY_REQUESTS"] ?? 50))) {
        hook.requests.length = 0;
        const [theirs, ours] = await Promise.all([real, own].map((access) => call(access, accessCase)));
        if (!theirs || !ours) continue;
        if (theirs.text.includes(namelessNode)) {
          excuses.note("namelessNode");
          continue;
        }
        const status = statusOf(ours);
        const both = [
          {
            ...withOwnChoices(statusOf(theirs), status, grantReasons(policy, accessCase)),
            questions: questionsOf(hook, "real"),
          },
          { ...status, questions: questionsOf(hook, "own") },
        ] as const;
        counts["requests"] = (counts["requests"] ?? 0) + 1;
        counts["asked"] = (counts["asked"] ?? 0) + both[0].questions.length;
        const kind = outcomeOf(theirs);
        counts[kind] = (counts[kind] ?? 0) + 1;
        if (
          !isDeepStrictEqual(
            JSON.parse(comparableText(JSON.stringify(both[0]))),
            JSON.parse(comparableText(JSON.stringify(both[1]))),
          )
        ) {
          differences.push({ set, accessCase, real: both[0], own: both[1] });
        }
      }
    }
    console.log(JSON.stringify({ ...counts, differences: differences.length, excuses }));
    const report = differences.map(({ set, accessCase, real: theirs, own: ours }) =>
      [
        `set ${set}: ${JSON.stringify(accessCase)}`,
        ` real ${JSON.stringify(theirs)}`,
        ` own  ${JSON.stringify(ours)}`,
      ].join("\n"),
    );
    if (env["PARITY_REPORT"] === undefined) console.log(report.join("\n\n"));
    else writeFileSync(env["PARITY_REPORT"], report.join("\n\n"));
    expect(differences).toEqual([]);
  },
  timeoutMs,
);

const outcomeOf = ({ code, json }: ApiAnswer): string =>
  code === 201 ? (json.status?.allowed ? "allowed" : json.status?.denied ? "denied" : "no opinion") : String(code);
