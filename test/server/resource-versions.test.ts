import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
let storage: Storage;
/** The versions after the first, the second and the third object, and one that is never reached. */
let firstVersion: string;
let secondVersion: string;
let thirdVersion: string;
const futureVersion = "999999";
const path = "/api/v1/namespaces/default/configmaps";
const notKube = "fieldSelector=metadata.name!%3Dkube-root-ca.crt";

beforeAll(async () => {
  storage = openMemoryStorage();
  server = await startTestServer({ storage });
  const versionOf = async (name: string) =>
    (await server.call("POST", path, { metadata: { name } })).json.metadata.resourceVersion as string;
  firstVersion = await versionOf("a");
  secondVersion = await versionOf("b");
  thirdVersion = await versionOf("c");
});
afterAll(() => server.close());

const names = (json: { items: { metadata: { name: string } }[] }) => json.items.map(({ metadata }) => metadata.name);
const fill = (query: string) =>
  query
    .replace("FIRST", firstVersion)
    .replace("SECOND", secondVersion)
    .replace("THIRD", thirdVersion)
    .replace("FUTURE", futureVersion);

describe("get", () => {
  test.each([
    { version: "unset, most recent", query: "" },
    { version: "0, any", query: "?resourceVersion=0" },
    { version: "known, not older than", query: "?resourceVersion=FIRST" },
  ])("$version", async ({ query }) => {
    expect((await server.call("GET", `${path}/c${fill(query)}`)).json.metadata.name).toBe("c");
  });

  test("a version that is never reached gets 504", async () => {
    const { code, json, headers } = await server.call("GET", `${path}/c?resourceVersion=${futureVersion}`);
    expect(code).toBe(504);
    expect(headers["retry-after"]).toBe("1");
    expect(json).toMatchObject({
      reason: "Timeout",
      details: {
        retryAfterSeconds: 1,
        causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      },
    });
    expect(json.message).toMatch(/^Timeout: Too large resource version: 999999, current: \d+$/);
  });

  test("a version that is not a number is refused", async () => {
    expect((await server.call("GET", `${path}/c?resourceVersion=x`)).json).toMatchObject({ code: 400 });
  });
});

test("a list selected by one name has a single page with the current state", async () => {
  const { json } = await server.call(
    "GET",
    `${path}?fieldSelector=metadata.name%3Dc&limit=1&resourceVersion=${firstVersion}`,
  );
  expect(names(json)).toEqual(["c"]);
  expect(json.metadata.continue).toBeUndefined();
});

test.each(["x".repeat(10_000), "a/b", "..", "\u0000"])(
  "a list selected by an impossible name is empty",
  async (name) => {
    const selector = `fieldSelector=${encodeURIComponent(`metadata.name=${name}`)}`;
    for (const version of ["", "&resourceVersion=0", `&resourceVersion=${firstVersion}&resourceVersionMatch=Exact`]) {
      const { code, json } = await server.call("GET", `${path}?${selector}${version}`);
      expect([code, json.items], version).toEqual([200, []]);
    }
  },
);

test("deletecollection with a limit deletes one page", async () => {
  const { json } = await server.call("DELETE", `${path}?dryRun=All&${notKube}&limit=2`);
  expect(names(json)).toEqual(["a", "b"]);
  expect(json.metadata.continue).toBeDefined();
});

test("the resourceVersion of a deletecollection selects the objects of that version, and is a precondition for each", async () => {
  const options = `dryRun=All&${notKube}&resourceVersion=`;
  const deleteCollectionAt = async (version: string) =>
    (await server.call("DELETE", `${path}?${options}${version}`)).json;
  expect(names(await deleteCollectionAt(String(Number(firstVersion) - 1)))).toEqual([]);
  expect(await deleteCollectionAt(secondVersion)).toMatchObject({ code: 409 });
  expect(names(await deleteCollectionAt(""))).toEqual(["a", "b", "c"]);
});

describe("the first error of list options", () => {
  test.each([
    ["limit=a&sendInitialEvents=true", 'strconv.ParseInt: parsing "a": invalid syntax'],
    ["timeoutSeconds=b&limit=a", 'strconv.ParseInt: parsing "b": invalid syntax'],
    [
      "labelSelector=a%20b&fieldSelector=x&resourceVersionMatch=Old",
      "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
    ],
    ["fieldSelector=x&resourceVersionMatch=Old", "invalid selector: 'x'; can't understand 'x'"],
    ["fieldSelector=x%3D1&resourceVersionMatch=Old&resourceVersion=a", /^ListOptions.meta.k8s.io "" is invalid: /],
    ["fieldSelector=x%3D1&resourceVersion=a", /^"x" is not a known field selector/],
    ["continue=a&resourceVersion=7", /^invalid continue token: /],
    ["resourceVersion=a", /^invalid resource version: /],
  ])("of %s", async (query, message) => {
    for (const method of ["GET", "DELETE"]) {
      const { json } = await server.call(method, `${path}?dryRun=All&${query}`);
      expect(json.message, method).toMatch(message);
    }
    if (query.startsWith("continue")) return;
    const { json } = await server.call("GET", `${path}?watch=true&${query}`);
    if (!query.startsWith("limit")) expect(json.code).toBeGreaterThanOrEqual(400);
  });
});

