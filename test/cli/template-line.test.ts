/** Finds the lines of templates that rendered lines come from. */
import { expect, test } from "vitest";
import { maxPatternsOfKey, TextLines, templateLine } from "../../src/cli/template-line.ts";

const lines = (text: string) => new TextLines(text);

/** Two roles with the same rule, as charts contain them. */
const roles = lines(`kind: ClusterRole
metadata:
  name: {{ template "fullname" . }}-controller-issuers
  labels:
    {{- include "labels" . | nindent 4 }}
rules:
  - resources: ["issuers"]
    verbs: ["get", "list"]
  - resources: ["secrets"]
    verbs: ["get", "list"]
---
kind: ClusterRole
metadata:
  name: {{ template "fullname" . }}-controller-orders
rules:
  - resources: ["secrets"]
    verbs: ["get", "list"]`);

const orders = lines(`kind: ClusterRole
metadata:
  name: release-web-controller-orders
rules:
  - resources: ["secrets"]
    verbs: ["get", "list"]`);

const issuers = lines(`kind: ClusterRole
metadata:
  name: release-web-controller-issuers
  labels:
    app: web
rules:
  - resources: ["issuers"]
    verbs: ["get", "list"]
  - resources: ["secrets"]
    verbs: ["get", "list"]`);

const service = lines(`kind: Service
spec:
  ports:
    - port: {{ .Values.port }}
      name: {{ .Values.name | quote }}
  {{- include "more" . | nindent 2 }}
  type: {{ .Values.type }}`);

const renderedLines = lines(`kind: Service
spec:
  ports:
    - port: 70000
      name: "http"
  externalIPs: [x]
  type: Wrong`);

test.each([
  { name: "text that the template has once", rendered: issuers, at: 6, template: roles, expected: 6 },
  { name: "the second role, found by the surrounding lines", rendered: orders, at: 5, template: roles, expected: 16 },
  { name: "the second rule, found by the line before", rendered: issuers, at: 9, template: roles, expected: 9 },
  { name: "the text around an action", rendered: renderedLines, at: 3, template: service, expected: 3 },
  { name: "an action at the end, and a filter", rendered: renderedLines, at: 4, template: service, expected: 4 },
  { name: "a line that an action inserts", rendered: renderedLines, at: 5, template: service, expected: undefined },
  {
    name: "a line after inserted lines, found by its key",
    rendered: renderedLines,
    at: 6,
    template: service,
    expected: undefined,
  },
  { name: "an empty line", rendered: lines(""), at: 0, template: lines(""), expected: undefined },
])("$name", ({ rendered: made, at, template, expected }) => {
  expect(templateLine(made, template, at)).toBe(expected);
});

test("no line is chosen among equal lines without lines around them", () => {
  expect(templateLine(lines("a: 1"), lines("a: 1\n---\na: 1"), 0)).toBeUndefined();
});

test("a long line with many actions is matched in linear time", () => {
  const pattern = `key: ${"a{{ x }}".repeat(2_000)}b`;
  expect(templateLine(lines(`key: ${"a".repeat(40_000)}`), lines(pattern), 0)).toBeUndefined();
});

test("no line is chosen among more than maxPatternsOfKey lines with the same key", () => {
  const templateOf = (count: number) => lines(Array.from({ length: count }, (_, n) => `k: {{ .a }}-${n}`).join("\n"));
  const made = lines("k: a-7");
  expect(templateLine(made, templateOf(maxPatternsOfKey), 0)).toBe(7);
  expect(templateLine(made, templateOf(maxPatternsOfKey + 1), 0)).toBeUndefined();
});
