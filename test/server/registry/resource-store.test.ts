import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readSelection } from "../../../src/server/registry/selection.ts";
import { badRequest } from "../../../src/server/request/failures.ts";
import { at, newToy, startToys, type Toys, write } from "./toy.ts";

let toys: Toys;
beforeEach(async () => {
  toys = await startToys();
});
afterEach(async () => {
  await toys.stop();
  await toys.storage.close();
});

const change = (subresource: string, fields: object) => ({
  target: at("bear"),
  subresource,
  change: (current: object | undefined) => ({ ...(current ?? newToy("bear")), ...fields }) as never,
});

test("a new object gets what the server and its kind give it", async () => {
  const created = await toys.store.create(newToy("bear", { status: { state: "made up" } }), write);
  expect(created).toEqual({
    metadata: {
      name: "bear",
      namespace: "box",
      uid: "uid-1",
      creationTimestamp: "2026-01-01T00:00:00Z",
      generation: 1,
      resourceVersion: expect.stringMatching(/^\d+$/),
    },
    spec: { colour: "red" },
    status: {},
  });
});

test("spec and status are written through paths of their own, and the generation counts changes of the spec", async () => {
  await toys.store.create(newToy("bear"), write);
  const painted = await toys.store.update(change("", { spec: { colour: "blue" }, status: { state: "wet" } }), write);
  expect(painted.object).toMatchObject({ spec: { colour: "blue" }, metadata: { generation: 2 } });
  expect(painted.object["status"]).toEqual({});
  const reported = await toys.store.update(
    change("status", { spec: { colour: "green" }, status: { state: "wet" } }),
    write,
  );
  expect(reported.object).toMatchObject({
    spec: { colour: "blue" },
    status: { state: "wet" },
    metadata: { generation: 2 },
  });
});

describe("versions", () => {
  test("of two that read the same version one wins", async () => {
    const created = await toys.store.create(newToy("bear"), write);
    const paint = (colour: string) => ({
      target: at("bear"),
      subresource: "",
      change: () => ({ ...structuredClone(created), spec: { colour } }),
    });
    const results = await Promise.allSettled([
      toys.store.update(paint("blue"), write),
      toys.store.update(paint("green"), write),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("a change that can be made again is made again, for each of many", async () => {
    await toys.store.create(newToy("bear"), write);
    const grow = () =>
      toys.store.update(
        {
          target: at("bear"),
          subresource: "",
          isRepeatable: true,
          change: (current) => {
            if (!current) throw badRequest("no bear");
            const { colour = "" } = current["spec"] as { colour?: string };
            return { ...current, spec: { colour: `${colour}+` } };
          },
        },
        write,
      );
    await Promise.all(Array.from({ length: 10 }, grow));
    expect(await toys.store.get(at("bear"))).toMatchObject({ spec: { colour: `red${"+".repeat(10)}` } });
  });

  test("a change that changes nothing is no write", async () => {
    const created = await toys.store.create(newToy("bear"), write);
    const before = await toys.storage.currentRevision();
    const { object } = await toys.store.update(change("", { spec: { colour: "red" } }), write);
    expect(object).toEqual(created);
    expect(await toys.storage.currentRevision()).toBe(before);
  });
});

test("admission sees the name in the path of an update that creates", async () => {
  const names: (string | undefined)[] = [];
  const watched = await startToys({ mutate: async ({ nameInPath }) => void names.push(nameInPath) });
  await watched.store.create(newToy("ball"), write);
  await watched.store.update({ ...change("", {}), permitCreation: async () => {} }, write);
  expect(names).toEqual([undefined, "bear"]);
  await watched.stop();
});

test("an update of what is not there creates it where that is permitted", async () => {
  await expect(toys.store.update(change("", {}), write)).rejects.toMatchObject({ code: 404 });
  let permitted = 0;
  const permitCreation = async () => void permitted++;
  const { isCreated } = await toys.store.update({ ...change("", {}), permitCreation }, write);
  expect({ isCreated, permitted }).toEqual({ isCreated: true, permitted: 1 });
});

describe("deletion", () => {
  test("takes its grace, which a second request can only shorten", async () => {
    await toys.store.create(newToy("bear"), write);
    const soon = await toys.store.delete({ target: at("bear"), gracePeriodSeconds: 30 }, write);
    expect(soon).toMatchObject({
      isGone: false,
      object: {
        metadata: { deletionTimestamp: "2026-01-01T00:00:30Z", deletionGracePeriodSeconds: 30, generation: 2 },
      },
    });
    const later = await toys.store.delete({ target: at("bear"), gracePeriodSeconds: 60 }, write);
    expect(later.object).toEqual(soon.object);
    const sooner = await toys.store.delete({ target: at("bear"), gracePeriodSeconds: 10 }, write);
    expect(sooner.object.metadata.deletionTimestamp).toBe("2026-01-01T00:00:10Z");
    expect(await toys.store.delete({ target: at("bear"), gracePeriodSeconds: 0 }, write)).toMatchObject({
      isGone: true,
    });
    await expect(toys.store.get(at("bear"))).rejects.toMatchObject({ code: 404 });
  });

  test.each([
    { preconditions: { uid: "another" }, code: 409 },
    { preconditions: { resourceVersion: "1" }, code: 409 },
  ])("is refused when $preconditions does not hold", async ({ preconditions, code }) => {
    await toys.store.create(newToy("bear"), write);
    await expect(toys.store.delete({ target: at("bear"), preconditions }, write)).rejects.toMatchObject({ code });
  });

  test("that is a dry run leaves everything as it is", async () => {
    const created = await toys.store.create(newToy("bear"), write);
    await toys.store.delete({ target: at("bear") }, { ...write, isDryRun: true });
    expect(await toys.store.get(at("bear"))).toEqual(created);
  });
});

test("a selection is by labels and by the fields that the kind lets be selected", async () => {
  await toys.store.create(newToy("bear"), write);
  await toys.store.create(newToy("duck", { spec: { colour: "yellow" } }), write);
  const select = (fieldSelector: string) =>
    readSelection(toys.store.resource, "box", { labelSelector: "", fieldSelector });
  const names = async (fieldSelector: string) =>
    (await toys.store.list({ selection: select(fieldSelector) })).items.map(({ metadata }) => metadata.name);
  expect(await names("spec.colour=yellow")).toEqual(["duck"]);
  expect(await names("spec.colour!=yellow")).toEqual(["bear"]);
  expect(() => select("spec.size=1")).toThrow("field label not supported: spec.size");
});

test.each([".", "..", "a/b", "a%b", ""])("the name %j leads to no key", async (name) => {
  await expect(toys.store.get(at(name))).rejects.toMatchObject({ code: 400 });
});
