/** Rejects words in texts for users, in comments and in titles that a tired reader would have to read twice. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ruleCatalog } from "../../src/engine/rule-catalog.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import { runCli } from "../cli/run-cli.ts";

const root = join(import.meta.dirname, "../..");
const wordHabits = [
  /\b(?:stands?|stood)\b/i,
  /\b(?:is|are|was|were|be|been) told\b/i,
  /(?<!there |` )\b(?:is|are) none\b/i,
  /\bbesides?\b/i,
  /\bwhoever\b/i,
  /\banew\b/i,
  /\bnothing here knows\b/i,
  /\bin all of the\b/i,
];
/** Matches a sentence whose subject begins with "what"; questions and headings may. */
const whatSubject = /(?:^|[.:;] )What (?![^.]*\?)/m;

/** Phrases that messages and summaries must avoid, since a direct statement is clearer. */
const messageHabits = [
  /\bis one that\b/,
  /\bare such as\b/,
  /\bexclude each other\b/,
  /\bis not (?:above|below)\b/,
  /\b(?:must stay|stays) as\b(?! they are)/,
  /\bnext to it\b/,
  /\bgoes with\b/,
  /\bbelongs? together\b/,
];

function expectPlain(text: string): void {
  for (const habit of [...wordHabits, whatSubject]) expect(text).not.toMatch(habit);
}

test.each(ruleCatalog(builtInKinds).map(({ id, summary }) => [id, summary] as const))(
  "%s has a plain summary",
  (_id, summary) => {
    expectPlain(summary);
    for (const habit of messageHabits) expect(summary).not.toMatch(habit);
    expect(summary).not.toMatch(/^what\b/i);
    expect(summary.length).toBeLessThanOrEqual(130);
  },
);

const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);

test.each(["README.md", ...pages])("%s is plain", (page) => {
  const text = readFileSync(join(root, page), "utf8").replace(/^```[\s\S]*?^```$/gm, "");
  expectPlain(text.replace(/^#.*$/gm, ""));
});

const commandList = runCli(["--help"]).stdout.split("Commands:")[1] ?? "";
const commandNames = [...commandList.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = ""]) => name);

test("all commands are found", () => {
  expect(commandNames).toEqual(expect.arrayContaining(["lint", "authn", "eval", "merge", "serve", "storage"]));
});

test.each([...commandNames, "merge kubelet", "storage check"])("the help of %s is plain", (name) => {
  expectPlain(runCli([...name.split(" "), "--help"]).stdout);
});

const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts") && !/^api[\\/](?:data|types)[\\/]/.test(name),
);

/** Returns the strings and templates of a file that read as text, each with its line. Leaves out comments. */
function textsIn(file: string): readonly string[] {
  return readFileSync(join(root, "src", file), "utf8")
    .split("\n")
    .flatMap((line, index) =>
      /^\s*(?:\*|\/\*|\/\/)/.test(line)
        ? []
        : [...line.matchAll(/"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
            .map(([, quoted, template]) => quoted ?? template ?? "")
            .filter((text) => text.includes(" "))
            .map((text) => `${file}:${index + 1}: ${text}`),
    );
}

test("messages are plain", () => {
  const texts = sources.flatMap(textsIn);
  expect(texts.length).toBeGreaterThan(2000);
  const found = texts.filter((text) =>
    [...wordHabits, ...messageHabits, whatSubject].some((habit) => habit.test(text)),
  );
  expect(found).toEqual([]);
});

/** Code files, except those that generators write. */
const codeFiles = ["src", "test", "scripts", "bench"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|mjs)$/.test(name) && !/^api[\\/](?:data|types)[\\/]/.test(name))
    .map((name) => join(folder, name)),
);

/** Phrases that comments must avoid: those above, except for words that code uses otherwise, and riddles. */
const commentHabits = [
  ...wordHabits.filter((habit) => !habit.source.includes("besides?")),
  /\bbesides\b/i,
  /\bthere (?:is|are) none\b/i,
  /\b(?:has|have) yet to\b/i,
  /\bcomes? into question\b/,
  /\bgoes by (?:it|this|that)\b/,
  /\b(?:is|are) for \w+(?: \w+)? to say\b/,
  /\b(?:comes?|came) to see\b/,
  /\btakes? no more\b/,
  /\bin (?:its|their) stead\b/,
  /\band the like\b/,
  /(?:^\s*(?:\/\*\*|\*|\/\/) |\. )What(?:ever)?\b(?![^.]*\?)/,
];

test("comments are plain, and do not begin with what", () => {
  expect(codeFiles.length).toBeGreaterThan(1500);
  const found = codeFiles.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) => {
        const isComment = /^\s*(?:\/\*\*|\*|\/\/) /.test(line);
        return isComment && commentHabits.some((habit) => habit.test(line))
          ? [`${file}:${index + 1}: ${line.trim()}`]
          : [];
      }),
  );
  expect(found).toEqual([]);
});

test("descriptions of the API do not begin with what", () => {
  const folder = join(root, "src/api/descriptions");
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  expect(files.flatMap((text) => text.match(/": +"What\b.*|^ +"What\b.*/gm) ?? [])).toEqual([]);
});

/** Phrases that titles and names of cases must avoid. */
const titleHabits = [
  /\b(?:stands?|stood)\b/i,
  /\b(?:is|are|was|were|be|been) told\b/i,
  /\b(?:is|are) none\b/i,
  /\bwhoever\b/i,
  /\banew\b/i,
  /\bbesides\b/i,
  /(?:^|: )(?:what|whatever)\b/i,
];

test("titles of tests are plain", () => {
  const titles = codeFiles
    .filter((file) => /\.test\.ts$|contract\.ts$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const found = text.matchAll(
        /(?:^ *(?:(?:test|it|describe|contract)(?:\.\w+)*|\]\))\(\s*|\bname: )(["'`])((?:(?!\1).)*)\1/gm,
      );
      return [...found].map(([, , title = ""]) => `${file}: ${title}`);
    });
  expect(titles.length).toBeGreaterThan(2000);
  expect(
    titles.filter((title) => titleHabits.some((habit) => habit.test(title.slice(title.indexOf(".ts: ") + 5)))),
  ).toEqual([]);
});
