/** `serve` accepts the command lines of kube-apiserver. */
import { Command } from "commander";
import { expect, test } from "vitest";
import { addServeCommand } from "../../src/cli/commands/serve.ts";
import { UsageError } from "../../src/cli/exit.ts";
import { filesBeside } from "../../src/cli/program-files.ts";
import { recordFlags, vetServeLine } from "../../src/cli/serve-command-line.ts";
import { otherFlagNames, warnOfOtherFlags } from "../../src/cli/serve-other-flags.ts";
import { etcdOptions, storageBackend } from "../../src/cli/serve-storage.ts";
import { flagTable } from "../../src/flags/flag-table.ts";

function serveCommand(): Command {
  const program = new Command();
  addServeCommand(program, filesBeside(new URL("file:///nowhere/dist/clustervet.cjs")), () => {});
  const [command] = program.commands;
  if (!command) throw new Error("there is the command");
  return command;
}

/** Flags of kube-apiserver in the newest release. */
const current = Object.entries(flagTable["kube-apiserver"]).flatMap(([name, { until }]) => (until ? [] : [name]));

test("serve has each flag of kube-apiserver exactly once", () => {
  const { options } = serveCommand();
  // Every command has the flag --help.
  const known = [...options.map(({ long }) => long?.slice(2) ?? ""), "help"];
  expect(current.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name, index) => known.indexOf(name) !== index)).toEqual([]);
  expect(otherFlagNames.filter((name) => !current.includes(name))).toEqual([]);
});

const parseFlags = (...args: readonly string[]) => {
  const command = serveCommand();
  const recorded = recordFlags(command);
  command.action(() => {});
  command.parse(args, { from: "user" });
  return recorded();
};

test("each flag without effect causes a warning that describes its effect in kube-apiserver", () => {
  expect(warnOfOtherFlags(["--anonymous-auth=true"])).toEqual([]);
  for (const name of otherFlagNames) {
    const [warning] = warnOfOtherFlags(parseFlags(`--${name}=1`));
    expect(warning).toMatch(new RegExp(`^--${name} has no effect: in kube-apiserver it would `));
  }
});

test("flags are recorded with and without values, and repeatedly", () => {
  const flags = parseFlags(
    "--allow-privileged",
    "--profiling=false",
    "-v",
    "4",
    "--watch-cache-sizes=a#1",
    "--watch-cache-sizes",
    "b#2",
  );
  expect(flags).toEqual([
    "--allow-privileged",
    "--profiling=false",
    "--v=4",
    "--watch-cache-sizes=a#1",
    "--watch-cache-sizes=b#2",
  ]);
  expect(warnOfOtherFlags(flags)).toHaveLength(4);
});

test.each([
  "--delete-collection-workers=x",
  "--shutdown-delay-duration=7",
  "--profiling=maybe",
  "--tls-min-version=VersionTLS99",
])("%s is refused, as by kube-apiserver", (flag) => {
  expect(() => vetServeLine([flag])).toThrow(UsageError);
});

test.each([
  {
    line: ["--authentication-config=a.yaml", "--oidc-issuer-url=https://a", "--oidc-client-id=b"],
    message: "--oidc-issuer-url can't be used together with --authentication-config",
  },
  {
    line: ["--authorization-policy-file=policy.jsonl"],
    message: "--authorization-policy-file needs --authorization-mode=ABAC",
  },
  {
    line: ["--goaway-chance=0.5"],
    message: "--goaway-chance must be from 0 to 0.02; got 0.5",
  },
  {
    line: ["--feature-gates=CoordinatedLeaderElection=true,Nonsense=true"],
    message: '--feature-gates: kube-apiserver 1.37 has no feature gate "Nonsense"',
  },
  {
    line: ["--service-account-issuer=https://a", "--service-account-issuer=https://a"],
    message: '--service-account-issuer must be used once for each issuer; got "https://a" again',
  },
])("lint's rules for flags apply to serve: $message", ({ line, message }) => {
  expect(() => vetServeLine(line, "1.37")).toThrow(message);
});

test("lint's warnings about flags are warnings of serve", () => {
  expect(vetServeLine(["--event-ttl=1h", "--event-ttl=2h"])).toEqual([
    "--event-ttl has no effect: it is set again, and the last value counts",
  ]);
});

test("flags that kube-apiserver requires and this server does not need may be absent", () => {
  expect(vetServeLine(["--secure-port=0", "--audit-log-path=-"])).toEqual([]);
});

/** Flags with a list of texts: upstream, a repeated flag adds to the list. */
const listFlags = Object.entries(flagTable["kube-apiserver"]).flatMap(([name, row]) =>
  row.type === "stringSlice" && !("until" in row) && !otherFlagNames.includes(name) ? [name] : [],
);

test.each(listFlags)("a second --%s adds to the values of the first", (name) => {
  const command = serveCommand().action(() => {});
  const [first, second] = name === "authorization-mode" ? ["Node", "RBAC"] : ["a", "b"];
  command.parse([`--${name}=${first}`, `--${name}`, `${second}`], { from: "user" });
  const option = command.options.find(({ long }) => long === `--${name}`);
  expect(command.getOptionValue(option?.attributeName() ?? "")).toEqual([first, second]);
});

test.each([
  { given: {}, backend: "lmdb" },
  { given: { etcdServers: ["https://127.0.0.1:2379"] }, backend: "etcd" },
  { given: { storage: "etcd", etcdServers: ["https://127.0.0.1:2379"] }, backend: "etcd" },
  { given: { storage: "memory", etcdPrefix: "/registry" }, backend: "memory" },
] as const)("the server stores objects in $backend with $given", ({ given, backend }) => {
  expect(storageBackend(given)).toBe(backend);
});

test.each([
  {
    given: { storage: "lmdb", etcdServers: ["https://127.0.0.1:2379"] },
    fault: "--etcd-servers cannot be used with --storage lmdb",
  },
  { given: { etcdCafile: "ca.crt" }, fault: "--etcd-cafile needs --etcd-servers" },
] as const)("the server rejects etcd flags that it would not use: $fault", ({ given, fault }) => {
  expect(() => storageBackend(given)).toThrow(new UsageError(fault));
});

test("the server keeps its keys in etcd below /registry, as kube-apiserver does", () => {
  const etcdServers = ["https://127.0.0.1:2379"];
  expect(etcdOptions({ etcdServers }).prefix).toBe("/registry");
  expect(etcdOptions({ etcdServers, etcdPrefix: "/other" }).prefix).toBe("/other");
});