/** `a`, `b` and `c` exist now; at the second version `c` did not exist. */
describe("list", () => {
  test.each([
    { match: "unset", paging: "no limit", version: "unset: most recent", query: "", items: ["a", "b", "c"] },
    { match: "unset", paging: "no limit", version: "0: any", query: "resourceVersion=0", items: ["a", "b", "c"] },
    {
      match: "unset",
      paging: "no limit",
      version: "other: not older",
      query: "resourceVersion=SECOND",
      items: ["a", "b", "c"],
    },
    { match: "unset", paging: "limit", version: "unset: most recent", query: "limit=2", items: ["a", "b"] },
    { match: "unset", paging: "limit", version: "0: any", query: "limit=2&resourceVersion=0", items: ["a", "b", "c"] },
    {
      match: "unset",
      paging: "limit",
      version: "other: exact",
      query: "limit=5&resourceVersion=SECOND",
      items: ["a", "b"],
    },
    {
      match: "Exact",
      paging: "no limit",
      version: "other: exact",
      query: "resourceVersionMatch=Exact&resourceVersion=SECOND",
      items: ["a", "b"],
    },
    {
      match: "Exact",
      paging: "limit",
      version: "other: exact",
      query: "limit=1&resourceVersionMatch=Exact&resourceVersion=SECOND",
      items: ["a"],
    },
    {
      match: "NotOlderThan",
      paging: "no limit",
      version: "0: any",
      query: "resourceVersionMatch=NotOlderThan&resourceVersion=0",
      items: ["a", "b", "c"],
    },
    {
      match: "NotOlderThan",
      paging: "no limit",
      version: "other: not older",
      query: "resourceVersionMatch=NotOlderThan&resourceVersion=SECOND",
      items: ["a", "b", "c"],
    },
    {
      match: "NotOlderThan",
      paging: "limit",
      version: "0: any",
      query: "limit=2&resourceVersionMatch=NotOlderThan&resourceVersion=0",
      items: ["a", "b", "c"],
    },
    {
      match: "NotOlderThan",
      paging: "limit",
      version: "other: not older",
      query: "limit=2&resourceVersionMatch=NotOlderThan&resourceVersion=SECOND",
      items: ["a", "b"],
    },
  ])("match $match, $paging, version $version", async ({ query, items }) => {
    const { code, json } = await server.call("GET", `${path}?${fill(query)}`);
    expect(code).toBe(200);
    expect(names(json)).toEqual(items);
  });

  test.each([
    { name: "Exact without a version", query: "resourceVersionMatch=Exact", code: 422 },
    { name: "Exact without a version, with a limit", query: "resourceVersionMatch=Exact&limit=1", code: 422 },
    { name: "Exact with version 0", query: "resourceVersionMatch=Exact&resourceVersion=0", code: 422 },
    {
      name: "Exact with version 0 and a limit",
      query: "resourceVersionMatch=Exact&resourceVersion=0&limit=1",
      code: 422,
    },
    { name: "NotOlderThan without a version", query: "resourceVersionMatch=NotOlderThan", code: 422 },
    {
      name: "NotOlderThan without a version, with a limit",
      query: "resourceVersionMatch=NotOlderThan&limit=1",
      code: 422,
    },
    { name: "an unknown resourceVersionMatch", query: "resourceVersionMatch=Newest&resourceVersion=1", code: 422 },
    {
      name: "a resourceVersionMatch with a continue token",
      query: "resourceVersionMatch=Exact&resourceVersion=FIRST&continue=TOKEN",
      code: 422,
    },
    { name: "a resourceVersion with a continue token", query: "resourceVersion=FIRST&continue=TOKEN", code: 400 },
    { name: "sendInitialEvents in a list", query: "sendInitialEvents=true", code: 422 },
    { name: "an invalid continue token", query: "continue=nonsense", code: 400 },
    { name: "a field selector of an unsupported field", query: "fieldSelector=spec.a%3Db", code: 400 },
    { name: "an invalid label selector", query: "labelSelector=a+b", code: 400 },
  ])("$name is refused", async ({ query, code }) => {
    const token = (await server.call("GET", `${path}?limit=1`)).json.metadata.continue as string;
    const { json } = await server.call("GET", `${path}?${fill(query).replace("TOKEN", token)}`);
    expect(json).toMatchObject({ kind: "Status", code });
  });

  test("an exact version ahead of the store gets 504", async () => {
    const { json } = await server.call("GET", `${path}?resourceVersionMatch=Exact&resourceVersion=${futureVersion}`);
    expect(json).toMatchObject({ code: 504, reason: "Timeout" });
  });
});

test("all pages are of one version, whatever is written in between", async () => {
  const { json: page1 } = await server.call("GET", `${path}?limit=2&${notKube}`);
  await server.call("POST", path, { metadata: { name: "bb" } });
  expect(page1.metadata.remainingItemCount).toBeUndefined();
  for (const version of ["", "&resourceVersion=0"]) {
    const { json: page2 } = await server.call(
      "GET",
      `${path}?limit=2&continue=${page1.metadata.continue}&${notKube}${version}`,
    );
    expect(names(page2)).toEqual(["c"]);
    expect(page2.metadata).toEqual({ resourceVersion: page1.metadata.resourceVersion });
  }
  const { json: whole } = await server.call("GET", `${path}?limit=1`);
  expect(whole.metadata.remainingItemCount).toBe(3);
  await server.call("DELETE", `${path}/bb`);
});

test("compacted versions get 410, and the error for a page has a token to continue", async () => {
  const { json: page1 } = await server.call("GET", `${path}?limit=1`);
  await server.call("POST", path, { metadata: { name: "d" } });
  await storage.compact(await storage.currentRevision());
  const exact = await server.call("GET", `${path}?resourceVersionMatch=Exact&resourceVersion=${secondVersion}`);
  expect(exact.json).toMatchObject({ code: 410, reason: "Expired" });
  const late = await server.call("GET", `${path}?limit=1&continue=${page1.metadata.continue}`);
  expect(late.json).toMatchObject({ code: 410, reason: "Expired" });
  const { json: rest } = await server.call("GET", `${path}?continue=${late.json.metadata.continue}`);
  expect(names(rest)).toEqual(["b", "c", "d"]);
});
