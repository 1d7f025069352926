/**
 * Compares watches of the same writes with a real kube-apiserver: from a resource version, with selectors, with initial
 * events, as tables and as metadata. Requires one, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server
 *
 * PARITY_KINDS: only these kinds, separated by commas.
 */
import { expect, onTestFinished, test } from "vitest";
import { isPlainObject } from "../../src/json/plain-object.ts";
import { isOnByDefault } from "../../src/server/admission/plugins.ts";
import { startTestServer } from "../server/start.ts";
import { openRealServer, type ReadableServer, typeOf } from "./real-server.ts";
import { type ApiObject, readSeeds, type Seed } from "./seeds.ts";
import { collectionPath, withoutSideEffects } from "./stored-objects.ts";
import { makeSurroundings } from "./surroundings.ts";
import { differencesOf, normalized } from "./writes.ts";

const kubeconfig = process.env["PARITY_KUBECONFIG"];
const namespace = "parity-watches";
const leastAgreement = 0.95;
const timeoutMs = 3_600_000;

const json = "application/json";
const acceptAs = (form: string): string => `${json};as=${form};v=v1;g=meta.k8s.io`;
const label = "parity.example.org/seen";
const initialEventsQuery = "sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan";

/** Watches of one collection; VERSION is replaced by the version before the writes. */
const watches: readonly (readonly [query: string, accept: string])[] = [
  ["resourceVersion=VERSION", json],
  [`resourceVersion=VERSION&labelSelector=${label}`, json],
  [`${initialEventsQuery}&labelSelector=${label}`, json],
  [`resourceVersion=VERSION&labelSelector=${label}`, acceptAs("Table")],
  [`resourceVersion=VERSION&labelSelector=${label}`, acceptAs("PartialObjectMetadata")],
];

test.skipIf(kubeconfig === undefined)(
  "watches deliver the same events as those of kube-apiserver",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(() => real.close());
    const server = await startTestServer({ isControllerOn: () => false, isPluginOn: isOnByDefault });
    onTestFinished(() => server.close());
    const own: ReadableServer = {
      async call(method, path, body, type = typeOf(method)) {
        const { code, json } = await server.call(method, path, body, { "content-type": type });
        return { code, body: json ?? {} };
      },
      read: async (path, accept) => (await server.call("GET", path, undefined, { accept })).text,
      close() {},
    };
    const kinds = process.env["PARITY_KINDS"]?.split(",");
    const seeds = firstOfEachKind(readSeeds()).filter(({ kind }) => kinds === undefined || kinds.includes(kind.kind));
    await Promise.all([real, own].map((each) => makeSurroundings(each, seeds, namespace)));
    let count = 0;
    const different: string[] = [];
    for (const seed of seeds) {
      const [theirs, ours] = await Promise.all([real, own].map((each) => watchedEvents(each, seed)));
      for (const [index, [query, accept]] of watches.entries()) {
        count++;
        const differences = differencesOf(theirs?.[index], ours?.[index]).slice(0, 5);
        if (differences.length > 0)
          different.push(`${seed.object.kind} ${query} ${accept}\n  ${differences.join("\n  ")}`);
      }
    }
    console.log(`${different.join("\n")}\n${count} watches of ${seeds.length} kinds, ${different.length} different`);
    expect(1 - different.length / count).toBeGreaterThanOrEqual(leastAgreement);
  },
  timeoutMs,
);

/** Kinds to which controllers inside of kube-apiserver write, or that contain the current user. */
const kindsOfControllers = new Set([
  "APIService",
  "CertificateSigningRequest",
  "CustomResourceDefinition",
  "FlowSchema",
  "Namespace",
  "ServiceCIDR",
]);

function firstOfEachKind(seeds: readonly Seed[]): readonly Seed[] {
  const byKind = new Map(seeds.map((seed) => [`${seed.object.apiVersion} ${seed.object.kind}`, seed]));
  return [...byKind.values()].filter(
    ({ kind }) => kind.resource?.verbs === undefined && !kindsOfControllers.has(kind.kind),
  );
}

/**
 * Returns the events of each watch after a creation, two updates of which the second changes nothing, and a deletion.
 */
async function watchedEvents(server: ReadableServer, seed: Seed): Promise<readonly unknown[]> {
  const wanted: ApiObject = withoutSideEffects(structuredClone(seed.object));
  const isNamespaced = seed.kind.resource?.scope === "Namespaced";
  const collection = collectionPath(seed, isNamespaced ? namespace : undefined);
  for (const name of ["resourceVersion", "uid", "namespace", "ownerReferences", "finalizers"])
    delete wanted.metadata[name];
  const path = `${collection}/${encodeURIComponent(String(wanted.metadata["name"]))}`;
  const remove = async () => {
    await server.call("DELETE", `${path}?gracePeriodSeconds=0&propagationPolicy=Background`);
    await server.call("PATCH", path, { metadata: { finalizers: null } });
  };
  // Deletes objects that an earlier run left.
  await remove();
  const { metadata } = (await server.call("GET", `${collection}?limit=1`)).body as ApiObject;
  await server.call("POST", collection, wanted);
  for (let count = 0; count < 2; count++)
    await server.call("PATCH", path, { metadata: { labels: { [label]: "yes" } } });
  const version = String(metadata?.["resourceVersion"]);
  const openWatch = ([query, accept]: readonly [string, string]) =>
    server.read(`${collection}?watch=true&timeoutSeconds=1&${query.replace("VERSION", version)}`, accept);
  const before = await Promise.all(watches.slice(2, 3).map(openWatch));
  await remove();
  const after = await Promise.all(watches.map(openWatch));
  return [...after.slice(0, 2), ...before, ...after.slice(3)].map(eventsIn);
}

const eventsIn = (text: string): unknown =>
  text
    .split("\n")
    .filter((line) => line.startsWith('{"type"'))
    .map((line) => comparableEvent(JSON.parse(line)));

function comparableEvent(event: unknown): unknown {
  if (!isPlainObject(event) || !isPlainObject(event["object"])) return event;
  const { rows, columnDefinitions } = event["object"];
  if (!Array.isArray(rows)) return { ...event, object: normalized(event["object"]) };
  const shown = rows.map((row) => ({ ...row, object: normalized(row.object), cells: row.cells.map(withoutAge) }));
  return {
    type: event["type"],
    columns: Array.isArray(columnDefinitions) ? columnDefinitions.map(({ name }) => name) : null,
    shown,
  };
}

/** Replaces an age of less than a minute. */
const withoutAge = (cell: unknown): unknown => (typeof cell === "string" && /^\d+s$/.test(cell) ? "<age>" : cell);
