import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PropagationPolicy } from "../../../src/server/request/delete-options.ts";
import { badRequest } from "../../../src/server/request/failures.ts";
import { newToy, selectionFor, startToys, type Toys, toyTarget, write } from "./toy.ts";

let toys: Toys;
beforeEach(async () => {
  toys = await startToys();
});
afterEach(async () => {
  await toys.stop();
  await toys.storage.close();
});

const updateOf = (subresource: string, fields: object) => ({
  target: toyTarget("bear"),
  subresource,
  change: (current: object | undefined) => ({ ...(current ?? newToy("bear")), ...fields }) as never,
});

test("a new object gets the fields that the server and its kind set", async () => {
  const created = await toys.store.create(newToy("bear", { status: { state: "made up" } }), write);
  expect(created).toEqual({
    metadata: {
      name: "bear",
      namespace: "box",
      uid: "uid-1",
      creationTimestamp: "2026-01-01T00:00:00Z",
      generation: 1,
      resourceVersion: expect.stringMatching(/^\d+$/),
      managedFields: [
        {
          manager: "test",
          operation: "Update",
          apiVersion: "toys.example.com/v1",
          time: "2026-01-01T00:00:00Z",
          fieldsType: "FieldsV1",
          fieldsV1: { "f:spec": { "f:colour": {} } },
        },
      ],
    },
    spec: { colour: "red" },
    status: {},
  });
});

test("spec and status are written through separate paths, and only changes of the spec increment the generation", async () => {
  await toys.store.create(newToy("bear"), write);
  const painted = await toys.store.update(updateOf("", { spec: { colour: "blue" }, status: { state: "wet" } }), write);
  expect(painted.object).toMatchObject({ spec: { colour: "blue" }, metadata: { generation: 2 } });
  expect(painted.object["status"]).toEqual({});
  const reported = await toys.store.update(
    updateOf("status", { spec: { colour: "green" }, status: { state: "wet" } }),
    write,
  );
  expect(reported.object).toMatchObject({
    spec: { colour: "blue" },
    status: { state: "wet" },
    metadata: { generation: 2 },
  });
});

