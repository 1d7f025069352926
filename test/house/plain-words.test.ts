/** Words that a tired reader would have to read twice stay out of what users read. */
import { expect, test } from "vitest";
import { ruleCatalog } from "../../src/engine/rule-catalog.ts";
import { builtInKinds } from "../../src/kinds/index.ts";

const habits = [/\bstands?\b/, /\b(?:is|are) told\b/, /\bis none\b/, /\bbesides\b/i, /^what\b/i];

test.each(ruleCatalog(builtInKinds).map(({ id, summary }) => [id, summary] as const))(
  "%s has a plain summary",
  (_id, summary) => {
    for (const habit of habits) expect(summary).not.toMatch(habit);
    expect(summary.length).toBeLessThanOrEqual(130);
  },
);
