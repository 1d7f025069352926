/**
 * Discovery compared with that of kube-apiserver 1.37: a line for each resource, with defaults, with
 * `--runtime-config=api/all=true` for the versions before the stable ones, and with
 * `--feature-gates=AllAlpha=true,AllBeta=true` for resources that have a feature gate; and the hashes of the versions
 * in which objects are stored.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { parseRuntimeConfig, readRuntimeConfig } from "../../../src/flags/runtime-config.ts";
import { startTestServer, type TestServer } from "../start.ts";
import { tokenSettings } from "../token-settings.ts";

let server: TestServer | undefined;
afterEach(() => server?.close());

interface Kind {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
}

interface Resource {
  readonly resource: string;
  readonly responseKind: Kind;
  readonly scope: string;
  readonly singularResource: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly {
    readonly subresource: string;
    readonly responseKind: Kind;
    readonly verbs: readonly string[];
  }[];
}

interface Group {
  readonly metadata: { readonly name?: string };
  readonly versions: readonly { readonly version: string; readonly resources: readonly Resource[] }[];
}

const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
const recordedLinesOf = (name: string) =>
  readFileSync(join(import.meta.dirname, name), "utf8")
    .trim()
    .split("\n");
const kindText = ({ group, version, kind }: Kind) => [group, version, kind].filter(Boolean).join("/");

async function linesOf({ call }: TestServer): Promise<readonly string[]> {
  const groups: Group[] = [];
  for (const path of ["/api", "/apis"]) groups.push(...(await call("GET", path, undefined, { accept })).json.items);
  return groups.flatMap(({ metadata, versions }) =>
    versions.flatMap(({ version, resources }) =>
      resources.map((resource) => `${metadata.name ? `${metadata.name}/` : ""}${version} ${lineOf(resource)}`),
    ),
  );
}

function lineOf(resource: Resource): string {
  const {
    responseKind,
    singularResource,
    scope,
    verbs,
    shortNames = [],
    categories = [],
    subresources = [],
  } = resource;
  const below = subresources.map(
    (item) => `${item.subresource}=${kindText(item.responseKind)}:${item.verbs.join(",")}`,
  );
  const names = [shortNames.join(",") || "-", categories.join(",") || "-"];
  return [resource.resource, kindText(responseKind), singularResource, scope, verbs.join(","), ...names, ...below].join(
    " ",
  );
}

interface ResourceList {
  readonly groupVersion: string;
  readonly resources: readonly { readonly name: string; readonly storageVersionHash?: string }[];
}

/** Returns the hash of the stored version of each resource, from the older form of discovery. */
async function hashesOf({ call }: TestServer): Promise<readonly string[]> {
  const { groups } = (await call("GET", "/apis")).json;
  const paths = groups.flatMap(({ versions }: { readonly versions: readonly { readonly groupVersion: string }[] }) =>
    versions.map(({ groupVersion }) => `/apis/${groupVersion}`),
  );
  const lists: readonly ResourceList[] = await Promise.all(
    ["/api/v1", ...paths].map(async (path) => (await call("GET", path)).json),
  );
  return lists.flatMap(({ groupVersion, resources }) =>
    resources
      .filter(({ name }) => !name.includes("/"))
      .map(({ name, storageVersionHash = "-" }) => `${groupVersion} ${name} ${storageVersionHash}`),
  );
}

async function serverWith(text: string, featureGates: Readonly<Record<string, boolean>> = {}): Promise<TestServer> {
  const { isEnabled } = readRuntimeConfig(parseRuntimeConfig(text), { target: "1.37" });
  server = await startTestServer({ runtimeConfig: isEnabled, serviceAccountTokens: tokenSettings(), featureGates });
  return server;
}

test("the default resources are those of kube-apiserver, in the same order", async () => {
  expect(await linesOf(await serverWith(""))).toEqual(recordedLinesOf("served-resources.txt"));
});

test("storage hashes are those of the versions in which kube-apiserver stores objects", async () => {
  expect(await hashesOf(await serverWith(""))).toEqual(recordedLinesOf("storage-hashes.txt"));
});

test("versions before the stable ones are served if the runtime configuration enables them", async () => {
  const lines = (await linesOf(await serverWith("api/all=true"))).filter((line) => /^\S+(?:alpha|beta)\d /.test(line));
  expect(lines).toEqual(recordedLinesOf("optional-resources.txt"));
});

test("resources with a feature gate are served if the gate is on", async () => {
  const lines = await linesOf(await serverWith("api/all=true", { AllAlpha: true, AllBeta: true }));
  const ungated = new Set([...recordedLinesOf("served-resources.txt"), ...recordedLinesOf("optional-resources.txt")]);
  expect(lines.filter((line) => !ungated.has(line))).toEqual(recordedLinesOf("gated-resources.txt"));
});