describe("resource versions", () => {
  test("of two updates based on the same version, one succeeds", async () => {
    const created = await toys.store.create(newToy("bear"), write);
    const paintUpdate = (colour: string) => ({
      target: toyTarget("bear"),
      subresource: "",
      change: () => ({ ...structuredClone(created), spec: { colour } }),
    });
    const results = await Promise.allSettled([
      toys.store.update(paintUpdate("blue"), write),
      toys.store.update(paintUpdate("green"), write),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("a repeatable change is tried again until it succeeds, for each of many concurrent updates", async () => {
    await toys.store.create(newToy("bear"), write);
    const appendToColour = () =>
      toys.store.update(
        {
          target: toyTarget("bear"),
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
    await Promise.all(Array.from({ length: 10 }, appendToColour));
    expect(await toys.store.get(toyTarget("bear"))).toMatchObject({ spec: { colour: `red${"+".repeat(10)}` } });
  });

  test("an update without a change writes nothing", async () => {
    const created = await toys.store.create(newToy("bear"), write);
    const before = await toys.storage.currentRevision();
    const { object } = await toys.store.update(updateOf("", { spec: { colour: "red" } }), write);
    expect(object).toEqual(created);
    expect(await toys.storage.currentRevision()).toBe(before);
  });
});

test("an update that other writes precede 20 times (maxUpdateAttempts) is a conflict", async () => {
  await toys.store.create(newToy("bear"), write);
  let attempts = 0;
  const late = {
    ...updateOf("", {}),
    change: async () => {
      await toys.store.update(updateOf("", { spec: { colour: `red${"+".repeat(++attempts)}` } }), write);
      return newToy("bear", { spec: { colour: "late" } });
    },
  };
  await expect(toys.store.update(late, write)).rejects.toMatchObject({ code: 409 });
  expect(attempts).toBe(20);
});

test("admission gets the name in the path of an update that creates an object", async () => {
  const names: (string | undefined)[] = [];
  const watched = await startToys({ mutate: async ({ nameInPath }) => void names.push(nameInPath) });
  await watched.store.create(newToy("ball"), write);
  await watched.store.update({ ...updateOf("", {}), permitCreation: async () => {} }, write);
  expect(names).toEqual([undefined, "bear"]);
  await watched.stop();
});

describe("an update", () => {
  const colour = (metadata: object, more: object = {}) =>
    updateOf("", { metadata: { name: "bear", namespace: "box", ...metadata }, spec: { colour: "blue" }, ...more });

  test.each([
    {
      metadata: { uid: "another" },
      message: "Precondition failed: UID in precondition: another, UID in object meta: uid-1",
    },
    { metadata: { resourceVersion: "1" }, message: "the object has been modified" },
  ])("with $metadata is refused", async ({ metadata, message }) => {
    await toys.store.create(newToy("bear"), write);
    const refusal = { code: 409, message: expect.stringContaining(message) };
    await expect(toys.store.update(colour(metadata), write)).rejects.toMatchObject(refusal);
    expect(await toys.store.get(toyTarget("bear"))).toMatchObject({ spec: { colour: "red" } });
  });

  test.each([{}, { uid: "uid-1" }, { resourceVersion: "0" }, { resourceVersion: "" }])(
    "with %j succeeds",
    async (metadata) => {
      await toys.store.create(newToy("bear"), write);
      const { object, isCreated } = await toys.store.update(colour(metadata), write);
      expect({ object, isCreated }).toMatchObject({ object: { spec: { colour: "blue" } }, isCreated: false });
      expect(await toys.store.get(toyTarget("bear"))).toEqual(object);
    },
  );

  test("that is a dry run returns the result and stores nothing", async () => {
    const created = await toys.store.create(newToy("bear"), write);
    const { object } = await toys.store.update(colour({}), { ...write, isDryRun: true });
    expect(object).toMatchObject({
      spec: { colour: "blue" },
      metadata: { resourceVersion: created.metadata.resourceVersion },
    });
    expect(await toys.store.get(toyTarget("bear"))).toEqual(created);
  });

  test("of a missing object, with the uid of a former one, creates nothing", async () => {
    const request = { ...colour({ uid: "uid-9" }), permitCreation: async () => {} };
    await expect(toys.store.update(request, write)).rejects.toMatchObject({ code: 409 });
    await expect(toys.store.get(toyTarget("bear"))).rejects.toMatchObject({ code: 404 });
  });

  test("that removes the last finalizer of a deleted object removes the object", async () => {
    await toys.store.create({ metadata: { ...newToy("bear").metadata, finalizers: ["a/b", "a/c"] } }, write);
    await toys.store.delete({ target: toyTarget("bear") }, write);
    await toys.store.update(colour({ finalizers: ["a/c"] }), write);
    expect((await toys.store.get(toyTarget("bear"))).metadata.finalizers).toEqual(["a/c"]);
    await toys.store.update(colour({ finalizers: [] }), write);
    await expect(toys.store.get(toyTarget("bear"))).rejects.toMatchObject({ code: 404 });
  });

  test("with the same owner twice warns, and keeps the owner once", async () => {
    await toys.store.create(newToy("bear"), write);
    const owner = { apiVersion: "v1", kind: "Pod", name: "a", uid: "1" };
    const warnings: string[] = [];
    const warn = (text: string) => void warnings.push(text);
    const { object } = await toys.store.update(colour({ ownerReferences: [owner, owner] }), { ...write, warn });
    expect(object.metadata.ownerReferences).toEqual([owner]);
    expect(warnings).toEqual([
      ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: 1",
    ]);
  });
});

test("an update of a missing object creates it if that is permitted", async () => {
  await expect(toys.store.update(updateOf("", {}), write)).rejects.toMatchObject({ code: 404 });
  let permitted = 0;
  const permitCreation = async () => void permitted++;
  const { isCreated } = await toys.store.update({ ...updateOf("", {}), permitCreation }, write);
  expect({ isCreated, permitted }).toEqual({ isCreated: true, permitted: 1 });
});

describe("deletion", () => {
  test("has a grace period, which later requests can only shorten", async () => {
    await toys.store.create(newToy("bear"), write);
    const soon = await toys.store.delete({ target: toyTarget("bear"), gracePeriodSeconds: 30 }, write);
    expect(soon).toMatchObject({
      isGone: false,
      object: {
        metadata: { deletionTimestamp: "2026-01-01T00:00:30Z", deletionGracePeriodSeconds: 30, generation: 2 },
      },
    });
    const later = await toys.store.delete({ target: toyTarget("bear"), gracePeriodSeconds: 60 }, write);
    expect(later.object).toEqual(soon.object);
    const sooner = await toys.store.delete({ target: toyTarget("bear"), gracePeriodSeconds: 10 }, write);
    expect(sooner.object.metadata.deletionTimestamp).toBe("2026-01-01T00:00:10Z");
    expect(await toys.store.delete({ target: toyTarget("bear"), gracePeriodSeconds: 0 }, write)).toMatchObject({
      isGone: true,
    });
    await expect(toys.store.get(toyTarget("bear"))).rejects.toMatchObject({ code: 404 });
  });

  test.each([
    {
      preconditions: { uid: "another" },
      message: expect.stringContaining(
        "the UID in the precondition (another) does not match the UID in record (uid-1)",
      ),
    },
    {
      preconditions: { resourceVersion: "1" },
      message: expect.stringContaining(
        "the ResourceVersion in the precondition (1) does not match the ResourceVersion",
      ),
    },
  ])("is refused if $preconditions does not match", async ({ preconditions, message }) => {
    const { metadata } = await toys.store.create(newToy("bear"), write);
    const refused = toys.store.delete({ target: toyTarget("bear"), preconditions }, write);
    await expect(refused).rejects.toMatchObject({ code: 409, message });
    const { uid = "", resourceVersion = "" } = metadata;
    const held = toys.store.delete({ target: toyTarget("bear"), preconditions: { uid, resourceVersion } }, write);
    expect((await held).isGone).toBe(true);
  });

  test.each<{ finalizers?: string[]; policy?: PropagationPolicy; left?: string[] }>([
    {},
    { policy: "Background" },
    { policy: "Orphan", left: ["orphan"] },
    { policy: "Foreground", left: ["foregroundDeletion"] },
    { finalizers: ["a/b"], left: ["a/b"] },
    { finalizers: ["a/b"], policy: "Orphan", left: ["a/b", "orphan"] },
    { finalizers: ["foregroundDeletion", "a/b"], policy: "Orphan", left: ["a/b", "orphan"] },
    { finalizers: ["orphan"], policy: "Background" },
    { finalizers: ["orphan"], left: ["orphan"] },
  ])("with $policy and $finalizers waits for $left", async ({ finalizers, policy, left }) => {
    const metadata = { name: "bear", namespace: "box", ...(finalizers && { finalizers }) };
    await toys.store.create({ metadata }, write);
    const request = { target: toyTarget("bear"), ...(policy && { propagationPolicy: policy }) };
    const dry = await toys.store.delete(request, { ...write, isDryRun: true });
    const { isGone, object } = await toys.store.delete(request, write);
    expect([dry.isGone, isGone]).toEqual([left === undefined, left === undefined]);
    if (left) expect(object.metadata).toMatchObject({ finalizers: left, deletionTimestamp: "2026-01-01T00:00:00Z" });
    const found = await toys.store.get(toyTarget("bear")).catch(({ code }: { code: number }) => code);
    expect(found).toEqual(left ? object : 404);
  });

  test.each([
    { asked: [30, 60], seconds: 30 },
    { asked: [30, 30], seconds: 30 },
    { asked: [30, undefined], seconds: 30 },
    { asked: [30, 10], seconds: 10 },
    { asked: [30, -1], seconds: 1 },
    { asked: [30, 10], passed: 20, seconds: 1, end: 20 },
  ])(
    "with the grace periods $asked, $passed s after each other, takes $seconds s",
    async ({ asked, passed = 0, seconds, end = seconds }) => {
      await toys.store.create(newToy("bear"), write);
      for (const gracePeriodSeconds of asked) {
        const deleteOptions = gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds };
        await toys.store.delete({ target: toyTarget("bear"), ...deleteOptions }, write);
        toys.clock.nowMs += passed * 1000;
      }
      expect((await toys.store.get(toyTarget("bear"))).metadata).toMatchObject({
        deletionGracePeriodSeconds: seconds,
        deletionTimestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, end)).toISOString().replace(".000", ""),
        generation: 2,
      });
    },
  );

  test("that is a dry run changes nothing", async () => {
    const created = await toys.store.create(newToy("bear"), write);
    await toys.store.delete({ target: toyTarget("bear") }, { ...write, isDryRun: true });
    expect(await toys.store.get(toyTarget("bear"))).toEqual(created);
  });
});

test("a field selector supports the fields that the kind declares selectable", async () => {
  await toys.store.create(newToy("bear"), write);
  await toys.store.create(newToy("duck", { spec: { colour: "yellow" } }), write);
  const select = (fieldSelector: string) => selectionFor(toys, { fieldSelector }, "box");
  const names = async (fieldSelector: string) =>
    (await toys.store.list({ selection: select(fieldSelector) })).items.map(({ metadata }) => metadata.name);
  expect(await names("spec.colour=yellow")).toEqual(["duck"]);
  expect(await names("spec.colour!=yellow")).toEqual(["bear"]);
  expect(() => select("spec.size=1")).toThrow("field label not supported: spec.size");
});

test.each([".", "..", "a/b", "a%b", ""])("the name %j is refused", async (name) => {
  await expect(toys.store.get(toyTarget(name))).rejects.toMatchObject({ code: 400 });
});
