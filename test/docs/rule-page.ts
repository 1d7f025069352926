/**
 * Reads the pages of docs/rules: title, id, severity and examples.
 *
 * @module
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const rulesFolder = join(import.meta.dirname, "../../docs/rules");

export interface Example {
  readonly language: "yaml" | "json";
  /** `stored` is the object that the other examples of the page update. */
  readonly use: "failing" | "passing" | "stored";
  /** The words after the use: input of `parseOptions`, or after `stored` the subresource of the updates. */
  readonly options: string;
  readonly text: string;
}

export interface RulePage {
  /** Derived from the path of the file. */
  readonly id: string;
  readonly title: string;
  /** The line below the title: `` `id` · severity ``. */
  readonly label: string;
  readonly examples: readonly Example[];
  /** Info strings of all fenced blocks, also of those that are not examples. */
  readonly fences: readonly string[];
}

export function readRulePages(): readonly RulePage[] {
  const files = readdirSync(rulesFolder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .map((file) =>
      parsePage(file.replaceAll("\\", "/").slice(0, -".md".length), readFileSync(join(rulesFolder, file), "utf8")),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

const fence = /^```(.+)\n([\s\S]*?)^```$/gm;
const info = /^(yaml|json) (failing|passing|stored)(?: (.+))?$/;

function parsePage(id: string, text: string): RulePage {
  const [title = "", , label = ""] = text.split("\n");
  const fences = [...text.matchAll(fence)].map(([, words = "", code = ""]) => ({ words, code }));
  const examples = fences.flatMap(({ words, code }): Example[] => {
    const [, language, use, options = ""] = info.exec(words) ?? [];
    return language && use ? [{ language, use, options, text: code } as Example] : [];
  });
  return { id, title, label, examples, fences: fences.map(({ words }) => words) };
}
