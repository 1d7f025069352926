/**
 * Tables against those of kube-apiserver 1.37: the columns of each resource, with their types and priorities.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startTestServer } from "../start.ts";

const server = await startTestServer();
afterAll(() => server.close());

const lines = readFileSync(join(import.meta.dirname, "columns.txt"), "utf8")
  .trim()
  .split("\n");

/** Resources whose tables are not those of the API server yet, with the reason. */
const gaps: ReadonlyMap<string, string> = new Map([
  ["v1 componentstatuses", "there are none here"],
  ["certificates.k8s.io/v1 podcertificaterequests", "the kind has no file of its own"],
  ["storagemigration.k8s.io/v1 storageversionmigrations", "the kind has no file of its own"],
  ["storage.k8s.io/v1 volumeattachments", "two columns are of the format name there"],
  ["apiextensions.k8s.io/v1 customresourcedefinitions", "definitions are not served yet"],
]);

interface Definition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly priority: number;
}

const written = ({ name, type, format, priority }: Definition) =>
  `${name}[${type}${priority ? ` ${priority}` : ""}${format ? ` ${format}` : ""}]`;

test.each(lines.map((line) => [line.split(": ")[0] ?? "", line]))("columns of %s", async (resource, line) => {
  const [apiVersion = "", plural = ""] = resource.split(" ");
  const path = `${apiVersion.includes("/") ? "/apis" : "/api"}/${apiVersion}/${plural}`;
  const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
  const { json } = await server.call("GET", path, undefined, { accept });
  const own = `${resource}: ${json.columnDefinitions.map(written).join(", ")}`;
  if (gaps.has(resource)) expect(own).not.toBe(line);
  else expect(own).toBe(line);
});
