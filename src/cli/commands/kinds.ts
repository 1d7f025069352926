/**
 * `clustervet kinds`: what this version can vet.
 *
 * @module
 */
import type { Command } from "commander";
import { settle } from "../../engine/options.ts";
import { apiVersionOf, groupIn, groupOf, type Kind, versionsIn } from "../../kind/kind.ts";
import { tableLines } from "../table.ts";

export function addKindsCommand(program: Command): void {
  program
    .command("kinds")
    .summary("list the kinds that can be vetted")
    .description("Lists the kinds that can be vetted, with their groups, versions and what reads them.")
    .action(() => {
      const { catalog } = settle({});
      const rows = catalog.kinds.map((kind) => row(kind, catalog.groupDomain));
      process.stdout.write(`${tableLines(rows).join("\n")}\n`);
    });
}

function row(kind: Kind, domain: string): string[] {
  const versions = versionsIn(domain, kind);
  const home = groupIn(domain, kind.group);
  const names = versions.map((version) => {
    const isElsewhere = groupOf(kind, version, domain) !== home || version.kind !== undefined;
    return isElsewhere
      ? `${apiVersionOf(kind, version, domain)}${version.kind ? ` ${version.kind}` : ""}`
      : version.name;
  });
  return [kind.kind, home || "(core)", names.join(", "), kind.loader?.flag ?? ""];
}
