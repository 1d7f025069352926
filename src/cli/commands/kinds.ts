/**
 * `clustervet kinds`: lists the kinds and versions that this version of clustervet can vet.
 *
 * @module
 */
import { type Command, Option } from "commander";
import type { Settings } from "../../engine/options.ts";
import { groupIn, type Kind, versionsIn } from "../../kind/kind.ts";
import { reaches } from "../../release/release.ts";
import { noProjectFile } from "../project-file.ts";
import { tableLines } from "../table.ts";
import { addTargetOptions, settleTarget, type TargetFlags } from "../target-options.ts";
import { printLines } from "../terminal.ts";

interface KindsFlags extends TargetFlags {
  readonly format: "text" | "json";
}

export function addKindsCommand(program: Command): void {
  const command = program
    .command("kinds")
    .summary("list the kinds that clustervet knows")
    .description(
      "Lists the kinds that clustervet knows, with their groups, versions and the components that read them; " +
        "with --target only the versions that the release reads.",
    );
  addTargetOptions(command)
    .addOption(new Option("-f, --format <format>", "output format").choices(["text", "json"]).default("text"))
    .addHelpText("after", examples)
    .action((flags: KindsFlags) => {
      const settings = settleTarget(flags, noProjectFile(), {});
      const rows = settings.catalog.kinds.flatMap((kind) => rowsOf(kind, settings, flags.target));
      if (flags.format === "json") printLines(JSON.stringify(rows, undefined, 2).split("\n"));
      else printLines(tableLines(rows.map(cellsOf)));
    });
}

const examples = `
Examples:
  clustervet kinds
  clustervet kinds --target 1.30 --format json`;

interface Row {
  readonly kind: string;
  /** Empty for the core group; absent if documents of the kind have no group. */
  readonly group?: string;
  readonly versions: readonly string[];
  /** The flag or component that reads files of this kind; absent for resources. */
  readonly reader?: string;
}

/** Returns one row, or no row if the target release reads no version of the kind. */
function rowsOf(kind: Kind, { catalog: { groupDomain } }: Settings, target: string | undefined): readonly Row[] {
  const found = versionsIn(groupDomain, kind).filter(
    ({ since, until }) =>
      target === undefined ||
      ((since === undefined || reaches(target, since)) && (until === undefined || !reaches(target, until))),
  );
  if (found.length === 0) return [];
  const reader = kind.loader?.flag;
  const isBare = kind.loader?.mayOmit === "identity";
  return [
    {
      kind: kind.kind,
      ...(isBare ? {} : { group: groupIn(groupDomain, kind.group) }),
      versions: isBare ? [] : [...new Set(found.map(({ name }) => name))],
      ...(reader && { reader }),
    },
  ];
}

const cellsOf = ({ kind, group, versions, reader = "" }: Row): readonly string[] =>
  group === undefined
    ? [kind, "(none)", "unversioned", reader]
    : [kind, group || "(core)", versions.join(", "), reader];
