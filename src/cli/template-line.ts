/**
 * The line of a Helm template that a rendered line comes from: one with its text, or with its text around actions
 * (`port: {{ .Values.port }}`), chosen by the lines around it.
 *
 * @module
 */

/** Lines before and behind the rendered one that are looked at. */
const maxContextLines = 200;

/** The fewest characters outside of actions by which a line with actions says where one is. */
const minAnchorLength = 12;

/**
 * @param rendered - the lines of the rendered document, without space around them
 * @param template - those of the template
 * @param at - an index into the rendered lines
 * @returns an index into the template; undefined where several lines may be it
 */
export function templateLine(rendered: readonly string[], template: readonly string[], at: number): number | undefined {
  const line = rendered[at] ?? "";
  const same = indexesOf(line, template);
  if (same.length === 1) return same[0];
  const [from, to] = windowAround(rendered, template, at);
  if (same.length > 0) return bestOf(within(same, from, to), rendered, template, at);
  const [only, ...others] = within(patternsOf(line, template), from, to);
  const isCertain = others.length === 0 && !template.slice(from + 1, only).some(isIncluded);
  return isCertain ? only : undefined;
}

const within = (indexes: readonly number[], from: number, to: number): readonly number[] =>
  indexes.filter((index) => index > from && index < to);

function indexesOf(line: string, lines: readonly string[]): readonly number[] {
  return line === "" ? [] : lines.flatMap((each, index) => (each === line ? [index] : []));
}

/** The indexes in the template of the nearest lines that are certain, before and behind. */
function windowAround(rendered: readonly string[], template: readonly string[], at: number): readonly [number, number] {
  const isCertain = anchorIn(rendered, template);
  const before = rendered.slice(Math.max(0, at - maxContextLines), at).reverse();
  const behind = rendered.slice(at + 1, at + 1 + maxContextLines);
  return [firstOf(before, isCertain) ?? -1, firstOf(behind, isCertain) ?? template.length];
}

function firstOf<T>(lines: readonly string[], find: (line: string) => T | undefined): T | undefined {
  for (const line of lines) {
    const found = find(line);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where a line is in the template, if both texts have it once. */
function anchorIn(rendered: readonly string[], template: readonly string[]) {
  return (line: string): number | undefined => {
    const same = indexesOf(line, template);
    const [only, ...others] = same.length > 0 ? same : patternsOf(line, template, minAnchorLength);
    return only === undefined || others.length > 0 || indexesOf(line, rendered).length > 1 ? undefined : only;
  };
}

/** The one with the most equal lines right before it. */
function bestOf(
  indexes: readonly number[],
  rendered: readonly string[],
  template: readonly string[],
  at: number,
): number | undefined {
  const [only] = indexes;
  if (indexes.length === 1) return only;
  const counts = indexes.map((index) => {
    let count = 0;
    while (count < at && count < index && rendered[at - count - 1] === template[index - count - 1]) count++;
    return count;
  });
  const most = Math.max(0, ...counts);
  return most > 0 && counts.filter((count) => count === most).length === 1 ? indexes[counts.indexOf(most)] : undefined;
}

/** Lines with a key and actions, whose text outside of the actions the line has. */
function patternsOf(line: string, template: readonly string[], minLength = 0): readonly number[] {
  if (line === "") return [];
  return template.flatMap((each, index) => {
    const parts = each.includes("{{") ? each.split(action) : [];
    const [first = ""] = parts;
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const isPattern = parts.length > 1 && first.includes(":") && length >= minLength;
    return isPattern && hasParts(line, parts) ? [index] : [];
  });
}

const action = /\{\{(?:[^{}]|\{(?!\{)|\}(?!\}))*\}\}/;

/** Whether a line begins with the first part, ends with the last, and has the others in between in their order. */
function hasParts(line: string, parts: readonly string[]): boolean {
  const last = parts.at(-1) ?? "";
  let at = 0;
  for (const [index, part] of parts.slice(0, -1).entries()) {
    const found = line.indexOf(part, at);
    if (found < 0 || (index === 0 && found > 0)) return false;
    at = found + part.length;
  }
  return line.length - last.length >= at && line.endsWith(last);
}

/** Whether a line puts others in: `{{- include "labels" . | nindent 4 }}`. */
const isIncluded = (line: string): boolean =>
  /^\{\{.*(?:\b(?:include|template|toYaml|tpl|indent|nindent|block|range)\b|\.(?:Get|AsConfig)\b)/.test(line);
