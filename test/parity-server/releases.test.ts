/**
 * Compares the verdicts on the new objects in the records of test/kinds with the kube-apiserver of a release. Requires
 * one, as its administrator, with all API versions enabled, two ranges of service addresses and without admission
 * plugins:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig PARITY_TARGET=1.33 npm run parity:server
 *
 * PARITY_RECORD: a file to which the verdicts are appended, as a line of test/kinds/releases/data for each record.
 */
import { appendFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { isPlainObject } from "../../src/json/plain-object.ts";
import { createCatalog } from "../../src/kind/catalog.ts";
import { detectKind } from "../../src/kind/detect.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import { type JudgedEdit, judgedEdits } from "../kinds/recorded-verdicts.ts";
import { type Letter, records } from "../kinds/releases/recorded-releases.ts";
import { openRealServer, type RealServer } from "./real-server.ts";
import type { ApiObject } from "./seeds.ts";
import { collectionPath } from "./stored-objects.ts";

const { env } = process;
const kubeconfig = env["PARITY_KUBECONFIG"];
const release = env["PARITY_TARGET"];
const timeoutMs = 3_600_000;
const catalog = createCatalog(builtInKinds, "k8s.io", []);

test.skipIf(kubeconfig === undefined || release === undefined).each(records)(
  "%s gets the same verdicts from the kube-apiserver of a release",
  async (record) => {
    const server = openRealServer(kubeconfig ?? "");
    onTestFinished(() => server.close());
    const letters: Letter[] = [];
    const wrong: string[] = [];
    for (const edit of judgedEdits(record, release)) {
      const { letter, text } = await answerTo(server, edit);
      letters.push(letter);
      if (letter === (edit.isAccepted ? "r" : "a")) wrong.push(`${edit.line} ${letter === "a" ? edit.text : text}`);
    }
    const line = JSON.stringify({ record, release, verdicts: letters.join("") });
    if (env["PARITY_RECORD"]) appendFileSync(env["PARITY_RECORD"], `${line}\n`);
    expect(wrong).toEqual([]);
  },
  timeoutMs,
);

interface Reply {
  readonly letter: Letter;
  readonly text: string;
}

const noReply: Reply = { letter: "-", text: "" };
/** Errors that depend on the allocation of addresses and ports in the server. */
const allocationErrors = /not match the namespace|not in the valid range|healthCheckNodePort: Invalid value: 86401/;
/** Codes without a verdict: no response, forbidden by admission, not found, conflict. */
const codesWithoutVerdict: ReadonlySet<number> = new Set([0, 403, 404, 405, 409]);

async function answerTo(server: RealServer, { object, isUpdate, text: findings }: JudgedEdit): Promise<Reply> {
  // In a request, the path determines the namespace.
  const isWithoutNamespace = findings.includes("[meta/namespace-required]");
  if (isUpdate || isWithoutNamespace || !isPlainObject(object)) return noReply;
  const detection = detectKind(object, catalog);
  const { metadata } = object;
  if (!("kind" in detection) || !detection.kind.resource || !isPlainObject(metadata)) return noReply;
  const { scope } = detection.kind.resource;
  const namespace = scope === "Namespaced" ? String(metadata["namespace"] || "default") : undefined;
  const collection = collectionPath({ kind: detection.kind, object: object as ApiObject }, namespace);
  const { code, body } = await server.call("POST", `${collection}?dryRun=All&fieldValidation=Strict`, object);
  const text = String(body["message"] ?? "");
  if (codesWithoutVerdict.has(code) || allocationErrors.test(text)) return noReply;
  return { letter: code < 300 ? "a" : "r", text: `${code} ${text}` };
}
