import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { findKubectl } from "../server/find-kubectl.ts";

const kubectl = findKubectl();
const [, block = ""] =
  /Two minutes, in the clone:\n\n```sh\n([\s\S]*?)```/.exec(readFileSync("README.md", "utf8")) ?? [];

/** Runs the block as printed, except for a free port, since another program may use the default port. */
test.skipIf(kubectl === undefined)(
  "the server commands of the README work if pasted as one block",
  { timeout: 120_000 },
  () => {
    const clone = mkdtempSync(join(tmpdir(), "clustervet-block-"));
    for (const name of ["dist", "examples"]) symlinkSync(resolve(name), join(clone, name));
    const PATH = [dirname(kubectl ?? ""), process.env["PATH"]].join(delimiter);
    expect(block).toContain("serve --data-dir ./data");
    const { stdout, stderr } = spawnSync("bash", [], {
      input: `${block.replace("--data-dir ./data", "--data-dir ./data --secure-port 0")}wait\n`,
      cwd: clone,
      env: { ...process.env, PATH },
      encoding: "utf8",
      timeout: 100_000,
    });
    expect(stdout).toMatch(
      /^oknamespace\/shop created\nrole\S+ created\nrolebinding\S+ created\nyes\nNAME +CREATED AT\nreader/,
    );
    expect(stderr).toMatch(
      /RoleBinding.rbac.authorization.k8s.io "deployer" is invalid: subjects\[0\].kind: Unsupported value/,
    );
    expect(readFileSync(join(clone, "server.log"), "utf8")).toContain("stopping");
    rmSync(clone, { recursive: true });
  },
);
