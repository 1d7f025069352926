/** Describes the differences between both servers for people. */
import type { Answered, Outcome } from "./compare-resources.ts";
import { formatExact } from "./exact-json.ts";

const hasSameVerdict = ({ real, own }: Answered): boolean => real.isAccepted === own.isAccepted;
const hasSameResult = ({ real, own }: Answered): boolean => real.result === own.result;

/** Describes each difference in a few lines. */
export const differences = (answered: readonly Answered[]): readonly string[] =>
  answered.filter((each) => !hasSameVerdict(each) || !hasSameResult(each)).map(describeDifference);

export function report(answered: readonly Answered[]) {
  const kinds = [...new Set(answered.map(({ what }) => what))];
  const scores = kinds.map((kind) =>
    score(
      kind,
      answered.filter(({ what }) => what === kind),
    ),
  );
  const same = answered.filter(hasSameVerdict);
  return {
    scores: [...scores, score("all", answered)].join("\n"),
    verdicts: same.length / answered.length,
    results: same.filter(hasSameResult).length / same.length,
  };
}

function score(name: string, all: readonly Answered[]): string {
  const accepted = all.filter(({ real }) => real.isAccepted);
  const same = all.filter(hasSameVerdict);
  const verdicts = `verdict ${percent(same.length, all.length)} (${accepted.length} accepted)`;
  return `${name}: ${verdicts}, results ${percent(same.filter(hasSameResult).length, same.length)}`;
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)} % of ${whole}`;

const maxRequestLength = 3000;
const maxAnswerLength = 1500;

function describeDifference(answered: Answered): string {
  const { what, schema, request, real, own } = answered;
  const verdict = hasSameVerdict(answered) ? what : `${what}, ${real.isAccepted ? "ours" : "theirs"} refuses`;
  return [
    `# ${verdict}`,
    ...linesOnlyIn(real, own).map((line) => `  real ${line}`),
    ...linesOnlyIn(own, real).map((line) => `  own  ${line}`),
    `    schema ${formatExact(schema)}`,
    `    ${request.slice(0, maxRequestLength)}`,
    `    real ${real.text.slice(0, maxAnswerLength)}`,
    `    own  ${own.text.slice(0, maxAnswerLength)}`,
  ].join("\n");
}

function linesOnlyIn(one: Outcome, other: Outcome): readonly string[] {
  const known = new Set(other.result.split("\n"));
  return one.result.split("\n").filter((line) => !known.has(line));
}
