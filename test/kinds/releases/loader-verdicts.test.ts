import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createVetter, type Vetter } from "../../../src/engine/vetter.ts";
import { groupBy } from "../../../src/text/group-by.ts";

interface Row {
  readonly kind: string;
  /** The releases whose component rejects the document at its start. */
  readonly refused: readonly string[];
  readonly text: string;
}

const releases = ["1.30", "1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37"];

const kindByLoader: Readonly<Record<string, string>> = {
  WebhookAdmission: "WebhookAdmissionConfiguration",
  "Configuration.resourcequota.admission.k8s.io": "ResourceQuotaConfiguration",
};

/**
 * Configuration files whose verdict depends on the release, and some whose verdict does not. Each was decoded,
 * defaulted and validated by the loaders of 1.30.14, 1.31.14, 1.32.13, 1.33.13, 1.34.5, 1.35.3, 1.36.2 and 1.37.1. The
 * record omits files that a loader accepts although the component does not start with them.
 */
const rows = readFileSync(join(import.meta.dirname, "data/loaders.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);

test.each([...groupBy(rows, ({ kind }) => kind)])(
  "%s: documents get the verdict of the component of each release",
  (kind, own) => {
    const vetters = releases.map((target): [string, Vetter] => [
      target,
      createVetter({ target, kind: kindByLoader[kind] ?? kind }),
    ]);
    const isRefused = (vetter: Vetter, text: string) =>
      vetter.vetText(text).some(({ severity }) => severity === "error");
    const found = own.map((row) => ({
      ...row,
      refused: vetters.filter(([, vetter]) => isRefused(vetter, row.text)).map(([target]) => target),
    }));
    expect(found).toEqual(own);
  },
);
