/**
 * Asks a real kube-apiserver for its words about custom resources, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- custom-words
 *
 * PARITY_RECORD: the file for the record that `test/server/custom-words.test.ts` reads.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { playWords, removeWords } from "./custom-words.ts";
import { openRealServer } from "./real-server.ts";

const { env } = process;
const kubeconfig = env["PARITY_KUBECONFIG"];

test.skipIf(kubeconfig === undefined)(
  "a real server uses the words that are recorded",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(async () => {
      await removeWords(real);
      real.close();
    });
    let record = "";
    for await (const line of playWords(real)) record += `${line}\n`;
    if (env["PARITY_RECORD"]) writeFileSync(env["PARITY_RECORD"], record);
    expect(record).toBe(readFileSync(join(import.meta.dirname, "../server/data/custom-words.txt"), "utf8"));
  },
  600_000,
);
