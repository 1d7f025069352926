/**
 * Reports fields that a document omits and whose defaults change with an upgrade.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { formatPath, shortText, valueAt } from "../diagnostic/path.ts";
import { formatJson } from "../json/format-json.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { RuleFinding } from "../rule/run.ts";
import type { Candidate } from "./expand.ts";
import { sentObject } from "./held-objects.ts";
import type { Settings } from "./options.ts";
import { decodeWithDefaults } from "./validate.ts";

/** A changed default; undefined in a release without that default. */
interface NewDefault {
  readonly path: FieldPath;
  readonly before: unknown;
  readonly now: unknown;
}

/** The most UTF-16 units of a default that a message shows. */
const maxValueLength = 200;

/**
 * Returns the differences between the defaults of both releases, except for fields that the document sets.
 *
 * @param object - decoded, with the defaults of the target
 */
export function newDefaults(
  { kind, version, value }: Candidate,
  object: unknown,
  { target, upgradesFrom }: Settings,
): readonly RuleFinding[] {
  if (!upgradesFrom) return [];
  const context = upgradesFrom.contextFor(version.name);
  const before = decodeWithDefaults(sentObject(value, kind, upgradesFrom.namespace), { kind, version, context });
  return differences(before, object, [])
    .filter(({ path }) => valueAt(value, path) === undefined)
    .map((change) => ({
      rule: "schema/new-default",
      severity: "info",
      cause: "invalid",
      path: change.path,
      message: `\`${formatPath(change.path)}\` is ${shown(change.now)} by default in ${target}; it was ${shown(change.before)} in ${upgradesFrom.target}`,
      help: "set the field where one of the two must hold",
    }));
}

const shown = (value: unknown): string =>
  value === undefined ? "unset" : shortText(formatJson(value), maxValueLength);

function differences(before: unknown, now: unknown, path: FieldPath): readonly NewDefault[] {
  if (isPlainObject(before) && isPlainObject(now)) {
    const names = new Set([...Object.keys(before), ...Object.keys(now)]);
    return [...names].flatMap((name) => differences(memberOf(before, name), memberOf(now, name), [...path, name]));
  }
  if (Array.isArray(before) && Array.isArray(now) && before.length === now.length) {
    return now.flatMap((item, index) => differences(before[index], item, [...path, index]));
  }
  if (formatJson(before ?? null) === formatJson(now ?? null) || (before === undefined && isNothing(now))) return [];
  return [{ path, before, now }];
}

/** Whether a value is empty. A new field whose default is empty has no effect. */
function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isPlainObject(value)) return Object.values(value).every(isNothing);
  return [undefined, null, false, 0, 0n, "", "None"].includes(value as string);
}
