/**
 * Lint and the server report the same policy violations for every recorded judgment and every fixture with a policy.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { createVetter } from "../../../src/engine/vetter.ts";
import type { Authenticator } from "../../../src/server/authn/authenticator.ts";
import type { Authorizer } from "../../../src/server/authz/authorizer.ts";
import { startTestServer, type TestServer } from "../start.ts";

interface ClusterObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: object;
}

interface Asking {
  readonly user: string;
  readonly groups: readonly string[];
}

/** Authenticates the user in the `x-asking` header; by default, an admin. */
const headerAuthenticator: Authenticator = {
  async authenticate({ headers }) {
    const { user, groups } = JSON.parse(
      String(headers["x-asking"] ?? '{"user":"admin","groups":["system:masters"]}'),
    ) as Asking;
    return { outcome: "user", user: { username: user, uid: "", groups, extra: {} } };
  },
};

/**
 * Allows every request. Authorization checks of expressions, which have no version, are allowed only for
 * system:masters.
 */
const authorizer: Authorizer = {
  async authorize({ attributes, user }) {
    const isExpression = attributes.kind === "url" || attributes.version === "*";
    const isAllowed = !isExpression || user.groups.includes("system:masters");
    return { opinion: isAllowed ? "allow" : "no-opinion", reason: "" };
  },
  rulesFor: async () => ({ rules: [], isComplete: true }),
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ authenticators: [headerAuthenticator], authorizer: () => authorizer });
});
afterAll(() => server.close());

const plurals: ReadonlyMap<string, string> = new Map([
  ["NetworkPolicy", "networkpolicies"],
  ["Ingress", "ingresses"],
]);

function collectionOf({ apiVersion, kind, metadata: { namespace } }: ClusterObject, chosen: string): string {
  const root = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const plural = plurals.get(kind) ?? `${kind.toLowerCase().replace(/y$/, "ie")}s`;
  const isOfCluster =
    /Policy(?:Binding)?$|^(?:Namespace|Node|PersistentVolume|StorageClass|ClusterRole|ClusterRoleBinding)$/.test(kind);
  return isOfCluster && kind !== "NetworkPolicy"
    ? `${root}/${plural}`
    : `${root}/namespaces/${namespace ?? chosen}/${plural}`;
}

/** Returns the first message with which policies reject the object; undefined if they allow it. */
async function refusedByServer(object: ClusterObject, asking: Asking): Promise<string | undefined> {
  const headers = { "x-asking": JSON.stringify(asking) };
  const { code, json } = await server.call("POST", `${collectionOf(object, "default")}?dryRun=All`, object, headers);
  if (code < 400) return undefined;
  const { message } = json as { readonly message: string };
  return message.replace(/^.* with binding '[^']*' denied request: /, "");
}

async function withObjects(objects: readonly ClusterObject[], work: () => Promise<void>): Promise<void> {
  const created: string[] = [];
  for (const object of objects) {
    const collection = collectionOf(object, "default");
    const { code, json } = await server.call("POST", collection, object);
    if (code === 201) created.unshift(`${collection}/${object.metadata.name}`);
    else expect(json).toMatchObject({ reason: "AlreadyExists" });
  }
  await work();
  for (const path of created) await server.call("DELETE", path);
}

const isPolicy = ({ kind }: ClusterObject): boolean => kind.startsWith("ValidatingAdmissionPolicy");

interface Judged extends Asking {
  readonly document: number;
  readonly policy: object;
  readonly binding: object;
}

interface Head {
  readonly documents: readonly ClusterObject[];
  readonly namespace: ClusterObject;
  readonly param: ClusterObject;
}

test("lint and the server agree on the recorded judgments", async () => {
  const file = join(import.meta.dirname, "../../policy/data/judgements.jsonl");
  const [head = "", ...lines] = readFileSync(file, "utf8").trim().split("\n");
  const { documents, namespace, param } = JSON.parse(head) as Head;
  const admission = { apiVersion: "admissionregistration.k8s.io/v1", metadata: { name: "p" } };
  const different: unknown[] = [];
  await withObjects([namespace, param], async () => {
    for (const line of lines) {
      const { document, policy, binding, user, groups } = JSON.parse(line) as Judged;
      const object = documents[document];
      if (!object || object.kind === "Namespace") continue;
      const policies = [
        { ...admission, kind: "ValidatingAdmissionPolicy", spec: policy },
        { ...admission, kind: "ValidatingAdmissionPolicyBinding", spec: binding },
      ];
      const vetter = createVetter({ policies: [...policies, param, namespace], user: { name: user, groups } });
      const { diagnostics } = vetter.vetFiles([{ name: "object.json", content: JSON.stringify(object) }]);
      const expected = diagnostics.filter(({ rule }) => rule === "policy/deny").map(({ message }) => message);
      await withObjects(policies, async () => {
        const refused = await refusedByServer(object, { user, groups });
        const isSame = refused === undefined ? expected.length === 0 : expected.includes(refused);
        if (!isSame) different.push({ refused, expected, object: object.kind, policy });
      });
    }
  });
  expect(different).toEqual([]);
}, 120_000);

const fixtures = join(import.meta.dirname, "../../../fixtures/policies");
const files = ["valid", "invalid"].flatMap((folder) =>
  readdirSync(join(fixtures, folder))
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => `${folder}/${name}`),
);

test.each(files)("fixture %s", async (name) => {
  const content = readFileSync(join(fixtures, name), "utf8");
  const all = parseAllDocuments(content).map((document) => document.toJS() as ClusterObject);
  const { diagnostics } = createVetter({ user: { name: "admin", groups: ["system:masters"] } }).vetFiles([
    { name, content },
  ]);
  const expected = diagnostics.filter(({ rule }) => rule === "policy/deny" || rule === "policy/params");
  const refused: string[] = [];
  await withObjects(all.filter(isPolicy), async () => {
    for (const object of all.filter((each) => !isPolicy(each))) {
      const message = await refusedByServer(object, { user: "admin", groups: ["system:masters"] });
      if (message !== undefined) refused.push(message);
    }
  });
  expect(refused).toHaveLength(expected.length);
  for (const message of refused) expect(expected.some((finding) => finding.message.endsWith(message))).toBe(true);
});
