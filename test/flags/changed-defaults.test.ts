import { expect, test } from "vitest";
import { flagTable } from "../../src/flags/flag-table.ts";
import { vetCommandLine } from "../../src/flags/vet-line.ts";

const changedDefaults = (from: string, target: string, component: "kubelet" | "kube-apiserver", ...args: string[]) =>
  vetCommandLine(args, component, { target, upgradesFrom: from }).findings.flatMap(({ rule, message }) =>
    rule === "flags/new-default" ? [message] : [],
  );

const cgroup = "--fail-cgroupv1 is true by default in 1.37; it was false in 1.34";

test.each([
  { name: "the flag is absent", args: [], expected: [cgroup] },
  { name: "the flag is set", args: ["--fail-cgroupv1=false"], expected: [] },
  { name: "a configuration file sets the value", args: ["--config=/etc/kubelet.yaml"], expected: [] },
  { name: "an unknown variable may set the flag", args: ["$KUBELET_EXTRA_ARGS"], expected: [] },
])("the changed default of a kubelet flag: $name", ({ args, expected }) => {
  expect(changedDefaults("1.34", "1.37", "kubelet", ...args)).toEqual(expected);
});

test("releases with the same default have no finding", () => {
  expect(changedDefaults("1.35", "1.37", "kubelet")).toEqual([]);
  expect(changedDefaults("1.32", "1.34", "kubelet")).toEqual([]);
});

test("changed limits of the audit log are reported only if the audit log is enabled", () => {
  expect(changedDefaults("1.34", "1.37", "kube-apiserver")).toEqual([]);
  expect(changedDefaults("1.34", "1.37", "kube-apiserver", "--audit-log-path=-")).toHaveLength(2);
});

test("each new default equals the default in the table of flags", () => {
  const defaults = flagTable["kube-apiserver"];
  expect(defaults["audit-log-maxage"]?.default).toBe("366");
  expect(defaults["audit-log-maxbackup"]?.default).toBe("100");
  expect(flagTable["kube-controller-manager"]["node-monitor-grace-period"]?.default).toBe("50s");
  expect(flagTable.kubelet["fail-cgroupv1"]?.default).toBe("true");
  expect(defaults["enable-logs-handler"]?.default).toBeUndefined();
});
