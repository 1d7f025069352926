import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { directoryWith, runCli } from "./run-cli.ts";

test("schema prints a schema by kind, and by kind and group", () => {
  const printedSchema = (name: string) => JSON.parse(runCli(["schema", name]).stdout) as { title: string };
  expect(printedSchema("Role").title).toBe("Role");
  expect(printedSchema("Event.events.k8s.io")).not.toEqual(printedSchema("Event"));
});

test("schema --directory writes the schemas of all kinds, each once", () => {
  const cwd = directoryWith({});
  expect(runCli(["schema", "--directory", "new/schemas"], { cwd }).code).toBe(0);
  const directory = join(cwd, "new/schemas");
  const names = readdirSync(directory);
  expect(names).toHaveLength(runCli(["kinds"]).stdout.trimEnd().split("\n").length + 1);
  for (const name of ["clustervet", "event", "event-events-k8s-io", "policy-audit-k8s-io"]) {
    expect(names).toContain(`${name}.schema.json`);
  }
  expect(readFileSync(join(directory, "role.schema.json"), "utf8")).toBe(runCli(["schema", "Role"]).stdout);
});

test.each([
  { args: ["schema"], says: "either a kind or --directory" },
  { args: ["schema", "Role", "--directory", "a"], says: "either a kind or --directory" },
  { args: ["schema", "Rol"], says: "did you mean Role?" },
  { args: ["schema", "Pod.apps"], says: "with their groups" },
  { args: ["schema", "--directory", "file/below"], says: "file/below" },
  { args: ["schema", "--directory", "file"], says: "file: can't be written (a file of that name exists)" },
])("$args ends with exit code 2", ({ args, says }) => {
  const cwd = directoryWith({ file: "" });
  const { code, stderr } = runCli(args, { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain(says);
  expect(existsSync(join(cwd, "a"))).toBe(false);
});
