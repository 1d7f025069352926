import { expect, test } from "vitest";
import { upstreamKey } from "../../../src/server/registry/keys.ts";

test.each([
  { storePath: "deployments", namespace: "u", isDryRun: false, key: "/registry/deployments/u/a" },
  { storePath: "deployments", namespace: "u", isDryRun: true, key: "/deployments/u/a" },
  { storePath: "services", namespace: "u", isDryRun: false, key: "/registry/services/specs/u/a" },
  { storePath: "nodes", namespace: "", isDryRun: false, key: "/registry/minions/a" },
  { storePath: "ingresses", namespace: "u", isDryRun: true, key: "/ingress/u/a" },
  { storePath: "example.com/toys", namespace: "", isDryRun: false, key: "/registry/example.com/toys/a" },
])("the key in the errors of kube-apiserver is $key", ({ storePath, namespace, isDryRun, key }) => {
  expect(upstreamKey({ storePath }, { namespace, name: "a" }, isDryRun)).toBe(key);
});
