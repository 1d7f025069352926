import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ListRequest } from "../../../src/server/registry/list.ts";
import type { WatchRequest } from "../../../src/server/registry/watch.ts";
import { parseContinue } from "../../../src/server/request/continue-token.ts";
import { newToy, selectionFor, startToys, type Toys, write } from "./toy.ts";

let toys: Toys;
/** The revision of the store after the creation of each of the first objects. */
let revisions: readonly number[];

const create = async (name: string, namespace: string, colour: string) => {
  const metadata = { name, namespace, labels: { colour } };
  const { resourceVersion } = (await toys.store.create({ ...newToy(name), metadata, spec: { colour } }, write))
    .metadata;
  return Number(resourceVersion);
};

beforeEach(async () => {
  toys = await startToys();
  const made: number[] = [];
  for (const name of ["a", "b", "c", "d"]) made.push(await create(name, "box", name < "c" ? "red" : "blue"));
  made.push(await create("e", "chest", "red"));
  revisions = made;
});
afterEach(async () => {
  await toys.stop();
  await toys.storage.close();
});

const select = (fieldSelector = "", labelSelector = "", namespace = "") =>
  selectionFor(toys, { labelSelector, fieldSelector }, namespace);
const paintUpdate = (name: string, colour: string, namespace = "box") => ({
  target: { namespace, name },
  subresource: "",
  change: (current: object | undefined) => ({ ...current, spec: { colour } }) as never,
});

describe("a selection", () => {
  test.each([
    { expected: "abcde", isAll: true },
    { namespace: "box", expected: "abcd", isAll: true },
    { namespace: "none", expected: "", isAll: true },
    { field: "metadata.name=b", expected: "b", name: "b" },
    { field: "metadata.name!=b", expected: "acde" },
    { field: "metadata.name=b,spec.colour=blue", expected: "", name: "b" },
    { field: "metadata.namespace=chest", expected: "e" },
    { field: "spec.colour=blue", expected: "cd" },
    { label: "colour=red", expected: "abe" },
    { label: "colour=red", namespace: "box", expected: "ab" },
    { label: "colour!=red", field: "metadata.name!=c", expected: "d" },
    { label: "size", expected: "" },
  ])(
    "of $namespace $field $label contains $expected",
    async ({ field, label, namespace, expected, name = "", isAll = false }) => {
      const selection = select(field, label, namespace);
      expect(selection).toMatchObject({ name, isAll, namespace: namespace ?? "" });
      const { items } = await toys.store.list({ selection });
      expect(items.map(({ metadata }) => metadata.name).join("")).toBe(expected);
      const paged = await pages({ selection, limit: 1 });
      expect(paged.join("")).toBe(expected);
    },
  );

  test.each([
    ["spec.size=1", "", "field label not supported: spec.size"],
    ["toString=1", "", "field label not supported: toString"],
    ["a", "", expect.stringContaining("a")],
    ["", "a b", expect.stringContaining("unable to parse requirement")],
  ])("%j %j is refused", (field, label, message) => {
    expect(() => select(field, label)).toThrow(expect.objectContaining({ code: 400, message }));
  });
});

/** Returns the names on each page. */
async function pages(request: ListRequest): Promise<readonly string[]> {
  const names: string[] = [];
  let token: string | undefined;
  do {
    const { items, metadata } = await toys.store.list({ ...request, ...(token && { continue: parseContinue(token) }) });
    names.push(items.map((item) => item.metadata.name).join(""));
    token = metadata.continue;
  } while (token);
  return names;
}

