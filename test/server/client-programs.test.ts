/**
 * The programs of scripts/clients that need only Node; docs/internals/clients.md describes those in other languages.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startApiServer } from "../../src/server.ts";

/** The output of the program with kube-apiserver 1.37.1 and etcd. */
const expected = `created a { k: '1' } true
again 409 AlreadyExists
invalid 422 Invalid
missing 404 NotFound
listed [ 'a' ]
watched [ 'MODIFIED a {"k":"2"}', 'ADDED b undefined', 'DELETED a {"k":"2"}' ]
stale 409 Conflict
applied 1 [ 'two', 'one' ]
conflict 409 Conflict
scaled 5
defaults 25%
left []
`;

test("the JavaScript client creates, watches, applies and deletes as with kube-apiserver", async () => {
  const directory = mkdtempSync(join(tmpdir(), "client-programs-"));
  const server = await startApiServer();
  try {
    const kubeconfig = join(directory, "kubeconfig");
    writeFileSync(kubeconfig, server.kubeconfigText);
    const { stdout } = await promisify(execFile)(process.execPath, ["scripts/clients/crud.mjs", kubeconfig]);
    expect(stdout).toBe(expected);
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true });
  }
});
