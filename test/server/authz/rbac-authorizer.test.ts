import { expect, test } from "vitest";
import { rbacAuthorizer } from "../../../src/server/authz/rbac-authorizer.ts";
import { RbacSource } from "../../../src/server/authz/rbac-source.ts";
import type { CacheReader } from "../../../src/server/registry/watch-cache.ts";
import type { ApiObject } from "../../../src/server/request/api-object.ts";

/** Objects and their subscribers, without a server. */
class Objects {
  readonly byResource: Record<string, ApiObject[]> = {};
  private readonly readers: CacheReader[] = [];

  of(resource: string) {
    return {
      cached: () => this.byResource[resource] ?? [],
      subscribe: (reader: CacheReader) => this.readers.push(reader),
    };
  }

  changed(how: "change" | "reset"): void {
    for (const reader of this.readers) {
      if (how === "reset") reader.reset();
      else reader.change({ key: "", revision: 1 } as Parameters<CacheReader["change"]>[0]);
    }
  }
}

const objects = new Objects();
const user = { username: "a", uid: "", groups: [], extra: {} };
const attributes = { kind: "url", verb: "get", path: "/x" } as const;
test("RBAC decisions follow changes of the objects", async () => {
  const authorizer = rbacAuthorizer(new RbacSource((resource) => objects.of(resource)));
  const currentOpinion = async () => (await authorizer.authorize({ user, attributes })).opinion;
  expect(await currentOpinion()).toBe("no-opinion");
  objects.byResource["clusterroles"] = [
    { metadata: { name: "r" }, rules: [{ verbs: ["get"], nonResourceURLs: ["/x"] }] },
  ];
  objects.byResource["clusterrolebindings"] = [
    { metadata: { name: "b" }, subjects: [{ kind: "User", name: "a" }], roleRef: { kind: "ClusterRole", name: "r" } },
  ];
  expect(await currentOpinion()).toBe("no-opinion");
  objects.changed("change");
  expect(await currentOpinion()).toBe("allow");
  expect(await authorizer.rulesFor(user, "")).toEqual({
    rules: [{ verbs: ["get"], nonResourceURLs: ["/x"] }],
    isComplete: true,
    errors: [],
  });
  objects.byResource["clusterroles"] = [];
  objects.changed("reset");
  expect(await authorizer.rulesFor(user, "")).toEqual({
    rules: [],
    isComplete: true,
    errors: ['clusterrole.rbac.authorization.k8s.io "r" not found'],
  });
  const decision = await authorizer.authorize({ user, attributes });
  expect(decision).toEqual({
    opinion: "no-opinion",
    reason: 'RBAC: clusterrole.rbac.authorization.k8s.io "r" not found',
  });
});
