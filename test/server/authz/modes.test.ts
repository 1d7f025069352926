import { expect, test } from "vitest";
import { mastersGroup } from "../../../src/access/user.ts";
import { authorizationModes, authorizerOf } from "../../../src/server/authz/modes.ts";
import { RbacSource } from "../../../src/server/authz/rbac-source.ts";
import type { CacheReader } from "../../../src/server/registry/watch-cache.ts";
import type { ApiObject } from "../../../src/server/request/api-object.ts";

/** Objects of a server without a server. */
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
const source = new RbacSource((resource) => objects.of(resource));
const user = (username: string, ...groups: string[]) => ({ username, uid: "", groups, extra: {} });
const attributes = { kind: "url", verb: "get", path: "/x" } as const;

async function opinion(modes: readonly string[], who = user("a")) {
  return (await authorizerOf(modes, source).authorize({ user: who, attributes })).opinion;
}

test.each([
  [[], "no-opinion"],
  [["RBAC"], "no-opinion"],
  [["AlwaysDeny"], "no-opinion"],
  [["RBAC", "AlwaysAllow"], "allow"],
])("%j: %s", async (modes, expected) => {
  expect(await opinion(modes)).toBe(expected);
  expect(await opinion(modes, user("b", mastersGroup))).toBe("allow");
});

test("the modes that there are", () => {
  expect(authorizationModes).toEqual(["AlwaysAllow", "AlwaysDeny", "RBAC"]);
  expect(() => authorizerOf(["Webhook"], source)).toThrow("no such authorization mode: Webhook");
});

test("RBAC goes by the objects as they are", async () => {
  objects.byResource["clusterroles"] = [
    { metadata: { name: "r" }, rules: [{ verbs: ["get"], nonResourceURLs: ["/x"] }] },
  ];
  objects.byResource["clusterrolebindings"] = [
    { metadata: { name: "b" }, subjects: [{ kind: "User", name: "a" }], roleRef: { kind: "ClusterRole", name: "r" } },
  ];
  expect(await opinion(["RBAC"])).toBe("no-opinion");
  objects.changed("change");
  expect(await opinion(["RBAC"])).toBe("allow");
  expect((await authorizerOf(["RBAC"], source).rulesFor(user("a"), "")).rules).toHaveLength(1);
  objects.byResource["clusterroles"] = [];
  objects.changed("reset");
  const decision = await authorizerOf(["RBAC"], source).authorize({ user: user("a"), attributes });
  expect(decision).toEqual({
    opinion: "no-opinion",
    reason: 'RBAC: clusterrole.rbac.authorization.k8s.io "r" not found',
  });
});
