/** The storage contract for a store in another thread or process, called by messages, and the loss of either end. */
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import { type Channel, createPacketChannel } from "../../src/storage/remote-messages.ts";
import { remoteStorage } from "../../src/storage/remote-storage.ts";
import { shareStorage } from "../../src/storage/shared-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { storageContract } from "./contract.ts";
import { bytes, codeOf } from "./observe.ts";

const openChannels: (() => void)[] = [];
afterAll(() => {
  for (const close of openChannels) close();
});

const channelOf = (port: MessagePort): Channel => ({
  ...createPacketChannel({
    send: (packet) => port.postMessage(packet),
    receive: (take) => port.on("message", take),
  }),
  whenGone: (act) => port.once("close", act),
});

/** @returns the store as the other end sees it, and a function that closes the channel */
function connectRemote(storage: Storage) {
  const { port1, port2 } = new MessageChannel();
  shareStorage(storage, channelOf(port1));
  const remote = remoteStorage(channelOf(port2));
  const closePort = () => port1.close();
  openChannels.push(closePort);
  return { remote, closePort };
}

const ownedStorage = openMemoryStorage();
const openRemote = async () => connectRemote(ownedStorage).remote;
storageContract(openRemote, { openAnother: openRemote, runs: 100 });

test("if the owner is gone, calls and watches fail as unavailable", async () => {
  const storage = openMemoryStorage();
  const { remote, closePort } = connectRemote(storage);
  const watch = remote.watch({ prefix: "/", after: await remote.currentRevision() });
  const batch = watch.next();
  const call = remote.currentRevision();
  closePort();
  expect(await codeOf(batch)).toBe("unavailable");
  expect(await codeOf(call)).toBe("unavailable");
  expect(await codeOf(remote.get("/a"))).toBe("unavailable");
  expect(await codeOf(remote.watch({ prefix: "/", after: 1 }).next())).toBe("unavailable");
  await storage.close();
});

test("if a user is gone, the owner ends its watches and continues", async () => {
  const storage = openMemoryStorage();
  const { remote, closePort } = connectRemote(storage);
  const { remote: other } = connectRemote(storage);
  const watch = remote.watch({ prefix: "/", after: await remote.currentRevision() });
  void watch.next().catch(() => {});
  closePort();
  await new Promise((resolve) => setTimeout(resolve, 10));
  const revision = await other.put("/a", bytes("one"), 0);
  expect((await other.get("/a")).entry?.modRevision).toBe(revision);
  await other.close();
  expect(await storage.currentRevision()).toBe(revision);
  await storage.close();
});
