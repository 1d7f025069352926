/**
 * Lint and the server reach the same verdict, with the same messages, on every document of the fixtures that contain a
 * policy, a webhook configuration or a CustomResourceDefinition.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import type { FieldPath } from "../../../src/diagnostic/diagnostic.ts";
import { briefMessage } from "../../../src/engine/brief-message.ts";
import { createVetter } from "../../../src/engine/vetter.ts";
import { isPlainObject } from "../../../src/json/plain-object.ts";
import { createCatalog } from "../../../src/kind/catalog.ts";
import { detectKind } from "../../../src/kind/detect.ts";
import { builtInKinds } from "../../../src/kinds/index.ts";
import { newestTarget } from "../../../src/release/release.ts";
import { readSource } from "../../../src/source/read-source.ts";
import { parseOptions } from "../../fixtures/options.ts";
import { startTestServer, type TestServer } from "../start.ts";

const root = join(import.meta.dirname, "../../../fixtures");
const subject =
  /^\s*(?:- )?["']?kind["']?: ["']?(?:(?:Validating|Mutating)(?:AdmissionPolicy(?:Binding)?|WebhookConfiguration)|CustomResourceDefinition)\b/m;
const files = readdirSync(root, { encoding: "utf8", recursive: true })
  .filter((name) => /\.(?:yaml|json)$/.test(name))
  .filter((name) => subject.test(readFileSync(join(root, name), "utf8")))
  .sort();

interface Sent {
  readonly index: number;
  readonly object: Readonly<Record<string, unknown>>;
  /** Whether the document is sent before the others of its file. */
  readonly comesFirst: boolean;
}

/** The server with the target release of the current file. */
let server: TestServer;
const servers = new Map<string, TestServer>();
afterAll(() => Promise.all([...servers.values()].map((each) => each.close())));

async function serverOf(target = newestTarget): Promise<TestServer> {
  const found = servers.get(target) ?? (await startTestServer({ target }));
  servers.set(target, found);
  return found;
}

const optionsIn = (text: string) => parseOptions(/^# options: (.*)/.exec(text)?.[1] ?? "");

const catalog = createCatalog(builtInKinds, "k8s.io", []);

/** Returns the path to create an object at; undefined if the server does not serve its kind. */
async function collectionOf(object: Sent["object"]): Promise<string | undefined> {
  const apiVersion = String(object["apiVersion"] ?? "");
  const base = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const { code, json } = await server.call("GET", base);
  const found =
    code === 200 &&
    json.resources.find(
      ({ kind, name }: { kind: string; name: string }) => kind === object["kind"] && !name.includes("/"),
    );
  if (!found) return undefined;
  const metadata = isPlainObject(object["metadata"]) ? object["metadata"] : {};
  return found.namespaced
    ? `${base}/namespaces/${metadata["namespace"] || "default"}/${found.name}`
    : `${base}/${found.name}`;
}

async function servedCollection(object: Sent["object"], isAwaited: boolean): Promise<string | undefined> {
  for (let attempts = isAwaited ? 40 : 1; ; attempts--) {
    const path = await collectionOf(object);
    if (path !== undefined || attempts === 1) return path;
    await sleep(50);
  }
}

function sentOf(text: string, name: string): readonly Sent[] {
  return readSource(name, text).documents.flatMap(({ root: node, index }): Sent[] => {
    const value = node?.value;
    if (!isPlainObject(value)) return [];
    const detection = detectKind(value, catalog);
    const isKnown = "kind" in detection && detection.list === "none" && detection.kind.resource !== undefined;
    const isCustom = !("kind" in detection);
    return isKnown || isCustom ? [{ index, object: value, comesFirst: subject.test(`kind: ${value["kind"]}`) }] : [];
  });
}

/** Drops the value at the end of lint's message: the server shows the value before the message. */
const valueless = (message: string): string => message.replace(/; got \S+$/, "");

/** Shortens kube-apiserver's messages about names: lint reports the same problem in fewer words. */
function briefMessages(causes: readonly { readonly message: string }[] = []): readonly string[] {
  return causes.map((cause) => {
    const [, value = "", message = ""] = /^[A-Z]\w+ \w+: ("(?:[^"\\]|\\.)*"): (.*)$/s.exec(cause.message) ?? [];
    return briefMessage({ message: `${message}; got ${value}` });
  });
}

/**
 * The last field name of a path. Where lint's message differs from kube-apiserver's, both still name the same field.
 */
const lastName = ({ path }: { readonly path: FieldPath }) => path.findLast((part) => typeof part === "string");
const namesOf = (causes: readonly { readonly field?: string }[] = []): ReadonlySet<string | undefined> =>
  new Set(causes.map(({ field = "" }) => keyOf(field) ?? field.split(".").at(-1)?.replace(/\[.*$/, "")));

/** Returns the key if the field is an entry of a map. */
const keyOf = (field: string): string | undefined => /\[([^\]]*[^\]\d][^\]]*)\]$/.exec(field)?.[1];

test("there are fixtures to compare", () => {
  expect(files.length).toBeGreaterThan(80);
});

test.each(files)("%s", async (name) => {
  const text = readFileSync(join(root, name), "utf8");
  const options = optionsIn(text);
  server = await serverOf(options.target);
  const { diagnostics } = createVetter(options).vetFiles([{ name, content: text }]);
  // Lint only warns if the run has no parameters for a policy, since a cluster may have them.
  const errorsOf = (document: number) =>
    diagnostics.filter(
      (each) => each.document === document && (each.severity === "error" || each.rule === "policy/params"),
    );
  const made: string[] = [];
  const different: unknown[] = [];
  const sent = sentOf(text, name).toSorted((a, b) => Number(b.comesFirst) - Number(a.comesFirst));
  const hasDefinition = sent.some(({ object }) => object["kind"] === "CustomResourceDefinition");
  for (const { index, object, comesFirst } of sent) {
    const path = await servedCollection(object, hasDefinition && !comesFirst);
    const errors = errorsOf(index);
    if (path === undefined) continue;
    const { code, json } = await server.call(
      "POST",
      `${path}?fieldValidation=Strict${comesFirst ? "" : "&dryRun=All"}`,
      object,
    );
    if (code === 409) continue;
    const refused = code >= 400 ? String(json.message) : undefined;
    if (code === 201 && comesFirst) {
      const { name: own } = object["metadata"] as { name: string };
      made.unshift(`${path}/${own}`);
    }
    const messages = errors.map(({ message }) =>
      message.replace(/^not evaluated by policy "[^"]+": /, "").replace(/^unknown field "(\w+)" in a schema$/, '.$1"'),
    );
    const answers = refused === undefined ? [] : [refused, ...briefMessages(json.details?.causes)];
    const isSame =
      refused === undefined
        ? messages.length === 0
        : messages.some((message) => answers.some((answer) => answer.includes(valueless(message)))) ||
          errors.some((error) => namesOf(json.details?.causes).has(lastName(error)));
    if (!isSame) different.push({ index, kind: object["kind"], refused, said: messages });
  }
  for (const path of made) await server.call("DELETE", path);
  expect(different).toEqual([]);
});
