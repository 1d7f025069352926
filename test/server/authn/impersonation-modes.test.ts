import { describe, expect, test } from "vitest";
import type { AccessAttributes } from "../../../src/access/request.ts";
import { mastersGroup, type UserInfo } from "../../../src/access/user.ts";
import {
  type Impersonate,
  impersonateFully,
  impersonateNarrowly,
  type Wanted,
} from "../../../src/server/authn/impersonation-modes.ts";
import type { Authorizer } from "../../../src/server/authz/authorizer.ts";

const nobody: Wanted = { username: "", groups: [], uid: "", extra: {} };
const bob: UserInfo = { username: "bob", uid: "", groups: [], extra: {} };
const nodeKey = "authentication.kubernetes.io/node-name";
const agent: UserInfo = {
  ...bob,
  username: "system:serviceaccount:kube-system:agent",
  extra: { [nodeKey]: ["a"], "authentication.kubernetes.io/pod-name": ["p"] },
};
const listPods = {
  kind: "resource",
  verb: "list",
  group: "",
  version: "v1",
  resource: "pods",
  subresource: "",
  namespace: "web",
  name: "",
} as const;

/** `verb group/resource/subresource namespace/name`, as permissions are listed below. */
function text(attributes: AccessAttributes): string {
  if (attributes.kind === "url") return `${attributes.verb} ${attributes.path}`;
  const { verb, group, resource, subresource, namespace, name } = attributes;
  return `${verb} ${group}/${resource}${subresource && `/${subresource}`} ${namespace}/${name}`;
}

/** The user that comes of it, or the message that refuses. */
async function tryIt(impersonate: Impersonate, wanted: Partial<Wanted>, allowed: readonly string[], requestor = bob) {
  const asked: UserInfo[] = [];
  const authorizer: Authorizer = {
    async authorize({ user, attributes }) {
      asked.push(user);
      return { opinion: allowed.includes(text(attributes)) ? "allow" : "no-opinion", reason: "" };
    },
    rulesFor: async () => ({ rules: [], isComplete: true }),
  };
  try {
    const user = await impersonate({ ...nobody, ...wanted }, { requestor, attributes: listPods, authorizer });
    return { user, asked };
  } catch (error) {
    return { message: (error as Error).message, asked };
  }
}

const on = (mode: string) => `impersonate-on:${mode}:list /pods web/`;
const review = "authentication.k8s.io";

