import { Command } from "commander";
import { expect, test } from "vitest";
import { addServeCommand } from "../../src/cli/commands/serve.ts";
import { recordShownFlags } from "../../src/cli/serve-shown-flags.ts";

function shownFlags(...args: string[]): ReadonlyMap<string, string> {
  const program = new Command().exitOverride();
  const files = { command: [], thread: () => new URL("file:///thread"), pages: "" };
  addServeCommand(program, files as never, () => {});
  const [serve] = program.commands;
  if (!serve) throw new Error("there is a command serve");
  serve.action(() => {});
  const flags = recordShownFlags(serve);
  program.parse(["serve", ...args], { from: "user" });
  return flags();
}

test("values of flags are shown in the notation of Go", () => {
  const flags = shownFlags(
    ...["--request-timeout=90s", "--etcd-servers=http://a,http://b", "--service-account-issuer=https://a"],
    ...["--service-account-issuer=https://b", "--wait", "--feature-gates=A=true", "--feature-gates=B=false"],
    ...["--enable-aggregator-routing", "--profiling=false", "--storage=memory"],
  );
  const expected = {
    "request-timeout": "1m30s",
    "etcd-servers": "[http://a,http://b]",
    "service-account-issuer": "[https://a,https://b]",
    wait: "true",
    "feature-gates": "A=true,B=false",
    "enable-aggregator-routing": "true",
    profiling: "false",
    storage: "memory",
  };
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, flags.get(name)]))).toEqual(expected);
});

test("shown defaults are those of the server, else those of kube-apiserver, else empty", () => {
  const flags = shownFlags();
  const expected = {
    "bind-address": "127.0.0.1",
    "request-timeout": "1m0s",
    "event-ttl": "1h0m0s",
    "max-requests-inflight": "400",
    "enable-admission-plugins": "[]",
    "enable-bootstrap-token-auth": "false",
    "oidc-issuer-url": "",
    "livez-grace-period": "0s",
    v: "0",
    wait: "false",
  };
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, flags.get(name)]))).toEqual(expected);
});
