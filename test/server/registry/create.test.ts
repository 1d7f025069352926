import { expect, test, vi } from "vitest";
import { StorageError } from "../../../src/storage/storage.ts";
import { startToys, write } from "./toy.ts";

test("the server generates at most 8 names (maxNameAttempts) for an object before it gives up", async () => {
  const validate = vi.fn();
  const toys = await startToys({ validate });
  try {
    // Every name is taken: the store reports an existing object for each key.
    const taken = vi.spyOn(toys.storage, "put").mockImplementation(async (key) => {
      throw new StorageError("conflict", `${key} exists`);
    });
    const object = { metadata: { generateName: "bear-", namespace: "box" } };
    await expect(toys.store.create(object, write)).rejects.toMatchObject({ code: 409, reason: "AlreadyExists" });
    expect(new Set(taken.mock.calls.map(([key]) => key)).size).toBe(8);
    expect(validate).toHaveBeenCalledTimes(8);
  } finally {
    await toys.stop();
    await toys.storage.close();
  }
});
