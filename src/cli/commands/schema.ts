/**
 * `clustervet schema`: JSON Schemas for editors.
 *
 * @module
 */
import type { Command } from "commander";
import { settle } from "../../engine/options.ts";
import { editorSchema } from "../../kind/editor-schema.ts";
import { projectSchema } from "../project-schema.ts";
import { unknownKind } from "../unknown-kind.ts";

export function addSchemaCommand(program: Command): void {
  program
    .command("schema")
    .summary("print the JSON Schema of a kind, for editors")
    .description("Prints the JSON Schema (draft 2020-12) of a kind, or of clustervet.yaml itself, for editors.")
    .argument(
      "<kind>",
      "a kind, as `clustervet kinds` lists it, KIND.group where two have the name, or clustervet.yaml",
    )
    .addHelpText("after", "\nExample:\n  clustervet schema AuthenticationConfiguration > authentication.schema.json")
    .action((name: string) => {
      process.stdout.write(`${JSON.stringify(schemaNamed(name), undefined, 2)}\n`);
    });
}

/** @throws {UsageError} for a name that is no kind */
function schemaNamed(name: string): object {
  if (name === "clustervet.yaml") return editorSchema("clustervet.yaml", projectSchema);
  const { catalog } = settle({});
  const kind = catalog.called(name);
  const [version] = kind?.versions ?? [];
  if (!kind || !version) throw unknownKind(name, catalog.kinds);
  return editorSchema(kind.kind, version.schema, {
    domain: catalog.groupDomain,
    kind,
  });
}
