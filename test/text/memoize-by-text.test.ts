import { expect, test } from "vitest";
import { memoizeByText } from "../../src/text/memoize-by-text.ts";

function counting() {
  const computed: string[] = [];
  const make = memoizeByText((text) => {
    computed.push(text);
    return { text };
  });
  return { computed, make };
}

test("the result of a repeated text is cached", () => {
  const { computed, make } = counting();
  expect(make("100m")).toBe(make("100m"));
  expect(make("1")).toEqual({ text: "1" });
  expect(computed).toEqual(["100m", "1"]);
});

test("results of long texts are not cached", () => {
  const { computed, make } = counting();
  const long = "1".repeat(65);
  expect(make(long)).toEqual(make(long));
  expect(computed).toEqual([long, long]);
});

test("the cache is cleared after a thousand texts", () => {
  const { computed, make } = counting();
  for (let index = 0; index < 1000; index++) make(`${index}`);
  make("0");
  expect(computed.length).toBe(1000);
  make("one more");
  make("0");
  expect(computed.slice(1000)).toEqual(["one more", "0"]);
});

test("an undefined result is cached, too", () => {
  const computed: string[] = [];
  const make = memoizeByText((text): string | undefined => {
    computed.push(text);
    return undefined;
  });
  expect([make("a"), make("a")]).toEqual([undefined, undefined]);
  expect(computed).toEqual(["a"]);
});
