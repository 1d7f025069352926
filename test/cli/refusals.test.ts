import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refusalReport } from "../../src/cli/refusal-report.ts";
import { maxRefusalKinds, openRefusalLog, readRefusals } from "../../src/cli/refusals.ts";
import type { Exchange } from "../../src/server/http/exchange.ts";
import { StatusError } from "../../src/server/request/status.ts";
import { directoryWith } from "./run-cli.ts";

const unexpected = (error: unknown) => {
  throw error;
};

function refusalOf(message: string, { path = ["spec", "size"] as readonly (string | number)[], name = "a" } = {}) {
  const findings = [{ rule: "crd/size", severity: "error", cause: "invalid", path, message, help: "write 1" }] as const;
  const refused = { apiVersion: "example.com/v1", kind: "Widget", name, namespace: "default", findings };
  return new StatusError(422, "Invalid", message, { refused });
}

const exchangeOf = (client: string) => ({ headers: { "user-agent": client } }) as Exchange;
const newRefusalsFile = () => join(directoryWith({}), "refusals");

test("the same fault of a client is reported once, with its count over all servers", () => {
  const path = newRefusalsFile();
  for (const server of ["a", "b"]) {
    const log = openRefusalLog(path, server, unexpected);
    for (let index = 0; index < 5; index++) {
      log.note(
        refusalOf("must be above 0", { path: ["items", index, "size"], name: `w${index}` }),
        exchangeOf("a.test/v0 (linux)"),
      );
    }
    log.note(refusalOf("must be above 0"), exchangeOf("b.test/v0"));
    log.note(new StatusError(404, "NotFound", "not found"), exchangeOf("b.test/v0"));
    log.close();
  }
  const { refusals, others } = readRefusals(path);
  expect(refusals.map(({ client, name, times }) => [client, name, times])).toEqual([
    ["a.test/v0", "w0", 10],
    ["b.test/v0", "a", 2],
  ]);
  expect(others).toBe(0);
  expect(refusalReport({ refusals, others }, false)).toBe(`
clustervet refused objects of this run; 2 different faults:

a.test/v0: error [crd/size] must be above 0
  in Widget default/w0: items[0].size
  = help: write 1
  refused 10 times

b.test/v0: error [crd/size] must be above 0
  in Widget default/a: spec.size
  = help: write 1
  refused 2 times
`);
});

test("a killed server has written at least half of its count, and an unfinished line is ignored", () => {
  const path = newRefusalsFile();
  const log = openRefusalLog(path, "a", unexpected);
  for (let index = 0; index < 1000; index++) log.note(refusalOf("no"), exchangeOf("x"));
  expect(readFileSync(path, "utf8").split("\n").length).toBeLessThan(12);
  appendFileSync(path, '{"server":"a","numb');
  expect(readRefusals(path).refusals[0]?.times).toBe(512);
});

test("a server stores maxRefusalKinds different refusals, and counts the others", () => {
  const path = newRefusalsFile();
  const log = openRefusalLog(path, "a", unexpected);
  for (let index = 0; index < maxRefusalKinds + 3; index++) log.note(refusalOf(`no ${index}`), exchangeOf("x"));
  log.close();
  const read = readRefusals(path);
  expect(read.refusals).toHaveLength(maxRefusalKinds);
  expect(read.others).toBe(3);
  expect(refusalReport(read, false)).toContain(`3 more refusals not listed: a server lists at most ${maxRefusalKinds}`);
});

test("a file that cannot be written is one error, and a missing file gives an empty report", () => {
  const faults: unknown[] = [];
  const log = openRefusalLog(join(directoryWith({}), "absent", "file"), "a", (error) => faults.push(error));
  log.note(refusalOf("no"), exchangeOf("x"));
  log.note(refusalOf("other"), exchangeOf("x"));
  log.close();
  expect(faults).toHaveLength(1);
  expect(refusalReport(readRefusals(newRefusalsFile()), false)).toBe("");
});
