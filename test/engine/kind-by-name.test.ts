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

test("apiVersion and kind of a document take precedence over the name of its file", () => {
  const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\nselinux: perhaps\n";
  expect(rulesIn("rancher/k3s/config.yaml", text)).toEqual(["schema/unknown-field"]);
});

test("a syntax error is reported in a file whose kind follows from its name", () => {
  expect(rulesIn("rancher/k3s/config.yaml", "tls-san: [a\n")).toContain("source/syntax");
});

test("a finding about a token is marked as sensitive", () => {
  const [found] = createVetter().vetText("token: { a: hunter2 }\n", "rancher/k3s/config.yaml");
  expect(found).toMatchObject({ rule: "k3s/flag-value", sensitive: true });
});

test("values of config.yaml that a drop-in replaces are not validated, and others are", () => {
  const name = "etc/rancher/k3s/config.yaml";
  const base = "secrets-encryption: perhaps\nkubelet-arg: [v=high]\ntls-san: {a: b}\ndisable-cloud-controller: never\n";
  const placesIn = (dropIn: string) =>
    createVetter()
      .vetFiles([
        { name: `${name}.d/10-more.yaml`, content: dropIn },
        { name, content: base },
      ])
      .diagnostics.map(({ file, range, rule }) => `${file}:${range?.start.line} ${rule}`);
  expect(placesIn("kubelet-arg+: [v=2]\n")).toEqual([
    `${name}:1 k3s/flag-value`,
    `${name}:2 flags/value`,
    `${name}:3 k3s/flag-value`,
    `${name}:4 k3s/flag-value`,
  ]);
  expect(placesIn("secrets-encryption: true\nkubelet-arg: [v=high]\ntls-san: c\n")).toEqual([
    `${name}.d/10-more.yaml:2 flags/value`,
    `${name}:4 k3s/flag-value`,
  ]);
});