describe("a list", () => {
  test.each([
    { limit: 1, expected: ["a", "b", "c", "d", "e"] },
    { limit: 2, expected: ["ab", "cd", "e"] },
    { limit: 5, expected: ["abcde"] },
    { limit: 9, expected: ["abcde"] },
    { limit: 2, field: "spec.colour=red", expected: ["ab", "e"] },
    { limit: 3, field: "spec.colour=red", expected: ["abe"] },
    { limit: 1, field: "metadata.name=b", expected: ["b", ""] },
    { limit: 2, namespace: "box", expected: ["ab", "cd"] },
    { limit: 2, resourceVersion: 0, expected: ["abcde"] },
  ])("of $limit $field $namespace $resourceVersion has the pages $expected", async (row) => {
    const { limit, field, namespace, resourceVersion, expected } = row;
    const version = resourceVersion === undefined ? {} : { resourceVersion };
    expect(await pages({ selection: select(field, "", namespace), limit, ...version })).toEqual(expected);
  });

  test("has the number of remaining objects only if all objects are selected", async () => {
    const { metadata } = await toys.store.list({ selection: select(), limit: 2 });
    expect(metadata).toMatchObject({ resourceVersion: String(revisions[4]), remainingItemCount: 3 });
    const some = await toys.store.list({ selection: select("spec.colour=red"), limit: 2 });
    expect(Object.keys(some.metadata)).toEqual(["resourceVersion", "continue"]);
    const whole = await toys.store.list({ selection: select() });
    expect(whole.metadata).toEqual({ resourceVersion: String(revisions[4]) });
  });

  test("continues with the state of the collection at its first page", async () => {
    const first = await toys.store.list({ selection: select(), limit: 2 });
    await toys.store.delete({ target: { namespace: "box", name: "c" } }, write);
    await create("f", "box", "red");
    const { metadata, items } = await toys.store.list({
      selection: select(),
      limit: 9,
      continue: parseContinue(first.metadata.continue ?? ""),
    });
    expect(items.map((item) => item.metadata.name)).toEqual(["c", "d", "e"]);
    expect(metadata.resourceVersion).toBe(first.metadata.resourceVersion);
  });

  test.each<{ match?: "Exact" | "NotOlderThan"; limit?: number; expected: string }>([
    { match: "Exact", expected: "ab" },
    { match: "Exact", limit: 1, expected: "a" },
    { match: "NotOlderThan", expected: "abcde" },
    { match: "NotOlderThan", limit: 3, expected: "abc" },
    { expected: "abcde" },
    { limit: 9, expected: "ab" },
  ])("of an old version, $match $limit, contains $expected", async ({ expected, ...request }) => {
    const resourceVersion = revisions[1] ?? 0;
    const { items } = await toys.store.list({ selection: select(), resourceVersion, ...request });
    expect(items.map((item) => item.metadata.name).join("")).toBe(expected);
  });

  test("of a version that the store has dropped is refused; the token of the error continues with the rest", async () => {
    const { metadata } = await toys.store.list({ selection: select(), limit: 2 });
    await create("f", "box", "red");
    await toys.storage.compact((revisions[4] ?? 0) + 1);
    const old = { selection: select(), resourceVersion: revisions[1] ?? 0, match: "Exact" } as const;
    await expect(toys.store.list(old)).rejects.toMatchObject({
      code: 410,
      message: expect.stringContaining("too old"),
    });
    const refusal: unknown = await toys.store
      .list({ selection: select(), continue: parseContinue(metadata.continue ?? "") })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 410, message: expect.stringContaining("inconsistent list") });
    const { continueToken = "" } = refusal as { continueToken?: string };
    const rest = await toys.store.list({ selection: select(), continue: parseContinue(continueToken) });
    expect(rest.items.map((item) => item.metadata.name)).toEqual(["c", "d", "f", "e"]);
  });
});

