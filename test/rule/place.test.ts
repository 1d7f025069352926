import { expect, test } from "vitest";
import type { Finding } from "../../src/rule/finding.ts";
import { Place } from "../../src/rule/place.ts";

function findingsFrom(speak: (place: Place, root: Place) => void): Finding[] {
  const findings: Finding[] = [];
  const root = Place.root((finding) => findings.push(finding));
  speak(root.at("spec").along(["ports", 0]), root);
  return findings;
}

const path = ["spec", "ports", 0];

test.each<[string, (place: Place, root: Place) => void, object]>([
  ["a message", (place) => place.say("no"), { path, message: "no" }],
  [
    "a cause",
    (place) => place.say("no", { cause: "duplicate", help: "h" }),
    { path, message: "no", cause: "duplicate", help: "h" },
  ],
  ["a finding at the root", (_, root) => root.say("no"), { path: [], message: "no" }],
  [
    "a string value",
    (place) => place.invalid("must", 'a"b'),
    { path, cause: "invalid", message: 'must; got "a\\"b"', value: 'a"b' },
  ],
  ["a number value", (place) => place.invalid("must", 1), { path, cause: "invalid", message: "must; got 1", value: 1 }],
  [
    "a bigint value",
    (place) => place.invalid("must", 2n),
    { path, cause: "invalid", message: "must; got 2", value: "2" },
  ],
  [
    "a boolean value",
    (place) => place.invalid("must", true, { help: "h" }),
    { path, cause: "invalid", message: "must; got true", value: true, help: "h" },
  ],
  [
    "an absent field",
    (place) => place.at("a").required(),
    { path: [...path, "a"], cause: "required", message: "`a` must be set" },
  ],
  [
    "the only supported value",
    (place) => place.unsupported(["a"], "b"),
    { path, cause: "unsupported", message: 'must be "a"; got "b"', value: "b" },
  ],
  [
    "the supported values",
    (place) => place.unsupported(["a", "b"], "c", { help: "h" }),
    { path, cause: "unsupported", message: 'must be one of "a", "b"; got "c"', value: "c", help: "h" },
  ],
  ["a forbidden field", (place) => place.forbidden("no"), { path, cause: "forbidden", message: "no", atKey: true }],
  [
    "a duplicate value",
    (place, root) => place.duplicate("no", root.at("spec")),
    { path, cause: "duplicate", message: "no", see: { path: ["spec"], message: "first is here" } },
  ],
])("a place reports %s", (_, speak, expected) => {
  expect(findingsFrom(speak)).toEqual([expected]);
});

test("pass prefixes findings with the path of the place", () => {
  const see = { path: ["b"], message: "m" };
  const findings = [
    { path: ["a"], message: "no", see },
    { path: [], message: "no" },
  ];
  expect(findingsFrom((place) => place.pass(findings))).toEqual([
    { path: [...path, "a"], message: "no", see: { path: [...path, "b"], message: "m" } },
    { path, message: "no" },
  ]);
  expect(findingsFrom((_, root) => root.pass(findings))).toEqual(findings);
  expect(findingsFrom((place) => place.pass([]))).toEqual([]);
});
