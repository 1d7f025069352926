/**
 * Compares the verdicts on updates with a real kube-apiserver. Requires one, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server
 *
 * PARITY_SEED: another seed; PARITY_UPDATES: the number of updates per object; PARITY_KINDS: only these kinds,
 * separated by commas; PARITY_GATES: the feature gates of the server, `A=true,B=false`; PARITY_RECORD: a file for the
 * server's verdicts.
 */
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { parseFeatureGates } from "../../src/cli/feature-gates.ts";
import { nodeHost } from "../../src/cli/node-host.ts";
import { createVetter } from "../../src/engine/vetter.ts";
import { compare, type Outcome, report } from "./compare.ts";
import { openRealServer } from "./real-server.ts";
import { readSeeds } from "./seeds.ts";
import { makeSurroundings } from "./surroundings.ts";

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
    onTestFinished(() => server.close());
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

/** Returns a line for each stored object, followed by a line for each of its updates. */
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
