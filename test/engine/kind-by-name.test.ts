import { expect, test } from "vitest";
import { createVetter } from "../../src/engine/vetter.ts";

const rulesIn = (name: string, text: string) =>
  createVetter()
    .vetText(text, name)
    .map(({ rule }) => rule);

test.each([
  { name: "/etc/rancher/k3s/config.yaml", rules: ["k3s/flag-value"] },
  { name: "roles/node/files/etc/rancher/rke2/config.yaml", rules: ["k3s/flag-value"] },
  { name: "rancher/k3s/config.yaml.d/10-server.yml", rules: ["k3s/flag-value"] },
  { name: "rancher/k3s/config.yaml.d/deep/10-server.yaml", rules: ["kind/unknown"] },
  { name: "rancher/k3s/registries.yaml", rules: ["kind/unknown"] },
  { name: "k3s/config.yaml", rules: ["kind/unknown"] },
])("$name: $rules", ({ name, rules }) => {
  expect(rulesIn(name, "selinux: perhaps\n")).toEqual(rules);
});

test("a document that says what it is is that, whatever the name of its file", () => {
  const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\nselinux: perhaps\n";
  expect(rulesIn("rancher/k3s/config.yaml", text)).toEqual(["schema/unknown-field"]);
});

test("text that is not YAML is reported although nothing in it says what it is", () => {
  expect(rulesIn("rancher/k3s/config.yaml", "tls-san: [a\n")).toContain("source/syntax");
});

test("values of tokens are masked", () => {
  const [found] = createVetter().vetText("token: { a: hunter2 }\n", "rancher/k3s/config.yaml");
  expect(found).toMatchObject({ rule: "k3s/flag-value", sensitive: true });
});
