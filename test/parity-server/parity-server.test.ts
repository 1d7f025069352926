/**
 * Holds the verdict on updates against a real kube-apiserver. Needs one to ask, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server
 *
 * PARITY_SEED: other updates; PARITY_UPDATES: how many of each object; PARITY_KINDS: only these, by commas;
 * PARITY_GATES: feature gates that the server has, `A=true,B=false`; PARITY_RECORD: a file for what the server said.
 */
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import type { UserInfo } from "../../src/access/user.ts";
import { parseFeatureGates } from "../../src/cli/feature-gates.ts";
import { nodeHost } from "../../src/cli/node-host.ts";
import { createVetter } from "../../src/engine/vetter.ts";
import { staticTokens } from "../../src/server/authn/static-tokens.ts";
import { adminToken, startTestServer } from "../server/start.ts";
import { compare, type Outcome, report } from "./compare.ts";
import { openRealServer, type RealServer, typeOf } from "./real-server.ts";
import { SampleValues } from "./sample-values.ts";
import { readSeeds } from "./seeds.ts";
import { makeSurroundings, namespace } from "./surroundings.ts";
import { compareWrites, reportWrites } from "./writes.ts";

const { env } = process;
const kubeconfig = env["PARITY_KUBECONFIG"];
const leastAgreement = 0.995;
const timeoutMs = 3_600_000;

test.skipIf(kubeconfig === undefined)(
  kubeconfig === undefined
    ? "skipped: PARITY_KUBECONFIG names no kubeconfig of a real kube-apiserver"
    : "updates have the verdict of kube-apiserver",
  async () => {
    const server = openRealServer(kubeconfig ?? "");
    afterAll(() => server.close());
    const featureGates = parseFeatureGates(env["PARITY_GATES"] ?? "");
    const kinds = env["PARITY_KINDS"]?.split(",");
    const seeds = readSeeds();
    await makeSurroundings(server, seeds);
    const outcomes = await compare(
      { server, seeds, vetter: createVetter({ featureGates, host: nodeHost(undefined) }) },
      {
        isWanted: ({ kind }) => kinds === undefined || kinds.includes(kind.kind),
        seed: Number(env["PARITY_SEED"] ?? 1),
        updates: Number(env["PARITY_UPDATES"] ?? 60),
      },
    );
    const { text, agreement } = report(outcomes);
    console.log(text);
    const record = env["PARITY_RECORD"];
    if (record !== undefined) writeFileSync(record, gzipSync(recordOf(outcomes), { level: 9 }));
    expect(agreement).toBeGreaterThanOrEqual(leastAgreement);
  },
  timeoutMs,
);

/** A line for each stored object, and after it one for each update of it. */
function recordOf(outcomes: readonly Outcome[]): string {
  const lines: string[] = [];
  let stored: unknown;
  for (const { object, update, real } of outcomes) {
    if (object !== stored) lines.push(JSON.stringify({ object }));
    stored = object;
    lines.push(JSON.stringify({ ...update, isAccepted: real.isAccepted, fields: real.fields }));
  }
  return `${lines.join("\n")}\n`;
}

/** Who asks the real server: some objects say who wrote them. */
async function userOf(real: RealServer): Promise<UserInfo> {
  const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
  const { body } = await real.call("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", review);
  const { userInfo } = (body as unknown as { readonly status: { readonly userInfo: Partial<UserInfo> } }).status;
  return { username: "", uid: "", groups: [], extra: {}, ...userInfo };
}

const editsOfObject = 9;
const leastSameFields = 0.98;
const leastSameObjects = 0.99;

test.skipIf(kubeconfig === undefined)(
  kubeconfig === undefined
    ? "skipped: PARITY_KUBECONFIG names no kubeconfig of a real kube-apiserver"
    : "writes are answered as by kube-apiserver, and store the same",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    const user = await userOf(real);
    const server = await startTestServer({
      clusterObjects: true,
      bootstrapPolicy: true,
      isControllerOn: () => false,
      authenticators: [staticTokens([{ token: adminToken, user }])],
    });
    afterAll(() => {
      real.close();
      return server.close();
    });
    const own: RealServer = {
      async call(method, path, body, type = typeOf(method)) {
        const { code, json } = await server.call(method, path, body, { "content-type": type });
        return { code, body: json ?? {} };
      },
      close: () => {},
    };
    const kinds = env["PARITY_KINDS"]?.split(",");
    const seeds = readSeeds().filter(({ kind }) => kinds === undefined || kinds.includes(kind.kind));
    for (const each of [real, own]) await makeSurroundings(each, seeds);
    const samples = new SampleValues();
    for (const { object, version } of seeds) samples.collect(object, version.schema);
    const plan = { samples, seed: Number(env["PARITY_SEED"] ?? 1), namespace, edits: editsOfObject };
    const { text, verdicts, fields, objects } = reportWrites(await compareWrites({ real, own }, seeds, plan));
    console.log(text);
    expect(verdicts).toBeGreaterThan(leastAgreement);
    expect(fields).toBeGreaterThan(leastSameFields);
    expect(objects).toBeGreaterThan(leastSameObjects);
  },
  timeoutMs,
);
