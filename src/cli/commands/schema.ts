/**
 * `clustervet schema`: prints JSON Schemas for editors.
 *
 * @module
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { settle } from "../../engine/options.ts";
import type { Catalog } from "../../kind/catalog.ts";
import { editorSchema } from "../../kind/editor-schema.ts";
import { groupIn, type Kind } from "../../kind/kind.ts";
import { replaceFile } from "../../storage/durable-file.ts";
import { reasonOf, UsageError } from "../exit.ts";
import { projectSchema } from "../project-schema.ts";
import { print } from "../terminal.ts";
import { unknownKind } from "../unknown-kind.ts";

export function addSchemaCommand(program: Command): void {
  program
    .command("schema")
    .summary("print the JSON Schema of a kind, for editors")
    .description("Prints the JSON Schema (draft 2020-12) of a kind, or of clustervet.yaml itself, for editors.")
    .argument("[kind]", "a kind from `clustervet kinds`, KIND.group if the name is ambiguous, or clustervet.yaml")
    .option("-d, --directory <dir>", "write the schemas of all kinds into this directory instead, one file each")
    .addHelpText(
      "after",
      "\nExamples:\n  clustervet schema AuthenticationConfiguration > authentication.schema.json\n" +
        "  clustervet schema --directory schemas",
    )
    .action((name: string | undefined, { directory }: { readonly directory?: string }) => {
      if ((name === undefined) === (directory === undefined)) {
        throw new UsageError("pass either a kind or --directory", "`clustervet kinds` lists the kinds");
      }
      if (name !== undefined) print(textOf(schemaNamed(name)));
      if (directory !== undefined) writeSchemas(directory);
    });
}

const textOf = (schema: object): string => `${JSON.stringify(schema, undefined, 2)}\n`;

/** @throws {UsageError} for an unknown kind */
function schemaNamed(name: string): object {
  if (name === "clustervet.yaml") return editorSchema("clustervet.yaml", projectSchema);
  const { catalog } = settle({});
  const kind = catalog.findByQualifiedName(name);
  if (!kind) throw unknownKind(name, catalog.kinds);
  return schemaOf(kind, catalog);
}

function schemaOf(kind: Kind, { groupDomain }: Catalog): object {
  return editorSchema(kind.kind, kind.versions[0]?.schema ?? {}, { domain: groupDomain, kind });
}

/** @throws {UsageError} if the directory can't be written to */
function writeSchemas(directory: string): void {
  const { catalog } = settle({});
  const schemaByName = new Map([["clustervet", editorSchema("clustervet.yaml", projectSchema)]]);
  for (const kind of catalog.kinds) {
    const name = kebab(kind.kind);
    const isTaken = schemaByName.has(name) || vagueNames.includes(kind.kind);
    schemaByName.set(
      isTaken ? `${name}-${kebab(groupIn(catalog.groupDomain, kind.group))}` : name,
      schemaOf(kind, catalog),
    );
  }
  try {
    mkdirSync(directory, { recursive: true });
    for (const [name, schema] of schemaByName) {
      replaceFile(join(directory, `${name}.schema.json`), textOf(schema));
    }
  } catch (error) {
    throw new UsageError(`${directory}: can't be written (${reasonOf(error)})`);
  }
}

/** Names that are too general to be file names without their group. */
const vagueNames = ["Configuration", "Policy"];

/**
 * Converts a name to kebab case: AuthenticationConfiguration becomes authentication-configuration, events.k8s.io
 * becomes events-k8s-io.
 */
function kebab(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])|\./g, "-").toLowerCase();
}
