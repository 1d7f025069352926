/**
 * Checks the names in options. Without this check, a misspelled name would silently have no effect.
 *
 * @module
 */

import { OptionError } from "../json/option-error.ts";
import type { Catalog } from "../kind/catalog.ts";
import { policyRuleFaults } from "../policy/policy-rule.ts";
import { closest } from "../text/closest.ts";
import type { Settings } from "./options.ts";
import { ruleCatalog } from "./rule-catalog.ts";
import { writtenRuleIds } from "./rule-ids.ts";
import { ruleFault } from "./suppress.ts";

/**
 * Checks the names of rules, and of kinds in the rules of the project. Call it once per run.
 *
 * @throws {OptionError} for a name that does not exist, and for a policy rule that does not compile
 */
export function assertNames({ rules, policyRules, catalog, target }: Settings): void {
  assertRuleNames("rules", Object.keys(rules), catalog);
  for (const [index, { kinds = [] }] of policyRules.entries()) {
    for (const [at, kind] of kinds.entries()) assertKind(kind, catalog, `policyRules[${index}].kinds[${at}]`);
  }
  const [fault] = policyRules.length === 0 ? [] : policyRuleFaults(policyRules, target);
  if (fault !== undefined) throw new OptionError(fault);
}

/**
 * @param option - the option with the names, for messages
 * @throws {OptionError} for a rule or an area that does not exist
 */
export function assertRuleNames(option: string, rules: readonly string[], catalog: Catalog): void {
  for (const rule of rules) if (rule !== "*") assertRule(option, rule, catalog);
}

/** Uses the rule catalog only for names that are not built in, because it loads every kind. */
function assertRule(option: string, rule: string, { kinds }: Catalog): void {
  if (!ruleFault(rule, writtenRuleIds())) return;
  const ids = ruleCatalog(kinds).map(({ id }) => id);
  const fault = ruleFault(rule, ids);
  if (fault) throw new OptionError(`${option}: ${fault.message}; ${fault.help}`);
}

/** Accepts unknown groups, since the input may define them. */
function assertKind(text: string, catalog: Catalog, at: string): void {
  const [name = "", ...rest] = text.split(".");
  const group = rest.join(".");
  if (group === "" ? catalog.findAllByName(name).length > 0 : catalog.find(group, name)) return;
  if (group !== "" && catalog.kindsInGroup(group).length === 0) return;
  const kinds = group === "" ? catalog.kinds : catalog.kindsInGroup(group);
  const meant = didYouMean(
    name,
    kinds.map(({ kind }) => kind),
  );
  const more = meant === "" && group === "" ? "; write KIND.group for a kind that the input defines" : meant;
  throw new OptionError(`${at}: unknown kind ${JSON.stringify(text)}${more}`);
}

function didYouMean(name: string, choices: Iterable<string>): string {
  const meant = closest(name, choices);
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}
