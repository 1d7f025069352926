import { Script } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { reducedInliningFlags } from "../../src/cli/inlining.ts";
import { allowCompiledCode, saveMemory, setServingFlags } from "../../src/server/run-flags.ts";

test("V8 accepts compiled code while takeCompiledCode is in effect, also when memory is saved", () => {
  const sourceOf = (digit: number) => `(function () { return ${digit}; })`;
  const cachedData = new Script(sourceOf(0)).createCachedData();
  let digit = 0;
  // V8 does not compile a text twice, and compares compiled code only with the length of its text.
  const isTaken = () => new Script(sourceOf(++digit), { cachedData }).cachedDataRejected === false;
  expect(isTaken()).toBe(true);
  setServingFlags(reducedInliningFlags());
  onTestFinished(() => void allowCompiledCode());
  expect(isTaken()).toBe(false);
  const [endFirst, endSecond] = [allowCompiledCode(), allowCompiledCode()];
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
  const endThird = allowCompiledCode();
  expect(isTaken()).toBe(true);
  endThird();
});