describe("a watch", () => {
  async function watchCalls(request: Partial<WatchRequest>, act: () => Promise<unknown>): Promise<readonly string[]> {
    const calls: string[] = [];
    const running = await toys.store.watch(
      { selection: select(), ...request },
      {
        news: (watch) => watch.read(),
        async state(objects) {
          calls.push(objects.map(({ metadata }) => metadata.name).join(""));
        },
        change: ({ type, object }) => calls.push(`${type} ${object.metadata.name}`),
        initialEnd: (revision) => calls.push(`end ${revision - (revisions[4] ?? 0)}`),
        fail: ({ code }) => calls.push(`fail ${code}`),
        end: () => calls.push("over"),
      },
    );
    await act();
    await toys.store.list({ selection: select() });
    running.stop();
    await toys.store.update(paintUpdate("a", "black"), write);
    await toys.store.list({ selection: select() });
    return calls;
  }

  const makeChanges = async () => {
    await toys.store.update(paintUpdate("a", "blue"), write);
    await toys.store.update(paintUpdate("e", "blue", "chest"), write);
    await toys.store.update(paintUpdate("a", "red"), write);
    await toys.store.delete({ target: { namespace: "box", name: "b" } }, write);
    await toys.store.delete({ target: { namespace: "box", name: "c" } }, write);
    await create("f", "box", "red");
  };
  // Toys support graceful deletion, so an immediate deletion is preceded by an update that marks the object.
  const bGoes = ["MODIFIED b", "DELETED b"];
  const cGoes = ["MODIFIED c", "DELETED c"];
  const all = ["MODIFIED a", "MODIFIED e", "MODIFIED a", ...bGoes, ...cGoes, "ADDED f"];
  const ofRed = ["DELETED a", "DELETED e", "ADDED a", ...bGoes, "ADDED f"];
  const inBox = all.filter((call) => !call.endsWith("e"));

  test.each([
    { name: "all namespaces, from the current state", expected: ["abcde", ...all] },
    { name: "all namespaces, from any state", resourceVersion: 0, expected: ["abcde", ...all] },
    {
      name: "all namespaces, with a bookmark after the initial state",
      sendInitialEvents: true,
      expected: ["abcde", "end 0", ...all],
    },
    { name: "one namespace", namespace: "box", expected: ["abcd", ...inBox] },
    { name: "one colour", field: "spec.colour=red", expected: ["abe", ...ofRed] },
    { name: "a selector that matches nothing", field: "spec.colour=no", sendInitialEvents: true, expected: ["end 0"] },
    { name: "from a version on", after: 2, expected: ["ADDED d", "ADDED e", ...all] },
    { name: "from a version on, in one namespace", after: 2, namespace: "box", expected: ["ADDED d", ...inBox] },
    { name: "from the newest version on", after: 4, expected: all },
  ])("$name", async ({ name: _, field, namespace, after, expected, ...request }) => {
    const version = after === undefined ? {} : { resourceVersion: revisions[after] ?? 0 };
    const selection = select(field, "", namespace);
    expect(await watchCalls({ selection, ...request, ...version }, makeChanges)).toEqual(expected);
  });
});

describe("a version older than all changes that the server remembers", () => {
  beforeEach(async () => {
    await create("z", "other", "red");
    for (let count = 0; count < 1100; count++) {
      await toys.store.update(paintUpdate("z", count % 2 ? "red" : "blue", "other"), write);
    }
  });

  test.each([
    { expected: "abcd" },
    { namespace: "", expected: "abcde" },
    { field: "spec.colour=blue", expected: "cd" },
    { field: "metadata.name=none", expected: "" },
  ])("a list of $field $namespace contains $expected", async ({ field, namespace = "box", expected }) => {
    const request = {
      selection: select(field, "", namespace),
      resourceVersion: revisions[4] ?? 0,
      match: "Exact",
    } as const;
    const { items, metadata } = await toys.store.list(request);
    expect(items.map((item) => item.metadata.name).join("")).toBe(expected);
    expect(metadata).toEqual({ resourceVersion: String(revisions[4]) });
    for (const limit of [1, 2, 3]) expect((await pages({ ...request, limit })).join("")).toBe(expected);
  });

  test("a page has the number of remaining objects", async () => {
    const request = { selection: select(), resourceVersion: revisions[4] ?? 0, match: "Exact", limit: 2 } as const;
    expect((await toys.store.list(request)).metadata).toMatchObject({ remainingItemCount: 3 });
  });

  test.each([
    { field: "", expected: ["ADDED d", "MODIFIED a", "MODIFIED c", "DELETED c"] },
    { field: "spec.colour=blue", expected: ["ADDED d", "ADDED a", "MODIFIED c", "DELETED c"] },
    { field: "spec.colour=red", expected: ["DELETED a"] },
  ])("a watch of $field gets $expected", async ({ field, expected }) => {
    const calls: string[] = [];
    const unexpected = () => calls.push("unexpected");
    const running = await toys.store.watch(
      { selection: select(field, "", "box"), resourceVersion: revisions[2] ?? 0 },
      {
        news: (watch) => watch.read(),
        change: ({ type, object }) => calls.push(`${type} ${object.metadata.name}`),
        ...{ state: async () => void unexpected(), initialEnd: unexpected, fail: unexpected, end: unexpected },
      },
    );
    await toys.store.update(paintUpdate("a", "blue"), write);
    const { object } = await toys.store.delete({ target: { namespace: "box", name: "c" } }, write);
    await vi.waitFor(() => expect(running.revision).toBe(Number(object.metadata.resourceVersion)));
    running.stop();
    await toys.store.update(paintUpdate("a", "red"), write);
    expect(calls).toEqual(expected);
  });
});
