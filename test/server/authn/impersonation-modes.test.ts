import { describe, expect, test } from "vitest";
import type { AccessAttributes } from "../../../src/access/request.ts";
import { mastersGroup, type UserInfo } from "../../../src/access/user.ts";
import {
  type Impersonate,
  impersonateFully,
  impersonateNarrowly,
} from "../../../src/server/authn/impersonation-modes.ts";
import type { Authorizer } from "../../../src/server/authz/authorizer.ts";

const nobody: UserInfo = { username: "", groups: [], uid: "", extra: {} };
const bob: UserInfo = { username: "bob", uid: "", groups: [], extra: {} };
const nodeKey = "authentication.kubernetes.io/node-name";
const agent: UserInfo = {
  ...bob,
  username: "system:serviceaccount:kube-system:agent",
  extra: { "authentication.kubernetes.io/pod-name": ["p"], [nodeKey]: ["a"] },
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

/** Formats a permission as `verb group/resource/subresource namespace/name`. */
function permissionText(attributes: AccessAttributes): string {
  if (attributes.kind === "url") return `${attributes.verb} ${attributes.path}`;
  const { verb, group, resource, subresource, namespace, name } = attributes;
  return `${verb} ${group}/${resource}${subresource && `/${subresource}`} ${namespace}/${name}`;
}

/** Returns the impersonated user or the message of the rejection, and the users that the authorizer saw. */
async function impersonateUser(
  impersonate: Impersonate,
  wanted: Partial<UserInfo>,
  allowed: readonly string[],
  requestor = bob,
) {
  const checkedUsers: UserInfo[] = [];
  const authorizer: Authorizer = {
    async authorize({ user, attributes }) {
      checkedUsers.push(user);
      expect(attributes).toHaveProperty("version", "v1");
      return { opinion: allowed.includes(permissionText(attributes)) ? "allow" : "no-opinion", reason: "" };
    },
    rulesFor: async () => ({ rules: [], isComplete: true }),
  };
  try {
    const { user } = await impersonate({ ...nobody, ...wanted }, { requestor, attributes: listPods, authorizer });
    return { user, checkedUsers };
  } catch (error) {
    return { message: (error as Error).message, checkedUsers };
  }
}

const permissionOn = (mode: string) => `impersonate-on:${mode}:list /pods web/`;
const review = "authentication.k8s.io";

describe("a constrained mode", () => {
  test.each([
    {
      name: "for a user",
      wanted: { username: "dave" },
      allowed: [permissionOn("user-info"), `impersonate:user-info ${review}/users /dave`],
      user: { username: "dave", groups: ["system:authenticated"] },
    },
    {
      name: "for a user with groups, uid and extra values",
      wanted: { username: "dave", groups: ["g"], uid: "1", extra: { "example.com/scope": ["read"] } },
      allowed: [
        permissionOn("user-info"),
        ...["users /dave", "groups /g", "uids /1", "userextras/example.com/scope /read"].map(
          (part) => `impersonate:user-info ${review}/${part}`,
        ),
      ],
      user: { uid: "1", groups: ["g", "system:authenticated"], extra: { "example.com/scope": ["read"] } },
    },
    {
      name: "for many groups, checked at once",
      wanted: { username: "dave", groups: ["a", "b", "c", "d"] },
      allowed: [
        permissionOn("user-info"),
        `impersonate:user-info ${review}/users /dave`,
        `impersonate:user-info ${review}/groups /*`,
      ],
      user: { groups: ["a", "b", "c", "d", "system:authenticated"] },
    },
    {
      name: "for service accounts",
      wanted: { username: "system:serviceaccount:web:robot" },
      allowed: [permissionOn("serviceaccount"), `impersonate:serviceaccount ${review}/serviceaccounts web/robot`],
      user: { groups: ["system:serviceaccounts", "system:serviceaccounts:web", "system:authenticated"] },
    },
    {
      name: "for nodes",
      wanted: { username: "system:node:a" },
      allowed: [permissionOn("arbitrary-node"), `impersonate:arbitrary-node ${review}/nodes /a`],
      user: { username: "system:node:a", groups: ["system:nodes", "system:authenticated"] },
    },
  ])("$name", async ({ wanted, allowed, user }) => {
    expect((await impersonateUser(impersonateNarrowly, wanted, allowed)).user).toMatchObject(user);
    for (const [index] of allowed.entries()) {
      const fewer = allowed.toSpliced(index, 1);
      expect(
        (await impersonateUser(impersonateNarrowly, wanted, fewer)).user,
        `without ${allowed[index]}`,
      ).toBeUndefined();
    }
  });

  test("for the node of a service account covers whichever node the account runs on", async () => {
    const allowed = [permissionOn("associated-node"), `impersonate:associated-node ${review}/nodes /*`];
    const wanted = { username: "system:node:a" };
    const { user, checkedUsers } = await impersonateUser(impersonateNarrowly, wanted, allowed, agent);
    expect(user).toMatchObject({ username: "system:node:a", groups: ["system:nodes", "system:authenticated"] });
    expect(checkedUsers[0]?.extra).toEqual({
      "authentication.kubernetes.io/associated-node-keys": [nodeKey, "authentication.kubernetes.io/pod-name"],
    });
    expect(
      (await impersonateUser(impersonateNarrowly, { username: "system:node:b" }, allowed, agent)).user,
    ).toBeUndefined();
    expect(
      (await impersonateUser(impersonateNarrowly, wanted, allowed, { ...agent, username: "x" })).user,
    ).toBeUndefined();
  });

  test.each([
    { name: "the group that may do everything", wanted: { groups: [mastersGroup] } },
    { name: "a group with an empty name", wanted: { groups: [""] } },
    { name: "a key without a domain", wanted: { extra: { scope: ["read"] } } },
    { name: "a key in upper case", wanted: { extra: { "example.com/Scope": ["read"] } } },
    { name: "an empty value", wanted: { extra: { "example.com/scope": [""] } } },
  ])("never allows $name", async ({ wanted }) => {
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
    const wantedUser = { ...nobody, username: "dave", ...wanted };
    await expect(impersonateNarrowly(wantedUser, { ...request, authorizer: onlyNarrow })).rejects.toThrow(
      "is not allowed",
    );
    await expect(impersonateNarrowly(wantedUser, { ...request, authorizer: all })).resolves.toHaveProperty(
      "user.username",
      "dave",
    );
  });

  const everything: Authorizer = {
    // The unconstrained mode is not allowed.
    authorize: async ({ attributes: { verb } }) => ({
      opinion: verb === "impersonate" ? "no-opinion" : "allow",
      reason: "",
    }),
    rulesFor: async () => ({ rules: [], isComplete: true }),
  };
  const openedUser = (wanted: Partial<UserInfo>, requestor: UserInfo = bob) =>
    impersonateNarrowly(
      { ...nobody, username: "dave", ...wanted },
      { requestor, attributes: listPods, authorizer: everything },
    );

  test.each([
    ["example.com/a", ""],
    ["example.com/A-Z0", 'a non-lowercase key in extra is not allowed: "example.com/A-Z0"'],
    ["example.com/a/b-._~%!$&'()*+,;=:0", ""],
    ["a/b", ""],
    ["scope", "an invalid key in extra"],
    ["/scope", "an invalid key in extra"],
    ["example.com/", "an invalid key in extra"],
    ["-example.com/a", "an invalid key in extra"],
    ["example.com/a b", "an invalid key in extra"],
    ["example.com/a#", "an invalid key in extra"],
    ["example.com/#a", "an invalid key in extra"],
  ])("validates the extra key %s: %s", async (key, fault) => {
    const result = openedUser({ extra: { [key]: ["read"] } });
    if (fault === "") await expect(result).resolves.toHaveProperty("user.extra", { [key]: ["read"] });
    else await expect(result).rejects.toThrow(`impersonating ${fault}`);
  });

  test.each<[string, Partial<UserInfo>, string]>([
    [
      "groups",
      { groups: ["g", ""] },
      'groups.authentication.k8s.io is forbidden: User "bob" cannot impersonate:user-info resource "groups" in API group "authentication.k8s.io" at the cluster scope: impersonating the empty string group is not allowed',
    ],
    [
      "groups that include system:masters",
      { groups: [mastersGroup] },
      'groups.authentication.k8s.io "system:masters" is forbidden: User "bob" cannot impersonate:user-info resource "groups" in API group "authentication.k8s.io" at the cluster scope: impersonating the system:masters group is not allowed',
    ],
    [
      "values",
      { extra: { "a/b": ["x", ""] } },
      'userextras.authentication.k8s.io is forbidden: User "bob" cannot impersonate:user-info resource "userextras" in API group "authentication.k8s.io" at the cluster scope: impersonating the empty string value in extra is not allowed',
    ],
  ])("reports which %s are not allowed", async (_name, wanted, message) => {
    await expect(openedUser(wanted)).rejects.toThrow(message);
  });

  test.each<[string, Partial<UserInfo>, UserInfo]>([
    ["a node with groups", { username: "system:node:a", groups: ["g"] }, agent],
    ["a node with a uid", { username: "system:node:a", uid: "1" }, agent],
    ["a node with extra values", { username: "system:node:a", extra: { "a/b": ["c"] } }, agent],
    ["a service account with groups", { username: "system:serviceaccount:web:robot", groups: ["g"] }, bob],
    ["a service account with a uid", { username: "system:serviceaccount:web:robot", uid: "1" }, bob],
  ])("does not apply to %s", async (_name, wanted, requestor) => {
    await expect(openedUser(wanted, requestor)).rejects.toThrow("cannot impersonate resource");
  });

  test.each<[string, UserInfo, string]>([
    ["on the node", agent, "associated-node"],
    ["on two nodes", { ...agent, extra: { [nodeKey]: ["a", "b"] } }, "arbitrary-node"],
    ["on another node", { ...agent, extra: { [nodeKey]: ["b"] } }, "arbitrary-node"],
    ["on no node", { ...agent, extra: {} }, "arbitrary-node"],
    ["that is not a service account", { ...agent, username: "agent" }, "arbitrary-node"],
  ])("for a node, requested by someone %s", async (_name, requestor, mode) => {
    const { message } = await impersonateUser(impersonateNarrowly, { username: "system:node:a" }, [], requestor);
    expect(message).toContain(`cannot impersonate-on:${mode}:list`);
  });

  test.each(["system:node:", "system:node:A", "xsystem:node:a", "system:serviceaccount:web", "node:a"])(
    "treats %s as an ordinary user",
    async (username) => {
      const { message } = await impersonateUser(impersonateNarrowly, { username }, []);
      expect(message).toContain("cannot impersonate-on:user-info:list");
    },
  );

  test("for a user, requested by an account without a node, is user-info", async () => {
    const { message } = await impersonateUser(impersonateNarrowly, { username: "dave" }, [], { ...agent, extra: {} });
    expect(message).toContain("cannot impersonate-on:user-info:list");
  });

  test.each([3, 4])("checks %i groups and values one by one, and from four on also with a wildcard", async (count) => {
    const names = Array.from({ length: count }, (_, index) => `g${index}`);
    const wanted = { username: "dave", groups: names, extra: { "a/b": names } };
    const user = [permissionOn("user-info"), `impersonate:user-info ${review}/users /dave`];
    const single = names.map((name) => `impersonate:user-info ${review}/groups /${name}`);
    const values = names.map((name) => `impersonate:user-info ${review}/userextras/a/b /${name}`);
    const atOnce = [`impersonate:user-info ${review}/groups /*`, `impersonate:user-info ${review}/userextras/* /*`];
    expect(await impersonateUser(impersonateNarrowly, wanted, [...user, ...single, ...values])).toHaveProperty("user");
    expect("user" in (await impersonateUser(impersonateNarrowly, wanted, [...user, ...atOnce]))).toBe(count >= 4);
  });

  test("propagates errors of the authorizer", async () => {
    const expectFailure = async () => {
      throw new Error("broken");
    };
    const groups = ["a", "b", "c", "d"];
    const authorizer: Authorizer = {
      ...everything,
      authorize: (request) =>
        request.attributes.kind === "resource" && request.attributes.resource === "groups"
          ? expectFailure()
          : everything.authorize(request),
    };
    const request = { requestor: bob, attributes: listPods, authorizer };
    await expect(impersonateNarrowly({ ...nobody, username: "dave", groups }, request)).rejects.toThrow("broken");
  });

  test("is named in the error if no mode is allowed", async () => {
    const { message } = await impersonateUser(impersonateNarrowly, { username: "dave" }, []);
    expect(message).toBe(
      'pods is forbidden: User "bob" cannot impersonate-on:user-info:list resource "pods" in API group "" in the namespace "web"',
    );
  });
});

describe("the unconstrained mode", () => {
  const everything = { username: "dave", groups: ["g"], uid: "1", extra: { scopes: ["read"] } };
  const allowed = ["/users /dave", "/groups /g", `${review}/uids /1`, `${review}/userextras/scopes /read`].map(
    (part) => `impersonate ${part}`,
  );

  test.each([
    { name: "as the only mode", impersonate: impersonateFully },
    { name: "after the constrained modes", impersonate: impersonateNarrowly },
  ])("needs a permission for each part of the user ($name)", async ({ impersonate }) => {
    const { user } = await impersonateUser(impersonate, everything, allowed);
    expect(user).toEqual({ ...everything, groups: ["g", "system:authenticated"] });
    for (const [index] of allowed.entries()) {
      expect((await impersonateUser(impersonate, everything, allowed.toSpliced(index, 1))).user).toBeUndefined();
    }
  });

  test("treats a node as an ordinary user", async () => {
    const { user } = await impersonateUser(impersonateNarrowly, { username: "system:node:a" }, [
      "impersonate /users /system:node:a",
    ]);
    expect(user?.groups).toEqual(["system:authenticated"]);
  });

  test("reports the missing permission", async () => {
    const { message } = await impersonateUser(impersonateFully, { username: "system:serviceaccount:web:robot" }, []);
    expect(message).toBe(
      'serviceaccounts "robot" is forbidden: User "bob" cannot impersonate resource "serviceaccounts" in API group "" in the namespace "web"',
    );
  });
});
