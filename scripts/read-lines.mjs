import { readFileSync } from "node:fs";

/** Reads the rows of a file with a JSON value on each line. */
export const readLines = (file) =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
