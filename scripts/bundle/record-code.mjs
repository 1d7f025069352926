/**
 * Runs the program and writes what V8 compiled for it beside its parts, functions included that were compiled when they
 * were called. `src/cli/part-loader.ts` says for whom.
 *
 *   node build/record-code.mjs    in the root of the project, after a build
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sealCode } from "../../src/cli/compiled-code.ts";
import { compiledFile, compiledFolder, PartLoader } from "../../src/cli/part-loader.ts";

/** One sound document of each kind. What few documents call is not worth the time that it takes to load it. */
const documents = readdirSync("fixtures").flatMap((group) =>
  readdirSync(join("fixtures", group))
    .map((kind) => join("fixtures", group, kind, "valid"))
    .filter(existsSync)
    .map((folder) => join(folder, readdirSync(folder).sort()[0])),
);
const runs = [
  ["lint", "--quiet", ...documents],
  ["lint", "fixtures/rbac.authorization.k8s.io/role/invalid"],
  ["explain", "DaemonSet.spec"],
  ["kinds"],
  ["serve", "--help"],
];

const folder = "dist/parts/";
const loader = new PartLoader(join(process.cwd(), folder));
const { runCommand } = loader.load("main.cjs");
const streams = { stdout: { write() {} }, stderr: { write() {} } };
for (const run of runs) await runCommand(run, pathToFileURL("dist/clustervet.cjs"), streams);
await serveOnce();

/** A server from its start to its end, with what tests and kubectl ask first. */
async function serveOnce() {
  const server = await loader.load("server.cjs").startInProcess({}, (message) => new Error(message));
  const { "client-certificate-data": cert, "client-key-data": key } = server.kubeconfig.users[0].user;
  const client = {
    cert: Buffer.from(cert, "base64"),
    key: Buffer.from(key, "base64"),
    ca: server.certificateAuthority,
  };
  const send = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const asked = request(server.url + path, { ...client, method, agent: false, headers }, (answer) => {
        answer.resume().on("end", resolve);
      });
      asked.on("error", reject).end(body && JSON.stringify(body));
    });
  const maps = "/api/v1/namespaces/default/configmaps";
  const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { a: "b" } };
  for (const path of ["/readyz", "/version", "/api", "/apis", "/api/v1", "/api/v1/namespaces", maps])
    await send("GET", path);
  await send("POST", maps, map);
  await send("PUT", `${maps}/a`, map);
  await send("PATCH", `${maps}/a?fieldManager=a&force=true`, map, { "content-type": "application/apply-patch+yaml" });
  await send("GET", `${maps}?watch=1&timeoutSeconds=1`);
  await send("DELETE", `${maps}/a`);
  await server.stop();
}

mkdirSync(compiledFolder(folder), { recursive: true });
for (const [name, { script }] of loader.loaded) {
  writeFileSync(compiledFile(folder, name), sealCode(readFileSync(folder + name), script.createCachedData()));
}
