import { Script } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { lessInlining } from "../../src/cli/inlining.ts";
import { saveMemory, settleToServe, takeCompiledCode } from "../../src/server/run-flags.ts";

test("V8 takes compiled code while anyone loads, also when the heap is limited", () => {
  const sourceOf = (digit: number) => `(function () { return ${digit}; })`;
  const cachedData = new Script(sourceOf(0)).createCachedData();
  let digit = 0;
  // V8 compiles no text twice, and holds code against the length of its text alone.
  const isTaken = () => new Script(sourceOf(++digit), { cachedData }).cachedDataRejected === false;
  expect(isTaken()).toBe(true);
  settleToServe(lessInlining());
  onTestFinished(() => void takeCompiledCode());
  expect(isTaken()).toBe(false);
  const [endFirst, endSecond] = [takeCompiledCode(), takeCompiledCode()];
  expect(isTaken()).toBe(true);
  endFirst();
  endFirst();
  expect(isTaken()).toBe(true);
  saveMemory(true);
  expect(isTaken()).toBe(true);
  endSecond();
  expect(isTaken()).toBe(false);
  saveMemory(false);
  expect(isTaken()).toBe(false);
  const endThird = takeCompiledCode();
  expect(isTaken()).toBe(true);
  endThird();
});
