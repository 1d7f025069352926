/** A definition that several files of a run repeat, in any notation, is validated once for each release. */
import { expect, test, vi } from "vitest";
import { validate } from "../../src/engine/validate.ts";
import { createVetter } from "../../src/index.ts";

vi.mock(import("../../src/engine/validate.ts"), async (original) => {
  const actual = await original();
  return { ...actual, validate: vi.fn(actual.validate) };
});
const validateMock = vi.mocked(validate);

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: wrong.example.com
spec:
  group: example.com
  scope: Cluster
  names: {kind: Web, plural: webs, singular: web, listKind: WebList}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema: {type: object, properties: {size: {type: integer, minimum: 2}}}
`;
const renderedDefinition = `---\n# Source: web/crds/web.yaml\n${definition.replace("wrong.example.com", '"wrong.example.com" # as is')}`;
const infinite = definition.replace("minimum: 2", "minimum: .inf");
const nullMinimum = definition.replace("minimum: 2", "minimum: null");
const kubeadm = "apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\nkubernetesVersion: v1.34.0\n";

function places(...contents: readonly string[]): { readonly found: readonly string[]; readonly times: number } {
  validateMock.mockClear();
  const files = contents.map((content, at) => ({ name: `${at}.yaml`, content }));
  const { diagnostics } = createVetter().vetFiles(files);
  const times = validateMock.mock.calls.filter(([value]) => JSON.stringify(value).includes("openAPIV3Schema")).length;
  const named = diagnostics.filter(({ rule }) => rule === "crd/name");
  return { found: named.map(({ file, range }) => `${file}:${range?.start.line}`), times };
}

test("a definition in another notation is validated once, with findings at the line of each file", () => {
  expect(places(definition, renderedDefinition)).toEqual({ found: ["0.yaml:4", "1.yaml:6"], times: 1 });
});

test("another definition, or the same for another release, is validated separately", () => {
  expect(places(definition, definition.replace("minimum: 2", "minimum: 3")).times).toBe(2);
  expect(places(definition, `${kubeadm}---\n${definition}`).times).toBe(2);
});

test("definitions that differ only in values with the same JSON are validated separately", () => {
  expect(places(nullMinimum, infinite, nullMinimum).times).toBe(2);
});
