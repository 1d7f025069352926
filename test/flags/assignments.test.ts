import { expect, test } from "vitest";
import { createVetter } from "../../src/engine/vetter.ts";
import { fileCommand, mayHaveCommandLines, textCommands } from "../../src/flags/assignments.ts";

test.each([
  { name: "kubelet.service", holds: true },
  { name: "etc/systemd/system/kubelet.service.d/10-kubeadm.conf", holds: true },
  { name: "var/lib/kubelet/kubeadm-flags.env", holds: true },
  { name: "etc/default/kubelet", holds: true },
  { name: "etc/sysconfig/kube-proxy", holds: true },
  { name: "etc/nginx/nginx.conf", holds: false },
  { name: "etc/default/grub", holds: false },
  { name: "kubelet.conf.d/10.conf", holds: false },
])("$name holds command lines: $holds", ({ name, holds }) => {
  expect(mayHaveCommandLines(name)).toBe(holds);
});

const commandsOf = (text: string, name = "kubelet.service") =>
  textCommands(name, text).map(({ component, args }) => [component, ...args.map((word) => word.text)].join(" "));

test.each([
  {
    name: "flags as words of the line",
    text: "ExecStart=/usr/bin/kubelet --v=2 --config /a",
    commands: ["kubelet --v=2 --config /a"],
  },
  {
    name: "prefix characters before the program",
    text: "ExecStart=-@/usr/bin/kubelet --v=2",
    commands: ["kubelet --v=2"],
  },
  {
    name: "a wrapper program",
    text: "ExecStart=/usr/bin/nice -n 5 /usr/bin/kubelet --v=2",
    commands: ["kubelet --v=2"],
  },
  { name: "another program", text: "ExecStart=/usr/bin/etcd --v=2", commands: [] },
  {
    name: "several lines",
    text: "ExecStart=/usr/bin/kubelet \\\n  --v=2 \\\n  --config=/a\nRestart=always",
    commands: ["kubelet --v=2 --config=/a"],
  },
  {
    name: "a comment between lines",
    text: "ExecStart=/usr/bin/kubelet \\\n# why\n  --v=2",
    commands: ["kubelet --v=2"],
  },
  {
    name: "quotes",
    text: `ExecStart=/usr/bin/kubelet "--node-labels=a=b c" '--v=2'`,
    commands: ["kubelet --node-labels=a=b c --v=2"],
  },
  {
    name: "the last ExecStart",
    text: "ExecStart=/a/kubelet --v=1\nExecStart=\nExecStart=/a/kubelet --v=2",
    commands: ["kubelet --v=2"],
  },
  {
    name: "a variable of the unit",
    text: 'Environment="A=--v=2 --config=/a"\nExecStart=/a/kubelet $A',
    commands: ["kubelet --v=2 --config=/a"],
  },
  {
    name: "a variable that is one argument",
    text: `Environment="A=--node-labels=a b"\nExecStart=/a/kubelet \${A}`,
    commands: ["kubelet --node-labels=a b"],
  },
  { name: "a variable that another file defines", text: "ExecStart=/a/kubelet $B", commands: ["kubelet $B"] },
  { name: "a fragment of a command line", text: "Environment=KUBELET_EXTRA_ARGS=--v=2", commands: ["kubelet --v=2 $"] },
  {
    name: "a fragment for another component",
    text: 'Environment="KUBE_PROXY_ARGS=--v=2"',
    commands: ["kube-proxy --v=2 $"],
  },
  { name: "a variable without a component", text: "Environment=HTTP_PROXY=--v=2", commands: [] },
])("$name", ({ text, commands }) => {
  expect(commandsOf(text)).toEqual(commands);
});

test.each([
  { text: 'KUBELET_KUBEADM_ARGS="--v=2 --config=/a"\n', commands: ["kubelet --v=2 --config=/a $"] },
  { text: "export KUBELET_EXTRA_ARGS=--v=2 --config=/a\n", commands: ["kubelet --v=2 --config=/a $"] },
  { text: "# KUBELET_EXTRA_ARGS=--v=2\n", commands: [] },
  { text: "KUBELET_EXTRA_ARGS=\n", commands: ["kubelet $"] },
])("variables: $text", ({ text, commands }) => {
  expect(commandsOf(text, "etc/default/kubelet")).toEqual(commands);
});

test("a finding has the range of the wrong characters", () => {
  const text = 'Environment="KUBELET_ARGS=--v=2 --nope"\nExecStart=/a/kubelet --node-labels "--max-pods=x"\n';
  const found = createVetter({ rules: { "flags/deprecated": "off" } }).vetText(text, "kubelet.service");
  const shown = found.map(({ rule, range }) => [rule, range && text.slice(range.start.offset, range.end.offset)]);
  expect(shown).toEqual([["flags/unknown", "--nope"]]);
});

test("arguments have their positions", () => {
  const text = "ExecStart=/a/kubelet --v=2 \\\n '--config=/a'";
  const [command] = textCommands("kubelet.service", text);
  expect(command?.args.map(({ start, end }) => text.slice(start, end))).toEqual(["--v=2", "'--config=/a'"]);
});

test.each([
  { text: "", args: [] },
  { text: "--v=2\n--config=/a\n", args: ["--v=2", "--config=/a"] },
  {
    text: "# the flags\n  # of it\r\n--v=2 --config '/a b' \\\n  --max-pods=5\r\n\n#--no",
    args: ["--v=2", "--config", "/a b", "--max-pods=5"],
  },
  { text: "/usr/bin/kubelet --v=2", args: ["--v=2"] },
  { text: "kube-proxy --v=2", args: ["kube-proxy", "--v=2"] },
  { text: "--v=2 # no comment", args: ["--v=2", "#", "no", "comment"] },
])("a file with flags: $text", ({ text, args }) => {
  const command = fileCommand("kubelet", text);
  expect(command.args.map((word) => word.text)).toEqual(args);
  for (const { text: word, start, end } of command.args) {
    expect(text.slice(start, end).replace(/'/g, "")).toBe(word);
  }
});
