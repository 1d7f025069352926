import { afterAll, beforeAll, describe } from "vitest";
import { openEtcdStorage } from "../../src/storage/etcd.ts";
import { storageContract } from "./contract.ts";
import { type EtcdServer, skipsEtcd, startEtcd } from "./etcd-server.ts";

describe.skipIf(skipsEtcd)("etcd", () => {
  let etcd: EtcdServer;
  beforeAll(async () => {
    etcd = await startEtcd();
  });
  afterAll(() => etcd.stop());

  storageContract(async () => openEtcdStorage({ endpoints: [etcd.endpoint] }));
});
