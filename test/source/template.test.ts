/** Tests that templates that were not rendered are reported, and that actions inside of text are read as text. */
import { expect, test } from "vitest";
import { readSource } from "../../src/source/read-source.ts";

const chart = `{{- if .Values.enabled }}
apiVersion: v1
metadata:
  name: {{ include "web.name" . }}
	labels: {a: b: c}
{{- end }}
`;

test("an unrendered chart has one issue, at its first action", () => {
  const { documents, issues } = readSource("a.yaml", chart);
  expect(issues).toEqual([expect.objectContaining({ rule: "source/template", start: 0, end: 25 })]);
  expect(documents).toEqual([{ index: 0, start: 0, end: chart.length }]);
});

test.each([
  ["an action as a value", "a: 1\nb: {{ .b }}\n", 8, 16],
  ["an action at the start of a value", "a: {{ .b }}-c\n", 3, 11],
  ["an action as an item", "- 1\n- {{ .b }}\n", 6, 14],
  ["an action after a quoted key", 'a:\n  "b/c": {{.d}}\n', 12, 18],
  ["an action on its own line", "a:\n  {{- toYaml .b | nindent 2 }}\nc: 1\n", 5, 33],
  ["a comment action over several lines", "{{/*\nwords\n*/}}\na: 1\n", 0, 2],
  ["an action of Jinja", "a: 1\n{% if b %}\nc: 1\n{% endif %}\n", 5, 15],
  ["an action in JSON", '{\n  "a": {{ .b }}\n}\n', 9, 17],
  ["an action with carriage returns", "a: 1\r\nb: {{ .b }}\r\n", 9, 17],
])("%s", (_name, text, start, end) => {
  expect(readSource("a.yaml", text).issues).toEqual([expect.objectContaining({ rule: "source/template", start, end })]);
});

test.each([
  ["quotes", "a: '{{ .b }}'\nc: \"{{ .d }}\"\n"],
  ["the middle of a scalar", "a: b-{{ .c }}\n"],
  ["a block scalar", "a: |\n  {{ range .b }}\n  {{ end }}\n"],
  ["a comment", "# {{ .a }}\nb: 1\n"],
  ["JSON", '{"a": "{{ .b }}"}'],
])("an action in %s is text", (_name, text) => {
  const { documents, issues } = readSource("a.yaml", text);
  expect(issues).toEqual([]);
  expect(documents[0]?.root).toBeDefined();
});

test("another error is a syntax error, and the remaining values are read", () => {
  const { documents, issues } = readSource("a.yaml", "a: |\n  {{ .b }}\n  {% c %}\nd: e: f\ng: h\n");
  expect(issues.map(({ rule }) => rule)).toEqual(["source/syntax"]);
  expect(documents[0]?.value).toMatchObject({ a: "{{ .b }}\n{% c %}\n" });
});

test("a syntax error before the first action is reported first", () => {
  const { issues } = readSource("a.yaml", "a: b: c\nd: {{ .e }}\n");
  expect(issues[0]).toMatchObject({ rule: "source/syntax", start: 4 });
});
