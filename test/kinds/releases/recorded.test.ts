import { describe, expect, test } from "vitest";
import { judgedEdits } from "../recorded-verdicts.ts";
import { lettersOf, records, releases } from "./recorded-releases.ts";

describe.each(releases)("the verdicts of kube-apiserver %s", (release) => {
  test.each(records)("%s", (record) => {
    const letters = lettersOf(record, release);
    const judged = [...judgedEdits(record, release)];
    expect(judged).toHaveLength(letters.length);
    const wrong = judged.filter(({ isAccepted }, index) => letters[index] === (isAccepted ? "r" : "a"));
    expect(wrong.map(({ line, text }) => `${line} ${text}`)).toEqual([]);
  });
});
