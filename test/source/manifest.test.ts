import { describe, expect, test } from "vitest";
import { createVetter } from "../../src/engine/vetter.ts";
import { readSource } from "../../src/source/read-source.ts";

const object = (name: string) => `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "${name}"}}`;
const read = (text: string) => {
  const { documents, issues, format } = readSource("a.json", text);
  return {
    format,
    values: documents.map(({ value }) => value),
    refused: issues.filter(({ tolerated }) => tolerated === undefined).map(({ rule }) => rule),
  };
};

describe("manifests that begin with a brace, which are read as by kubectl", () => {
  test.each([
    { name: "one value", text: '{"a": 1}', format: "json", values: [{ a: 1 }] },
    {
      name: "consecutive values",
      text: '{"a": 1}{"a": 2}\n{"a": 3}\n',
      format: "json",
      values: [{ a: 1 }, { a: 2 }, { a: 3 }],
    },
    {
      name: "values with lines between them",
      text: '{"a": 1}\n---\n{"a": 2}\n---\na: 3\n',
      format: "yaml",
      values: [{ a: 1 }, { a: 2 }, { a: 3 }],
    },
    {
      name: "a pair of surrogates before a separator",
      text: '{"a": "\\ud83d\\ude00"}\n---\na: 2\n',
      format: "yaml",
      values: [{ a: "😀" }, { a: 2 }],
    },
    { name: "flow style", text: "{a: 1, b: [x, 'y']}\n", format: "yaml", values: [{ a: 1, b: ["x", "y"] }] },
    { name: "a trailing comma", text: '{"a": 1,}\n', format: "yaml", values: [{ a: 1 }] },
    { name: "a comment", text: '{"a": 1} # one\n', format: "yaml", values: [{ a: 1 }] },
    {
      name: "flow style with several values",
      text: "{a: 1}\n---\n{a: 2}\n",
      format: "yaml",
      values: [{ a: 1 }, { a: 2 }],
    },
  ])("$name", ({ text, format, values }) => {
    expect(read(text)).toEqual({ format, values, refused: [] });
  });

  test.each([
    { name: "truncated JSON", text: '{"a": 1' },
    { name: "a word after the value", text: '{"a": 1} x' },
    { name: "a separator after a second value", text: '{"a": 1}{"a": 2}\n---\n{"a": 3}' },
  ])("rejected: $name", ({ text }) => {
    expect(read(text).format).toBe("json");
    expect(read(text).refused).toContain("source/syntax");
  });

  test("a syntax error after a separator belongs to the second document", () => {
    const { documents, issues } = readSource("a.json", `{"a": 1}\n---\n{"a": [}\n`);
    expect(documents).toHaveLength(2);
    expect(issues.filter(({ tolerated }) => tolerated === undefined)).toMatchObject([{ document: 1 }]);
  });
});

describe("the findings of each document", () => {
  test.each([
    { name: "consecutive values", text: `${object("a")}\n${object("B")}\n`, line: 2 },
    { name: "values with lines between them", text: `${object("a")}\n---\n${object("B")}\n`, line: 3 },
    { name: "flow style", text: "{apiVersion: v1, kind: ConfigMap,\nmetadata: {name: B}}\n", line: 2 },
  ])("have their lines: $name", ({ text, line }) => {
    const found = createVetter().vetText(text, "a.json");
    expect(found.map(({ rule, range }) => [rule, range?.start.line])).toEqual([["meta/name", line]]);
  });

  test.each([
    { name: "flow style", text: "{apiVersion: apiserver.config.k8s.io/v1, kind: TracingConfiguration}" },
    {
      name: "a second value",
      text: '{"apiVersion": "apiserver.config.k8s.io/v1", "kind": "TracingConfiguration"}\n---\n{}\n',
    },
  ])("include a syntax error for a configuration file with $name", ({ text }) => {
    const errors = createVetter()
      .vetText(text, "a.json")
      .filter(({ severity }) => severity === "error");
    expect(errors.map(({ rule }) => rule)).toContain("source/syntax");
  });
});
