/** Tests that registry credentials are parsed as JSON like in Go. */
import { expect, test } from "vitest";
import { createVetter } from "../../../src/index.ts";

test.each([
  [9_999, []],
  [10_000, [{ rule: "secret/content" }]],
])("registry credentials with %i levels of nested lists", (levels, findings) => {
  const text = `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  const found = createVetter().vetObject({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "x", namespace: "default" },
    type: "kubernetes.io/dockerconfigjson",
    stringData: { ".dockerconfigjson": text },
  });
  expect(found.filter(({ severity }) => severity === "error")).toMatchObject(findings);
});
