/** The start of a server writes the bootstrap policy. The test sets the responses of the store. */
import { expect, test } from "vitest";
import { bootstrapPolicy } from "../../../src/server/authz/bootstrap-policy.ts";
import { ensureBootstrapPolicy } from "../../../src/server/authz/ensure-bootstrap-policy.ts";
import type { Registry } from "../../../src/server/registry/registry.ts";
import type { ApiObject } from "../../../src/server/request/api-object.ts";
import { conflict, internalError, notFound } from "../../../src/server/request/failures.ts";

const policy = bootstrapPolicy("example.org");
const name = { group: "g", resource: "r" };
/** Returns an object of the policy. The namespace matters since several namespaces have roles with the same name. */
const objectOf = (resource: string, wanted: string, place = ""): ApiObject =>
  structuredClone(
    policy.find(({ kind, object: { metadata } }) => {
      const isKind = `${kind.toLowerCase()}s` === resource;
      return isKind && metadata.name === wanted && (metadata.namespace ?? "") === place;
    })?.object,
  ) as unknown as ApiObject;

const apiServer = { username: "system:apiserver", uid: "", groups: ["system:masters"], extra: {} };

interface Change {
  readonly target: { readonly name: string };
  readonly subresource: string;
  change(): ApiObject;
}

interface World {
  /** Stored objects by `resource name`; all others are as the policy requires. */
  readonly stored?: Readonly<Record<string, ApiObject | undefined>>;
  /** Thrown by the first writes, in turn. */
  readonly failures?: readonly Error[];
  readonly unreadable?: Error;
}

/** Returns the writes of a start, for example `create clusterroles admin`, and the message if it fails. */
async function start({ stored = {}, failures = [], unreadable }: World) {
  const writes: string[] = [];
  const contexts: unknown[] = [];
  const left = [...failures];
  const store = (group: string, resource: string) => {
    if (group !== "rbac.authorization.example.org") return undefined;
    const write = async (writeText: string, context: unknown) => {
      writes.push(writeText);
      contexts.push(context);
      const failure = left.shift();
      if (failure) throw failure;
    };
    return {
      async get(target: { name: string; namespace: string }) {
        if (unreadable) throw unreadable;
        const key = `${resource} ${target.name}`;
        const found = Object.hasOwn(stored, key) ? stored[key] : objectOf(resource, target.name, target.namespace);
        if (!found) throw notFound(name, target.name);
        return found;
      },
      create: (object: ApiObject, context: unknown) => write(`create ${resource} ${object.metadata.name}`, context),
      delete: ({ target }: { target: { name: string } }, context: unknown) =>
        write(`delete ${resource} ${target.name}`, context),
      update: ({ target, subresource, change }: Change, context: unknown) => {
        expect([subresource, change().metadata.name]).toEqual(["", target.name]);
        return write(`update ${resource} ${target.name}`, context);
      },
    };
  };
  const failure = await ensureBootstrapPolicy({ store } as unknown as Registry, "example.org").catch(
    (error: unknown) => error,
  );
  for (const context of contexts) expect(context).toMatchObject({ user: apiServer, isDryRun: false });
  return failure === undefined ? writes : [...writes, (failure as Error).message];
}

const role = "clusterroles system:basic-user";
const binding = "clusterrolebindings cluster-admin";
const conflictError = conflict(name, "x", "raced");
const notFoundError = notFound(name, "x");

test.each<[string, World, readonly string[]]>([
  ["nothing if the policy is complete", {}, []],
  ["a missing role", { stored: { [role]: undefined } }, [`create ${role}`]],
  [
    "a role with missing rules",
    { stored: { [role]: { ...objectOf("clusterroles", "system:basic-user"), rules: [] } } },
    [`update ${role}`],
  ],
  [
    "a binding with missing subjects",
    { stored: { [binding]: { ...objectOf("clusterrolebindings", "cluster-admin"), subjects: [] } } },
    [`update ${binding}`],
  ],
  [
    "a binding that refers to another role",
    { stored: { [binding]: { ...objectOf("clusterrolebindings", "cluster-admin"), roleRef: { name: "x" } } } },
    [`delete ${binding}`, `create ${binding}`],
  ],
  [
    "an object again after a conflict",
    { stored: { [role]: undefined }, failures: [conflictError, notFoundError, conflictError, notFoundError] },
    Array(5).fill(`create ${role}`),
  ],
  [
    "an object at most five times",
    { stored: { [role]: undefined }, failures: Array(9).fill(conflictError) },
    [...Array(5).fill(`create ${role}`), conflictError.message],
  ],
  [
    "nothing more after another failure",
    { stored: { [role]: undefined }, failures: [internalError("x")] },
    [`create ${role}`, internalError("x").message],
  ],
  [
    "nothing more after an internal error",
    { stored: { [role]: undefined }, failures: [Object.assign(new Error("x"), { code: 409 })] },
    [`create ${role}`, "x"],
  ],
  ["no object that cannot be read", { unreadable: internalError("y") }, [internalError("y").message]],
  [
    "no object whose read fails with an internal error",
    { unreadable: Object.assign(new Error("z"), { reason: "NotFound" }) },
    ["z"],
  ],
])("a start writes %s", async (_name, world, expected) => {
  expect(await start(world)).toEqual(expected);
});

test("an empty cluster gets the whole policy, and a server without the resources writes nothing", async () => {
  const stored = Object.fromEntries(
    policy.map(({ kind, object }) => [`${kind.toLowerCase()}s ${object.metadata.name}`, undefined]),
  );
  expect(await start({ stored })).toHaveLength(policy.length);
  await expect(ensureBootstrapPolicy({ store: () => undefined } as unknown as Registry, "x")).resolves.toBeUndefined();
});
