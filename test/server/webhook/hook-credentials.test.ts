import { expect, test } from "vitest";
import { hookCredentials } from "../../../src/server/webhook/hook-credentials.ts";

const users = (...names: readonly string[]) => names.map((name) => ({ name, user: { token: `of ${name}` } }));
const tokenFor = (names: readonly string[], hostPort: string, more: object = {}) =>
  hookCredentials({ users: users(...names), ...more }, "/etc/hooks", () => "")(hostPort)?.headers()["authorization"];

/** The user is chosen as kube-apiserver chooses the user for a webhook. */
test.each([
  ["web.shop.svc:443", ["web.shop.svc:443", "web.shop.svc"], "web.shop.svc:443"],
  ["web.shop.svc:443", ["web.shop.svc", "*.svc:443"], "*.svc:443"],
  ["web.shop.svc:443", ["*.svc", "*.shop.svc", "*"], "*.shop.svc"],
  ["web.shop.svc:8443", ["web.shop.svc", "*.svc", "*"], "*"],
  ["hooks.example.org:8443", ["*.org:8443", "*.example.org:8443"], "*.example.org:8443"],
  ["hooks.example.org:443", ["*"], "*"],
  ["hooks.example.org:443", ["*.example.com"], undefined],
  ["[::1]:443", ["::1"], "::1"],
])("for a webhook at %s, the user among %j is %s", (hostPort, names, expected) => {
  expect(tokenFor(names, hostPort)).toBe(expected && `Bearer of ${expected}`);
});

test("the user of the current context is used for webhooks that match no other user", () => {
  const more = { contexts: [{ name: "c", context: { cluster: "", user: "me" } }], "current-context": "c" };
  expect(tokenFor(["me", "a.b"], "a.b:443", more)).toBe("Bearer of a.b");
  expect(tokenFor(["me", "a.b"], "c.d:443", more)).toBe("Bearer of me");
});

test("paths are relative to the folder of the file, and credentials from a program (exec) are refused", () => {
  const files: string[] = [];
  const certificate = { "client-certificate": "a.crt", "client-key": "/keys/a.key" };
  const credentialsFor = hookCredentials({ users: [{ name: "*", user: certificate }] }, "/etc/hooks/config", (path) => {
    files.push(path);
    return path;
  });
  expect(credentialsFor("a:443")).toMatchObject({ certificate: "/etc/hooks/a.crt", key: "/keys/a.key" });
  const exec = { command: "make-token", apiVersion: "client.authentication.k8s.io/v1" };
  const made = { users: [{ name: "*", user: { exec } }] };
  expect(() => hookCredentials(made as never, "/etc/hooks/config", () => "")).toThrow("`exec` is not supported");
  expect(files).toEqual(["/etc/hooks/a.crt", "/keys/a.key"]);
});
