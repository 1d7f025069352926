import { expect, test } from "vitest";
import { createVetter } from "../../src/index.ts";

const vetter = createVetter();

/** Returns `line rule` of every finding. */
const found = (text: string) => vetter.vetText(text).map(({ range, rule }) => `${range?.start.line} ${rule}`);

const config = (jwt: string) => `apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
${jwt}`;

const issuer = (comment: string, trailing = "") =>
  config(`- issuer:
    ${comment}
    url: http://a.example${trailing}
    audiences: [x]
  claimMappings: {username: {claim: sub, prefix: ""}}
`);

const form = "authentication/issuer-url-form";

test.each([
  { name: "no comment", text: issuer("# fine"), expected: [`6 ${form}`] },
  { name: "the next item", text: issuer(`# clustervet-ignore ${form}: internal`), expected: [] },
  { name: "without a reason", text: issuer(`#clustervet-ignore ${form}`), expected: [] },
  { name: "a whole area", text: issuer("# clustervet-ignore authentication/*"), expected: [] },
  {
    name: "several rules",
    text: issuer(`# clustervet-ignore ${form}, authentication/audiences-required`),
    expected: [`5 suppression/unused`],
  },
  {
    name: "several rules and a reason with commas and colons",
    text: issuer(`# clustervet-ignore ${form}, schema/type: a lab, see: https://a.example`),
    expected: [`5 suppression/unused`],
  },
  {
    name: "a reason without a colon",
    text: issuer(`# clustervet-ignore ${form} a lab`),
    expected: ["5 suppression/malformed", `6 ${form}`],
  },
  {
    name: "rules without a comma",
    text: issuer(`# clustervet-ignore ${form} schema/type: a lab`),
    expected: ["5 suppression/malformed", `6 ${form}`],
  },
  {
    name: "a comma too many",
    text: issuer(`# clustervet-ignore ${form},: a lab`),
    expected: ["5 suppression/malformed", `6 ${form}`],
  },
  { name: "the end of the line", text: issuer("# fine", ` # clustervet-ignore ${form}: lab`), expected: [] },
  {
    name: "another rule",
    text: issuer("# clustervet-ignore authentication/anonymous-off: x"),
    expected: ["5 suppression/unused", `6 ${form}`],
  },
  { name: "no rule", text: issuer("# clustervet-ignore: because"), expected: ["5 suppression/malformed", `6 ${form}`] },
  {
    name: "no rule id",
    text: issuer("# clustervet-ignore everything"),
    expected: ["5 suppression/malformed", `6 ${form}`],
  },
  ...["ignore-next-line", "ignore_file", "ignore-files", "disable", "disable-next-line"].map((name) => ({
    name: `clustervet-${name}, which there is not`,
    text: issuer(`# clustervet-${name} ${form}: a lab`),
    expected: ["5 suppression/malformed", `6 ${form}`],
  })),
  { name: "a longer word", text: issuer("# clustervet-ignored thing"), expected: [`6 ${form}`] },
  {
    name: "in a string",
    text: issuer("# fine").replace("[x]", `["x # clustervet-ignore ${form}"]`),
    expected: [`6 ${form}`],
  },
  { name: "the whole file", text: `${issuer("# fine")}# clustervet-ignore-file ${form}: lab\n`, expected: [] },
  { name: "the whole document", text: `# clustervet-ignore ${form}\n${issuer("# fine")}`, expected: [] },
])("$name", ({ text, expected }) => {
  expect(found(text)).toEqual(expected);
});

test("a comment before an item of a list covers that item only", () => {
  const authenticator = (url: string) => `- issuer: {url: "${url}", audiences: [x]}
  claimMappings: {username: {claim: sub, prefix: ""}}
`;
  const text = config(`# clustervet-ignore ${form}\n${authenticator("http://a")}${authenticator("http://b")}`);
  expect(found(text)).toEqual([`7 ${form}`]);
});

test("a comment in the second document covers nothing of the first", () => {
  const role = (name: string) => `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: ${name}, namespace: team}
rules: [{apiGroups: [""], resources: [pods]}]
`;
  expect(found(`${role("a")}---\n# clustervet-ignore rbac/verbs-required\n${role("b")}`)).toEqual([
    "4 rbac/verbs-required",
  ]);
});

test("suppressed findings are counted", () => {
  const result = vetter.vetFiles([{ name: "a.yaml", content: issuer(`# clustervet-ignore ${form}`) }]);
  expect(result.summary).toMatchObject({ errors: 0, suppressed: 1 });
});

test("if more findings than are listed are all suppressed, no finding remains", () => {
  const verbs = "- {apiGroups: [''], resources: [pods]} # clustervet-ignore rbac/verbs-required: a test\n";
  const role = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a, namespace: b}\nrules:\n";
  const { diagnostics, summary } = vetter.vetFiles([{ name: "a.yaml", content: `${role}${verbs.repeat(1_500)}` }]);
  expect(diagnostics).toEqual([]);
  expect(summary.suppressed).toBe(1_500);
});
