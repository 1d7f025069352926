/**
 * `clustervet explain`: the page of a rule.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { settle } from "../../engine/options.ts";
import { ruleCatalog } from "../../engine/rule-catalog.ts";
import { closest } from "../../lexical/closest.ts";
import { UsageError } from "../exit.ts";

export function addExplainCommand(program: Command): void {
  program
    .command("explain")
    .summary("say what a rule is for, with examples")
    .description("Prints the page of a rule: what it catches, what the real component does, and examples.")
    .argument("<rule>", "id of a rule, as it stands in brackets in a report")
    .addHelpText("after", "\nExample:\n  clustervet explain authentication/email-verified")
    .action((rule: string) => {
      process.stdout.write(pageOf(rule));
    });
}

/** @throws {UsageError} for a rule that is none */
function pageOf(rule: string): string {
  const ids = ruleCatalog(settle({}).catalog.kinds).map(({ id }) => id);
  if (!ids.includes(rule)) {
    const meant = closest(rule, ids);
    throw new UsageError(`no rule is called "${rule}"`, meant ? `did you mean ${meant}?` : "docs/rules lists them all");
  }
  // The bundle is dist/clustervet.mjs of the package; the pages are shipped beside dist.
  return readFileSync(new URL(`../docs/rules/${rule}.md`, import.meta.url), "utf8");
}
