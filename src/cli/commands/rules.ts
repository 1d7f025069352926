/**
 * `clustervet rules`: lists every rule with its severity and its requirement.
 *
 * @module
 */
import { type Command, Option } from "commander";
import { settle } from "../../engine/options.ts";
import { ruleCatalog } from "../../engine/rule-catalog.ts";
import type { RuleInfo } from "../../rule/rule.ts";
import { closest } from "../../text/closest.ts";
import { UsageError } from "../exit.ts";
import { tableLines } from "../table.ts";
import { printLines } from "../terminal.ts";

interface RulesFlags {
  readonly format: "text" | "json";
}

export function addRulesCommand(program: Command): void {
  program
    .command("rules")
    .summary("list the rules and what each demands")
    .description(
      "Lists the rules with their usual severity and what must hold; `clustervet explain RULE` has the page of one.",
    )
    .argument("[area]", "only the rules of an area, the part of their IDs before the slash")
    .addOption(new Option("-f, --format <format>", "output format").choices(["text", "json"]).default("text"))
    .addHelpText("after", examples)
    .action((area: string | undefined, { format }: RulesFlags) => {
      const rules = rulesOf(area);
      if (format === "json") printLines(JSON.stringify(rules, undefined, 2).split("\n"));
      else printLines(tableLines(rules.map(({ id, severity, summary }) => [id, severity, summary])));
    });
}

const examples = `
Examples:
  clustervet rules
  clustervet rules pod
  clustervet rules --format json`;

/** @throws {UsageError} for an area without rules */
function rulesOf(area: string | undefined): readonly Pick<RuleInfo, "id" | "severity" | "summary">[] {
  const rules = ruleCatalog(settle({}).catalog.kinds).map(({ id, severity, summary }) => ({ id, severity, summary }));
  if (area === undefined) return rules;
  const found = rules.filter(({ id }) => areaOf(id) === area);
  if (found.length > 0) return found;
  if (rules.some(({ id }) => id === area)) {
    throw new UsageError(`"${area}" is a rule, not an area`, `\`clustervet explain ${area}\` prints its page`);
  }
  const meant = closest(area, new Set(rules.map(({ id }) => areaOf(id))));
  throw new UsageError(`no rule has the area "${area}"`, meant && `did you mean ${meant}?`);
}

const areaOf = (id: string): string => id.slice(0, id.indexOf("/"));
