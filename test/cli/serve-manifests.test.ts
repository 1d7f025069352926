/** `staticManifestsDir` in the AdmissionConfiguration of `serve`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readPluginConfigurations } from "../../src/cli/serve-admission.ts";
import { followManifests } from "../../src/cli/serve-manifests.ts";
import { Messages } from "../server/messages.ts";

let folder: string;
let directory: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clustervet-manifests-"));
  directory = join(folder, "policies");
  mkdirSync(directory);
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const policy = (name: string) =>
  JSON.stringify({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["pods"] }],
      },
      validations: [{ expression: "true" }],
    },
  });
const write = (file: string, text: string) => writeFileSync(join(directory, file), text);

const required = new Set(["EventRateLimit", "ImagePolicyWebhook"]);
const isOn = (name: string) => !required.has(name);

function readManifests(flags: object = {}, isPluginOn = isOn, kind = "ValidatingAdmissionPolicyConfiguration") {
  const apiVersion = "apiserver.config.k8s.io/v1";
  const configuration = { apiVersion, kind, staticManifestsDir: directory };
  const name =
    kind === "WebhookAdmissionConfiguration" ? "ValidatingAdmissionWebhook" : kind.replace("Configuration", "");
  const file = join(folder, "admission.yaml");
  const plugins = [{ name, configuration }];
  writeFileSync(file, JSON.stringify({ apiVersion, kind: "AdmissionConfiguration", plugins }));
  return readPluginConfigurations({ admissionControlConfigFile: file, ...flags }, isPluginOn);
}

const namesIn = ({ manifests }: ReturnType<typeof readManifests>) =>
  manifests.flatMap((each) => each.manifests.objects.map(({ name }) => name));

test("the server reads YAML and JSON files of the directory if the plugin is enabled", () => {
  write("b.yaml", policy("b.static.k8s.io"));
  write("a.JSON", policy("c.static.k8s.io"));
  write("README.md", "no manifest");
  mkdirSync(join(directory, "more.yaml"));
  const configurations = readManifests();
  expect(namesIn(configurations)).toEqual(["b.static.k8s.io", "c.static.k8s.io"]);
  expect(configurations.byPlugin.get("ValidatingAdmissionPolicy")).toMatchObject({ manifests: expect.anything() });
  expect(readManifests({}, () => false).manifests).toEqual([]);
});

test("the server does not start with manifests that prevent kube-apiserver from starting", () => {
  write("a.yaml", policy("a"));
  expect(() => readManifests()).toThrow(
    `failed to load static policy manifests from "${directory}": error loading ${directory}/a.yaml: "a" in file "${directory}/a.yaml" must have a name ending with ".static.k8s.io"`,
  );
  expect(() => readManifests({}, isOn, "WebhookAdmissionConfiguration")).toThrow(
    `failed to load static webhook manifests from "${directory}": error loading ${directory}/a.yaml: unsupported resource type *v1.ValidatingAdmissionPolicy`,
  );
});

test.each([{ target: "1.35" }, { target: "1.36" }, { featureGates: "ManifestBasedAdmissionControlConfig=false" }])(
  "staticManifestsDir is rejected without its release and feature gate: %s",
  (flags) => {
    expect(() => readManifests(flags)).toThrow("admission.yaml is not valid");
  },
);

test("the feature gate may be enabled in 1.36", () => {
  write("a.yaml", policy("a.static.k8s.io"));
  const flags = { target: "1.36", featureGates: "ManifestBasedAdmissionControlConfig=true" };
  expect(namesIn(readManifests(flags))).toEqual(["a.static.k8s.io"]);
});

test("changed files are used, unless one of them is invalid", async () => {
  vi.useFakeTimers();
  write("a.yaml", policy("a.static.k8s.io"));
  const configurations = readManifests();
  const log = new Messages();
  const stop = followManifests(configurations.manifests, log);
  const names = async () => {
    await vi.advanceTimersByTimeAsync(1100);
    return namesIn(configurations);
  };
  write("b.yaml", policy("b.static.k8s.io"));
  expect(await names()).toEqual(["a.static.k8s.io", "b.static.k8s.io"]);
  write("b.yaml", policy("b"));
  expect(await names()).toEqual(["a.static.k8s.io", "b.static.k8s.io"]);
  rmSync(join(directory, "a.yaml"));
  write("b.yaml", "# nothing yet\n");
  expect(await names()).toEqual(["a.static.k8s.io", "b.static.k8s.io"]);
  rmSync(join(directory, "b.yaml"));
  expect(await names()).toEqual([]);
  rmSync(directory, { recursive: true });
  expect(await names()).toEqual([]);
  expect(log.lines.filter(({ level }) => level === "error")).toHaveLength(3);
  stop();
});
