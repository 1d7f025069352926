import { expect, test } from "vitest";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import { storageContract } from "./contract.ts";

storageContract(async () => openMemoryStorage(), { runs: 300, raceRounds: 10_000 });

test.each([
  { name: "short values are copied into V8's heap (maxTextBytes)", bytes: 32 * 1024 - 1, isCopy: true },
  { name: "long values are stored without a copy", bytes: 32 * 1024, isCopy: false },
])("$name", async ({ bytes, isCopy }) => {
  const storage = openMemoryStorage();
  const value = Uint8Array.from({ length: bytes }, (_, index) => index);
  const before = Buffer.from(value);
  await storage.put("/a", value, 0);
  expect(Buffer.compare((await storage.get("/a")).entry?.value ?? value.fill(0), before)).toBe(0);
  value.fill(0);
  expect(Buffer.compare((await storage.get("/a")).entry?.value ?? before, isCopy ? before : value)).toBe(0);
  await storage.close();
});
