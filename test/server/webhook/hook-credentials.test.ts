import { expect, test } from "vitest";
import { hookCredentials } from "../../../src/server/webhook/hook-credentials.ts";

const users = (...names: readonly string[]) => names.map((name) => ({ name, user: { token: `of ${name}` } }));
const tokenFor = (names: readonly string[], hostPort: string, more: object = {}) =>
  hookCredentials({ users: users(...names), ...more }, "/etc/hooks", () => "")(hostPort)?.headers()["authorization"];

/** As kube-apiserver finds the user of a webhook. */
test.each([
  ["web.shop.svc:443", ["web.shop.svc:443", "web.shop.svc"], "web.shop.svc:443"],
  ["web.shop.svc:443", ["web.shop.svc", "*.svc:443"], "*.svc:443"],
  ["web.shop.svc:443", ["*.svc", "*.shop.svc", "*"], "*.shop.svc"],
  ["web.shop.svc:8443", ["web.shop.svc", "*.svc", "*"], "*"],
  ["hooks.example.org:8443", ["*.org:8443", "*.example.org:8443"], "*.example.org:8443"],
  ["hooks.example.org:443", ["*"], "*"],
  ["hooks.example.org:443", ["*.example.com"], undefined],
  ["[::1]:443", ["::1"], "::1"],
])("a webhook at %s, of the users %j: %s", (hostPort, names, expected) => {
  expect(tokenFor(names, hostPort)).toBe(expected && `Bearer of ${expected}`);
});

test("the user of the current context is for webhooks that no other user is for", () => {
  const more = { contexts: [{ name: "c", context: { cluster: "", user: "me" } }], "current-context": "c" };
  expect(tokenFor(["me", "a.b"], "a.b:443", more)).toBe("Bearer of a.b");
  expect(tokenFor(["me", "a.b"], "c.d:443", more)).toBe("Bearer of me");
});

test("paths count from the folder of the file, and a program that makes credentials is refused", () => {
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
