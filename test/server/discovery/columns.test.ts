/** Table columns of each resource, with their types and priorities, compared with those of kube-apiserver 1.37. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startTestServer } from "../start.ts";

const server = await startTestServer();
afterAll(() => server.close());

const lines = readFileSync(join(import.meta.dirname, "columns.txt"), "utf8")
  .trim()
  .split("\n");

interface Definition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly priority: number;
}

const columnText = ({ name, type, format, priority }: Definition) =>
  `${name}[${type}${priority ? ` ${priority}` : ""}${format ? ` ${format}` : ""}]`;

test.each(lines.map((line) => [line.split(": ")[0] ?? "", line]))("columns of %s", async (resource, line) => {
  const [apiVersion = "", plural = ""] = resource.split(" ");
  const path = `${apiVersion.includes("/") ? "/apis" : "/api"}/${apiVersion}/${plural}`;
  const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
  const { json } = await server.call("GET", path, undefined, { accept });
  const own = `${resource}: ${json.columnDefinitions.map(columnText).join(", ")}`;
  expect(own).toBe(line);
});
