import { expect, test } from "vitest";
import { isLinearizable } from "./linearizability.ts";

test.each([
  { name: "no operations", history: [], expected: true },
  {
    name: "a write, then a read of it",
    history: [
      { begin: 0, end: 1, expected: 0, revision: 5 },
      { begin: 2, end: 3, revision: 5 },
    ],
    expected: true,
  },
  {
    name: "a write, then a read of the earlier value",
    history: [
      { begin: 0, end: 1, expected: 0, revision: 5 },
      { begin: 2, end: 3, revision: 0 },
    ],
    expected: false,
  },
  {
    name: "a read of either value during a write",
    history: [
      { begin: 0, end: 9, expected: 0, revision: 5 },
      { begin: 1, end: 2, revision: 0 },
      { begin: 3, end: 4, revision: 5 },
    ],
    expected: true,
  },
  {
    name: "a read of the new and then of the old value during a write",
    history: [
      { begin: 0, end: 9, expected: 0, revision: 5 },
      { begin: 1, end: 2, revision: 5 },
      { begin: 3, end: 4, revision: 0 },
    ],
    expected: false,
  },
  {
    name: "two writes of one revision",
    history: [
      { begin: 0, end: 9, expected: 0, revision: 5 },
      { begin: 1, end: 8, expected: 0, revision: 6 },
    ],
    expected: false,
  },
  {
    name: "a refused write after another write",
    history: [
      { begin: 0, end: 1, expected: 0, revision: 5 },
      { begin: 2, end: 3, unlike: 0 },
    ],
    expected: true,
  },
  {
    name: "a refused write without another write",
    history: [
      { begin: 0, end: 1, expected: 0, revision: 5 },
      { begin: 2, end: 3, unlike: 5 },
    ],
    expected: false,
  },
  {
    name: "a deletion, then a read of the earlier value",
    history: [
      { begin: 0, end: 1, expected: 0, revision: 5 },
      { begin: 2, end: 3, expected: 5, revision: 0 },
      { begin: 4, end: 5, revision: 5 },
    ],
    expected: false,
  },
])("$name: $expected", ({ history, expected }) => {
  expect(isLinearizable(history)).toBe(expected);
});
