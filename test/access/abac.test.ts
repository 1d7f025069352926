/** Tests the ABAC authorizer with upstream's tables, and rejects files that are not ABAC policies. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type AbacPolicy, abacAllows, abacRules, parseAbacFile } from "../../src/access/abac.ts";
import type { AccessAttributes } from "../../src/access/request.ts";

const readLines = (name: string): readonly string[] =>
  readFileSync(new URL(`./data/${name}`, import.meta.url), "utf8")
    .trim()
    .split("\n");
const textOf = (cell = "-"): string => (cell === "-" ? "" : cell);

function policiesOf(text: string): readonly AbacPolicy[] {
  const file = parseAbacFile(text);
  if (!file.ok) throw new Error(JSON.stringify(file.error));
  return file.value.policies;
}

const user = (username: string, groups: readonly string[]) => ({ username, uid: "", groups, extra: {} });
const authenticated = ["system:authenticated"];

/** Tables of policies, each followed by its requests, one on each line that begins with `>`. */
const tables = readLines("abac-requests.txt")
  .join("\n")
  .split(/^# /m)
  .filter(Boolean)
  .map((table) => {
    const [name = "", ...lines] = table.trim().split("\n");
    return {
      name,
      policies: lines.filter((line) => line.startsWith("{")),
      requests: lines.filter((line) => line.startsWith(">")),
    };
  });

test.each(tables)("requests of upstream's table $name", ({ policies, requests }) => {
  const parsed = policiesOf(policies.join("\n"));
  for (const line of requests) {
    const [, decision, username = "", verb = "", ...cells] = line.split(" ");
    const [group = "", resource = "", namespace = "", path = ""] = cells.map(textOf);
    const isResource = resource !== "" || namespace !== "";
    const names = { group, version: "", resource, subresource: "", name: "", namespace };
    const attributes: AccessAttributes = isResource
      ? { kind: "resource", verb, ...names }
      : { kind: "url", verb, path };
    const allows = parsed.some((policy) => abacAllows(policy, { user: user(username, authenticated), attributes }));
    expect(allows ? "allow" : "no-opinion", line).toBe(decision);
  }
  expect(requests.length).toBeGreaterThan(20);
});

test("a policy applies to the users and groups that it names", () => {
  const lines = readLines("abac-subjects.txt");
  expect(lines).toHaveLength(36);
  for (const line of lines) {
    const [version, policyUser, policyGroup, username = "", groups = "", matches] = line.split(" ");
    const subject = { user: textOf(policyUser), group: textOf(policyGroup) };
    const policy =
      version === "v0"
        ? subject
        : {
            apiVersion: "abac.authorization.kubernetes.io/v1beta1",
            kind: "Policy",
            spec: { ...subject, nonResourcePath: "*" },
          };
    const [parsed] = policiesOf(JSON.stringify(policy));
    const request = {
      user: user(username, textOf(groups).split(",")),
      attributes: { kind: "url", verb: "get", path: "/" },
    } as const;
    expect(parsed && abacAllows(parsed, request), line).toBe(matches === "true");
  }
});

test("the rules of a user come from the policies that apply to the user and the namespace", () => {
  const policies = policiesOf(
    [
      { readonly: true, resource: "events" },
      { user: "u", resource: "bindings" },
      { user: "u", readonly: true, namespace: "n" },
      { user: "other", resource: "pods" },
    ]
      .map((policy) => JSON.stringify(policy))
      .join("\n"),
  );
  const readVerbs = ["get", "list", "watch"];
  const rule = (verbs: readonly string[], resource: string) => ({ verbs, apiGroups: ["*"], resources: [resource] });
  const everywhere = [rule(readVerbs, "events"), rule(["*"], "bindings")];
  expect(abacRules(policies, user("u", authenticated), "x")).toEqual(everywhere);
  expect(abacRules(policies, user("u", authenticated), "n")).toEqual([...everywhere, rule(readVerbs, "*")]);
  const [all] = policiesOf(`{"user":"u","readonly":true}`);
  expect(abacRules(all ? [all] : [], user("u", []), "n")).toEqual([
    rule(readVerbs, "*"),
    { verbs: readVerbs, nonResourceURLs: ["*"] },
  ]);
});

const current = `"apiVersion":"abac.authorization.kubernetes.io/v1beta1"`;
test.each([
  ["text that is not JSON", "{user: u}", "must be a JSON object"],
  ["a list", "[]", "must be a JSON object"],
  ["null", "null", "must be a JSON object"],
  [
    "another version",
    `{"apiVersion":"v1","kind":"Policy"}`,
    '`apiVersion` must be "abac.authorization.kubernetes.io/v1beta1"; got "v1"',
  ],
  ["another kind", `{${current},"kind":"Role"}`, '`kind` must be "Policy"; got "Role"'],
  ["no kind", `{${current}}`, '`kind` must be "Policy"; got null'],
  ["a number for a string", `{${current},"kind":"Policy","spec":{"user":1}}`, "`user` must be a string"],
  ["a string for a boolean", `{"readonly":"yes"}`, "`readonly` must be true or false"],
  ["no spec", `{${current},"kind":"Policy","spec":[]}`, "`spec` must be an object"],
  ["a line that is too long", `{"user":"${"u".repeat(65_530)}"}`, "must be at most 65535 bytes long"],
])("a line with %s is rejected", (_name, line, message) => {
  expect(parseAbacFile(`# first\n\n${line}`)).toEqual({ ok: false, error: [{ line: 3, message }] });
});

test("lines in the old format are reported, and a line of the maximum length (maxLineBytes) is accepted", () => {
  const longest = `{"user":"${"u".repeat(65_535 - 11)}"}`;
  const file = parseAbacFile(`\n${longest}\n{${current},"kind":"Policy","spec":{"user":"u"}}`);
  expect(file).toMatchObject({ ok: true, value: { oldLines: [2], policies: [{ resource: "*" }, { resource: "" }] } });
});
