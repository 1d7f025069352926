/**
 * `clustervet explain`: prints the page of a rule, or describes a kind and its fields.
 *
 * @module
 */
import { type Command, Option } from "commander";
import { settle } from "../../engine/options.ts";
import { ruleCatalog } from "../../engine/rule-catalog.ts";
import type { Catalog } from "../../kind/catalog.ts";
import { documentField } from "../../kind/field-documentation.ts";
import { apiVersionOf, type Kind } from "../../kind/kind.ts";
import { closest } from "../../text/closest.ts";
import { UsageError } from "../exit.ts";
import { renderField } from "../field-page.ts";
import { io } from "../io.ts";
import type { ProgramFiles } from "../program-files.ts";
import { noProjectFile } from "../project-file.ts";
import { addTargetOptions, settleTarget, type TargetFlags } from "../target-options.ts";
import { type ColorChoice, isColorful, print } from "../terminal.ts";
import { unknownKind } from "../unknown-kind.ts";

interface ExplainFlags extends TargetFlags {
  readonly apiVersion?: string;
  readonly color: ColorChoice;
}

/** Columns of prose if the output is not a terminal with a known width. */
const defaultWidth = 80;

export function addExplainCommand(program: Command, files: ProgramFiles): void {
  const command = program
    .command("explain")
    .summary("explain a rule, a kind or a field, with examples")
    .description(
      "Prints the page of a rule, with the behaviour of the real component and examples; or the description of a kind or " +
        "field, with its type, default, values, the release that added it, and an example.",
    )
    .argument("<subject>", "ID of a rule, as reports show it in brackets, or KIND[.field.field...]")
    .option("--api-version <version>", "GROUP/VERSION of the kind (default: its newest)");
  addTargetOptions(command)
    .addOption(new Option("--color <when>", "colours").choices(["auto", "always", "never"]).default("auto"))
    .addHelpText("after", examples)
    .action((subject: string, flags: ExplainFlags) => {
      print(subject.includes("/") ? rulePage(subject, files) : kindPage(subject, flags));
    });
}

const examples = `
Examples:
  clustervet explain authentication/email-verified
  clustervet explain AuthenticationConfiguration.jwt.issuer
  clustervet explain role.rules`;

/**
 * @param subject - a kind (case-insensitive; also its plural or a short name), followed by names of fields
 * @throws {UsageError} for an unknown kind, version or field
 */
function kindPage(subject: string, flags: ExplainFlags): string {
  const settings = settleTarget(flags, noProjectFile(), {});
  const [name = "", ...rest] = subject.split(".");
  const path = rest.map((part) => part.replace(/\[\d*\]$/, "")).filter((part) => part !== "");
  const { kind, version, apiVersion } = chooseKind(name, settings.catalog, flags.apiVersion);
  const found = documentField(kind, version, path, settings.contextFor(version.name));
  if ("unknown" in found) {
    const where = [kind.kind, ...found.parentPath].join(".");
    const help = found.closestName
      ? `did you mean ${where}.${found.closestName}?`
      : `it has: ${found.knownNames.join(", ") || "no fields"}`;
    throw new UsageError(`${where} has no field "${found.unknown}"`, help);
  }
  return renderField({ kind, version, apiVersion, path }, found, {
    isColorful: isColorful(flags.color, io().stdout),
    width: io().stdout.columns ?? defaultWidth,
  });
}

/** @throws {UsageError} */
function chooseKind(name: string, { kinds, groupDomain }: Catalog, apiVersion: string | undefined) {
  const named = kinds.filter((kind) => namesOf(kind).some((each) => each.toLowerCase() === name.toLowerCase()));
  const choices = named.flatMap((kind) =>
    kind.versions.map((version) => ({ kind, version, apiVersion: apiVersionOf(kind, version, groupDomain) })),
  );
  const [newest] = choices;
  if (!newest) {
    const isArea = ruleCatalog(kinds).some(({ id }) => id.startsWith(`${name}/`));
    if (isArea) throw new UsageError(`"${name}" is an area of rules`, `\`clustervet rules ${name}\` lists them`);
    throw unknownKind(name, kinds);
  }
  const chosen = apiVersion === undefined ? newest : choices.find((choice) => choice.apiVersion === apiVersion);
  if (chosen) return chosen;
  throw new UsageError(
    `${name} is not in "${apiVersion}"`,
    `it is in: ${choices.map((choice) => choice.apiVersion).join(", ")}`,
  );
}

function namesOf({ kind, aliases = [], resource }: Kind): readonly string[] {
  return [kind, ...aliases, ...(resource ? [resource.plural, resource.singular, ...(resource.shortNames ?? [])] : [])];
}

/** @throws {UsageError} for an unknown rule */
function rulePage(rule: string, files: ProgramFiles): string {
  const ids = ruleCatalog(settle({}).catalog.kinds).map(({ id }) => id);
  if (!ids.includes(rule)) {
    const meant = closest(rule, ids);
    throw new UsageError(
      `there is no rule "${rule}"`,
      meant ? `did you mean ${meant}?` : "`clustervet rules` lists all rules",
    );
  }
  return files.rulePage(rule);
}
