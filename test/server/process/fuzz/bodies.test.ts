/** Corrupted bodies in all media types that the whole server reads: each gets a response, and never a server error. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../../api-client.ts";
import { effort, proofTimeoutMs } from "../effort.ts";
import { killAll, type Served, serve } from "../served.ts";
import { corrupt, faults } from "./spoil.ts";

const numRuns = Number(process.env["FUZZ_REQUESTS"] ?? effort(400, 20_000));
const protobuf = "application/vnd.kubernetes.protobuf";
const inDefault = "/namespaces/default";
const rbac = "/apis/rbac.authorization.k8s.io/v1";

const container = { name: "a", image: "i", ports: [{ containerPort: 80 }], env: [{ name: "A", value: "b" }] };
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [container], nodeSelector: { a: "b" } } };
const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }];
const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" };
const subjects = [{ kind: "User", name: "a", apiGroup: "rbac.authorization.k8s.io" }];

/** An object of each shape, with the path of its collection. */
const originals: readonly (readonly [string, object])[] = [
  [`/api/v1${inDefault}/configmaps`, { data: { a: "b" }, binaryData: { c: "AAEC" } }],
  [`/api/v1${inDefault}/secrets`, { type: "Opaque", data: { a: "AAEC" } }],
  [`/api/v1${inDefault}/pods`, { spec: template.spec }],
  [`/api/v1${inDefault}/events`, { involvedObject: { namespace: "default" }, reason: "a" }],
  ["/api/v1/namespaces", {}],
  ["/api/v1/nodes", { spec: { podCIDR: "10.0.0.0/24" } }],
  [`/apis/apps/v1${inDefault}/daemonsets`, { spec: { selector: { matchLabels: { a: "b" } }, template } }],
  [`${rbac}${inDefault}/roles`, { rules }],
  [`${rbac}/clusterroles`, { rules, aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] } }],
  [`${rbac}/clusterrolebindings`, { roleRef, subjects }],
  [`/apis/coordination.k8s.io/v1${inDefault}/leases`, { spec: { holderIdentity: "a", renewTime: null } }],
];

/** A valid body in a media type. */
interface Seed {
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

let server: Served;
let directory: string;
const seeds: Seed[] = [];
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "clustervet-fuzz-"));
  server = await serve(directory, { args: ["--storage", "memory", "--log-level", "warn"] });
  for (const [path, object] of originals) {
    const made = await server.call("POST", path, { metadata: { name: "seed", labels: { a: "b" } }, ...object });
    expect({ path, code: made.code, text: made.text }).toMatchObject({ code: 201 });
    for (const mediaType of ["application/json", "application/yaml", protobuf]) {
      const { bytes } = await call(server.access, {
        method: "GET",
        path: `${path}/seed`,
        headers: { accept: mediaType },
      });
      seeds.push({ path, mediaType, bytes });
    }
  }
}, proofTimeoutMs);
afterAll(async () => {
  await killAll();
  rmSync(directory, { recursive: true, force: true });
});

const method = fc.constantFrom("POST", "PUT", "PATCH", "DELETE");
const patchType = fc.constantFrom(
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  "application/apply-patch+yaml",
);
const query = fc.constantFrom("", "?fieldValidation=Strict", "?fieldValidation=Warn", "?dryRun=All", "?pretty=true");

/** Bodies that are hostile without being corrupted. */
const hostileBodies: readonly Uint8Array[] = [
  "[".repeat(100_000),
  `{"a":`.repeat(100_000),
  `metadata: ${"{a: ".repeat(20_000)}`,
  "- ".repeat(50_000),
  "a: &a [x]\n".concat(...Array.from({ length: 30 }, (_, index) => `b${index}: &b${index} [*a, *a, *a]\n`)),
  ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    .concat(Array.from({ length: 20 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(9)}]`))
    .join("\n"),
  "a: &a\n  <<: *a\n",
  "!!js/function 'function(){}'",
  "--- 1\n--- 2\n--- 3\n",
  "? ? ? ? ?",
  `{"metadata":{"name":"\\ud800","labels":{"__proto__":{"a":1}}}}`,
  `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}`,
  `{"metadata":{"generation":${"9".repeat(10_000)},"name":1e999}}`,
  `[{"op":"copy","from":"","path":"/data/a"},{"op":"copy","from":"","path":"/data/b"}]`,
  `[${`{"op":"add","path":"/metadata/labels/-","value":{}},`.repeat(5000)}{}]`,
  `[{"op":"test","path":"/${"~1".repeat(50_000)}","value":1}]`,
  `{"metadata":{"finalizers":[{"$patch":"delete"}],"$retainKeys":[1],"$setElementOrder/finalizers":"x"}}`,
]
  .map((text): Uint8Array => Buffer.from(text))
  .concat([
    Buffer.concat([Buffer.from("k8s\0"), Buffer.alloc(1000, 0x0a)]),
    Buffer.concat([Buffer.from("k8s\0"), Buffer.alloc(100_000, 0x0b)]),
    Buffer.concat([Buffer.from("k8s\0"), Buffer.from([0x12, 0xff, 0xff, 0xff, 0xff, 0x07])]),
    Buffer.from("k8s"),
    Buffer.alloc(3 * 1024 * 1024, 0xff),
    new Uint8Array(),
  ]);

const corruptedBody = fc.tuple(fc.nat(), faults).map(([index, list]) => {
  const seed = seeds[index % seeds.length] as Seed;
  return { ...seed, bytes: corrupt(seed.bytes, list) };
});
/** A body that is sent under another media type. */
const bodyOfOtherType = fc.tuple(corruptedBody, patchType).map(([body, mediaType]) => ({ ...body, mediaType }));
const hostileBody = fc
  .tuple(fc.nat(), fc.constantFrom(...hostileBodies), patchType, fc.nat(3))
  .map(([index, bytes, type, choice]) => {
    const seed = seeds[index % seeds.length] as Seed;
    return { ...seed, bytes, mediaType: choice === 0 ? type : seed.mediaType };
  });

test(
  `${numRuns} bodies`,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          { weight: 6, arbitrary: corruptedBody },
          { weight: 2, arbitrary: bodyOfOtherType },
          { weight: 1, arbitrary: hostileBody },
        ),
        method,
        query,
        async ({ path, mediaType, bytes }, verb, parameters) => {
          const target = `${path}${verb === "POST" ? "" : "/seed"}${parameters}`;
          const headers = { "content-type": mediaType };
          const answer = await server.call(verb, target, bytes, headers);
          const isFine = answer.code < 500;
          expect({ verb, target, mediaType, isFine, text: isFine ? "" : answer.text }).toMatchObject({ isFine: true });
        },
      ),
      { numRuns },
    );
    expect((await server.call("GET", "/readyz")).code).toBe(200);
    expect(server.complaints()).toEqual([]);
  },
  proofTimeoutMs,
);
