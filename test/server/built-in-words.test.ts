/**
 * Messages of rejections of built-in kinds, as in kube-apiserver 1.37.1; `test/parity-server/built-in-words.test.ts`
 * writes the record. `built-in-words-other.txt` lists the requests whose messages still differ.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { playBuiltInWords } from "../parity-server/built-in-words.ts";
import { ownExchange } from "../parity-server/custom-resources/own-exchange.ts";
import { startTestServer } from "./start.ts";

const linesOf = (file: string): readonly string[] =>
  readFileSync(join(import.meta.dirname, "data", file), "utf8")
    .trimEnd()
    .split("\n");

const recorded = linesOf("built-in-words.txt");
const otherWordings = linesOf("built-in-words-other.txt");
const requestOf = (line: string): string => line.replace(/: \d{3} ".*/, "");
const codeOf = (line: string): string => / (\d{3}) "/.exec(line.slice(requestOf(line).length))?.[1] ?? "";

test("rejections of built-in kinds have the messages of kube-apiserver", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const lines: string[] = [];
  for await (const line of playBuiltInWords({ exchange: ownExchange(server) })) lines.push(line);
  expect(lines.map(requestOf)).toEqual(recorded.map(requestOf));
  expect(lines.map(codeOf)).toEqual(recorded.map(codeOf));
  const isOther = (line: string) => otherWordings.includes(requestOf(line));
  expect(lines.filter((line) => !isOther(line))).toEqual(recorded.filter((line) => !isOther(line)));
  expect(lines.filter((line, index) => line !== recorded[index]).map(requestOf)).toEqual(otherWordings);
}, 60_000);
