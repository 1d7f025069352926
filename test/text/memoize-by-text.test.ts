import { expect, test } from "vitest";
import { memoizeByText } from "../../src/text/memoize-by-text.ts";

function counting() {
  const asked: string[] = [];
  const make = memoizeByText((text) => {
    asked.push(text);
    return { text };
  });
  return { asked, make };
}

test("the result of a repeated text is cached", () => {
  const { asked, make } = counting();
  expect(make("100m")).toBe(make("100m"));
  expect(make("1")).toEqual({ text: "1" });
  expect(asked).toEqual(["100m", "1"]);
});

test("results of long texts are not cached", () => {
  const { asked, make } = counting();
  const long = "1".repeat(65);
  expect(make(long)).toEqual(make(long));
  expect(asked).toEqual([long, long]);
});

test("the cache is cleared after a thousand texts", () => {
  const { asked, make } = counting();
  for (let index = 0; index < 1000; index++) make(`${index}`);
  make("0");
  expect(asked.length).toBe(1000);
  make("one more");
  make("0");
  expect(asked.slice(1000)).toEqual(["one more", "0"]);
});

test("an undefined result is cached, too", () => {
  const asked: string[] = [];
  const make = memoizeByText((text): string | undefined => {
    asked.push(text);
    return undefined;
  });
  expect([make("a"), make("a")]).toEqual([undefined, undefined]);
  expect(asked).toEqual(["a"]);
});
