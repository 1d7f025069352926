import { readFileSync } from "node:fs";

/** The rows of a file of JSON lines. */
export const readLines = (file) =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