describe("a narrow way", () => {
  test.each([
    {
      name: "for users",
      wanted: { username: "dave" },
      allowed: [on("user-info"), `impersonate:user-info ${review}/users /dave`],
      user: { username: "dave", groups: ["system:authenticated"] },
    },
    {
      name: "for users with all that they are",
      wanted: { username: "dave", groups: ["g"], uid: "1", extra: { "example.com/scope": ["read"] } },
      allowed: [
        on("user-info"),
        ...["users /dave", "groups /g", "uids /1", "userextras/example.com/scope /read"].map(
          (what) => `impersonate:user-info ${review}/${what}`,
        ),
      ],
      user: { uid: "1", groups: ["g", "system:authenticated"], extra: { "example.com/scope": ["read"] } },
    },
    {
      name: "for many groups at once",
      wanted: { username: "dave", groups: ["a", "b", "c", "d"] },
      allowed: [
        on("user-info"),
        `impersonate:user-info ${review}/users /dave`,
        `impersonate:user-info ${review}/groups /*`,
      ],
      user: { groups: ["a", "b", "c", "d", "system:authenticated"] },
    },
    {
      name: "for service accounts",
      wanted: { username: "system:serviceaccount:web:robot" },
      allowed: [on("serviceaccount"), `impersonate:serviceaccount ${review}/serviceaccounts web/robot`],
      user: { groups: ["system:serviceaccounts", "system:serviceaccounts:web", "system:authenticated"] },
    },
    {
      name: "for nodes",
      wanted: { username: "system:node:a" },
      allowed: [on("arbitrary-node"), `impersonate:arbitrary-node ${review}/nodes /a`],
      user: { username: "system:node:a", groups: ["system:nodes", "system:authenticated"] },
    },
  ])("$name", async ({ wanted, allowed, user }) => {
    expect((await tryIt(impersonateNarrowly, wanted, allowed)).user).toMatchObject(user);
    for (const [index] of allowed.entries()) {
      const fewer = allowed.toSpliced(index, 1);
      expect((await tryIt(impersonateNarrowly, wanted, fewer)).user, `without ${allowed[index]}`).toBeUndefined();
    }
  });

  test("for the node that a service account runs on, whichever that is", async () => {
    const allowed = [on("associated-node"), `impersonate:associated-node ${review}/nodes /*`];
    const wanted = { username: "system:node:a" };
    const { user, asked } = await tryIt(impersonateNarrowly, wanted, allowed, agent);
    expect(user).toMatchObject({ username: "system:node:a", groups: ["system:nodes", "system:authenticated"] });
    expect(asked[0]?.extra).toEqual({
      "authentication.kubernetes.io/associated-node-keys": [nodeKey, "authentication.kubernetes.io/pod-name"],
    });
    expect((await tryIt(impersonateNarrowly, { username: "system:node:b" }, allowed, agent)).user).toBeUndefined();
    expect((await tryIt(impersonateNarrowly, wanted, allowed, { ...agent, username: "x" })).user).toBeUndefined();
  });

  test.each([
    { name: "the group that may do everything", wanted: { groups: [mastersGroup] } },
    { name: "a group without a name", wanted: { groups: [""] } },
    { name: "a key without a domain", wanted: { extra: { scope: ["read"] } } },
    { name: "a key in upper case", wanted: { extra: { "example.com/Scope": ["read"] } } },
    { name: "an empty value", wanted: { extra: { "example.com/scope": [""] } } },
  ])("is never one to $name", async ({ wanted }) => {
    const all = {
      authorize: async () => ({ opinion: "allow", reason: "" }) as const,
      rulesFor: async () => ({ rules: [], isComplete: true }),
    };
    const onlyNarrow: Authorizer = {
      ...all,
      authorize: async ({ attributes }) => ({
        opinion: attributes.verb === "impersonate" ? "no-opinion" : "allow",
        reason: "",
      }),
    };
    const request = { requestor: bob, attributes: listPods };
    const who = { ...nobody, username: "dave", ...wanted };
    await expect(impersonateNarrowly(who, { ...request, authorizer: onlyNarrow })).rejects.toThrow("is not allowed");
    await expect(impersonateNarrowly(who, { ...request, authorizer: all })).resolves.toHaveProperty("username", "dave");
  });

  test("is told of when none is open", async () => {
    const { message } = await tryIt(impersonateNarrowly, { username: "dave" }, []);
    expect(message).toBe(
      'pods is forbidden: User "bob" cannot impersonate-on:user-info:list resource "pods" in API group "" in the namespace "web"',
    );
  });
});

describe("the old way", () => {
  const everything = { username: "dave", groups: ["g"], uid: "1", extra: { scopes: ["read"] } };
  const allowed = ["/users /dave", "/groups /g", `${review}/uids /1`, `${review}/userextras/scopes /read`].map(
    (what) => `impersonate ${what}`,
  );

  test.each([
    { name: "alone", impersonate: impersonateFully },
    { name: "after the narrow ones", impersonate: impersonateNarrowly },
  ])("needs a permission for each thing ($name)", async ({ impersonate }) => {
    const { user } = await tryIt(impersonate, everything, allowed);
    expect(user).toEqual({ ...everything, groups: ["g", "system:authenticated"] });
    for (const [index] of allowed.entries()) {
      expect((await tryIt(impersonate, everything, allowed.toSpliced(index, 1))).user).toBeUndefined();
    }
  });

  test("takes a node for a user", async () => {
    const { user } = await tryIt(impersonateNarrowly, { username: "system:node:a" }, [
      "impersonate /users /system:node:a",
    ]);
    expect(user?.groups).toEqual(["system:authenticated"]);
  });

  test("says what is missing", async () => {
    const { message } = await tryIt(impersonateFully, { username: "system:serviceaccount:web:robot" }, []);
    expect(message).toBe(
      'serviceaccounts "robot" is forbidden: User "bob" cannot impersonate resource "serviceaccounts" in API group "" in the namespace "web"',
    );
  });
});
