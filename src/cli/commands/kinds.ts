/**
 * `clustervet kinds`: what this version can vet.
 *
 * @module
 */
import type { Command } from "commander";
import { settle } from "../../engine/options.ts";
import { groupIn, type Kind, versionsIn } from "../../kind/kind.ts";
import { tableLines } from "../table.ts";
import { printLines } from "../terminal.ts";

export function addKindsCommand(program: Command): void {
  program
    .command("kinds")
    .summary("list the kinds that clustervet knows")
    .description(
      "Lists the kinds that clustervet knows, with their groups, versions and the components that read them.",
    )
    .action(() => {
      const { catalog } = settle({});
      const rows = catalog.kinds.map((kind) => row(kind, catalog.groupDomain));
      printLines(tableLines(rows));
    });
}

function row(kind: Kind, domain: string): string[] {
  const versions = [...new Set(versionsIn(domain, kind).map(({ name }) => name))].join(", ");
  if (kind.loader?.mayOmit === "identity") return [kind.kind, "(none)", "unversioned", kind.loader.flag];
  return [kind.kind, groupIn(domain, kind.group) || "(core)", versions, kind.loader?.flag ?? ""];
}
