import { expect, onTestFinished, test } from "vitest";
import type { ResourceStore } from "../../../src/server/registry/resource-store.ts";
import { startToys } from "./toy.ts";

const plural = ({ resource }: ResourceStore) => resource.resource;

test("followers get each new store once, and are notified once when it is removed", async () => {
  const { registry, store, stop } = await startToys();
  onTestFinished(stop);
  const seen: string[] = [];
  const unfollow = registry.follow((followed) => {
    seen.push(`+${plural(followed)}`);
    return () => seen.push(`-${plural(followed)}`);
  });
  const resourceNamed = (resource: string) => [
    { ...store.resource, resource, storePath: `toys.example.com/${resource}` },
  ];
  await registry.define("dolls", resourceNamed("dolls"));
  await registry.define("cars", resourceNamed("cars"));
  await registry.define("dolls", resourceNamed("puppets"));
  await registry.define("cars", []);
  expect(seen).toEqual(["+toys", "+dolls", "+cars", "-dolls", "+puppets", "-cars"]);
  expect(registry.stores.map(plural)).toEqual(["toys", "puppets"]);
  expect(registry.store("toys.example.com", "dolls")).toBeUndefined();
  unfollow();
  expect(seen.slice(6)).toEqual(["-toys", "-puppets"]);
});

test("the server's own resource is served again when a definition of its name is removed", async () => {
  const { registry, store, stop } = await startToys();
  onTestFinished(stop);
  await registry.define("toys", [{ ...store.resource, storePath: "toys.example.com/toys" }]);
  expect(registry.store("toys.example.com", "toys")).not.toBe(store);
  await registry.define("toys", []);
  expect(registry.store("toys.example.com", "toys")).toBe(store);
});
