import { expect, test } from "vitest";
import { namespaceLifecycle } from "../../../src/server/admission/namespace-lifecycle.ts";
import { type AdmissionPlugin, admit } from "../../../src/server/admission/plugin.ts";
import type { AdmissionAttributes } from "../../../src/server/registry/parts.ts";
import type { StatusError } from "../../../src/server/request/status.ts";
import { firstRound } from "./rounds.ts";

const pods = { group: "", resource: "pods", isNamespaced: true };
const namespaces = { group: "", resource: "namespaces", isNamespaced: false };
const nodes = { group: "", resource: "nodes", isNamespaced: false };
const customNamespaces = { group: "example.com", resource: "namespaces", isNamespaced: false };

/** Returns the rejection, if any. The namespace `web` exists, and `old` is terminating. */
async function attempt(operation: string, resource: object, namespace: string, name: string) {
  const plugin = namespaceLifecycle(async (wanted) => {
    if (wanted === "old") return { metadata: { name: wanted, deletionTimestamp: "2026-01-01T00:00:00Z" } };
    return wanted === "web" ? { metadata: { name: wanted } } : undefined;
  });
  const failure = await plugin
    .mutate?.({ operation, resource, target: { namespace, name } } as AdmissionAttributes, firstRound)
    .catch((error: unknown) => error);
  return failure as StatusError | undefined;
}

const terminating = "unable to create new content in namespace old because it is being terminated";
const deletionRefusal = (name: string) => `namespaces "${name}" is forbidden: this namespace may not be deleted`;
test.each([
  ["CREATE", pods, "web", "p", ""],
  ["CREATE", pods, "none", "p", 'namespaces "none" not found'],
  ["UPDATE", pods, "none", "p", 'namespaces "none" not found'],
  ["DELETE", pods, "none", "p", ""],
  ["CREATE", pods, "old", "p", `pods "p" is forbidden: ${terminating}`],
  ["UPDATE", pods, "old", "p", ""],
  ["CREATE", nodes, "", "n", ""],
  ["DELETE", nodes, "", "default", ""],
  ["CREATE", namespaces, "", "new", ""],
  ["UPDATE", namespaces, "", "default", ""],
  ["DELETE", namespaces, "", "web", ""],
  ["DELETE", namespaces, "", "default", deletionRefusal("default")],
  ["DELETE", namespaces, "", "kube-system", deletionRefusal("kube-system")],
  ["DELETE", namespaces, "", "kube-public", deletionRefusal("kube-public")],
  ["DELETE", customNamespaces, "", "default", ""],
])("%s of %j in %j, %s: %s", async (operation, resource, namespace, name, message) => {
  expect((await attempt(operation, resource, namespace, name))?.message ?? "").toBe(message);
});

test("the rejection names the terminating namespace as its cause", async () => {
  const failure = await attempt("CREATE", pods, "old", "p");
  const cause = { reason: "NamespaceTerminating", message: "namespace old is being terminated" };
  expect(failure?.details?.causes).toEqual([{ ...cause, field: "metadata.namespace" }]);
});

test("plugins run in order, and the first error ends admission", async () => {
  const seen: string[] = [];
  const recordStep = (text: string) => async () => void seen.push(text);
  const throwError = async () => {
    throw new Error("no");
  };
  const validate = () => {};
  const all = admit(
    [
      { mutate: recordStep("mutate a"), approve: recordStep("approve a") },
      { mutate: recordStep("mutate b") },
      { approve: recordStep("approve c") },
    ],
    validate,
  );
  await all.mutate({} as AdmissionAttributes);
  await all.approve({} as AdmissionAttributes);
  expect(seen).toEqual(["mutate a", "mutate b", "approve a", "approve c"]);
  expect(all.validate).toBe(validate);
  const broken = admit([{ mutate: throwError, approve: throwError }, { mutate: recordStep("x") }], validate);
  await expect(broken.mutate({} as AdmissionAttributes)).rejects.toThrow("no");
  await expect(broken.approve({} as AdmissionAttributes)).rejects.toThrow("no");
  expect(seen).not.toContain("x");
});

test("a plugin may request a second round of all plugins, but not a third", async () => {
  const seen: string[] = [];
  const recordingPlugin = (name: string, asks: boolean): AdmissionPlugin => ({
    async mutate(_, rounds) {
      seen.push(`${name} ${rounds.isSecond ? "again" : "first"}`);
      if (asks) rounds.askForSecond();
    },
  });
  await admit([recordingPlugin("a", false), recordingPlugin("b", true)], () => {}).mutate({} as AdmissionAttributes);
  expect(seen).toEqual(["a first", "b first", "a again", "b again"]);
});
