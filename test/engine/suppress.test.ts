import { expect, test } from "vitest";
import { createVetter } from "../../src/index.ts";

const vetter = createVetter();

/** Returns `line rule` of every finding. */
const findingLines = (text: string) => vetter.vetText(text).map(({ range, rule }) => `${range?.start.line} ${rule}`);

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

const formRule = "authentication/issuer-url-form";

test.each([
  { name: "no comment", text: issuer("# fine"), expected: [`6 ${formRule}`] },
  { name: "a comment before an item", text: issuer(`# clustervet-ignore ${formRule}: internal`), expected: [] },
  { name: "without a reason", text: issuer(`#clustervet-ignore ${formRule}`), expected: [] },
  { name: "an area of rules", text: issuer("# clustervet-ignore authentication/*"), expected: [] },
  {
    name: "several rules",
    text: issuer(`# clustervet-ignore ${formRule}, authentication/audiences-required`),
    expected: [`5 suppression/unused`],
  },
  {
    name: "several rules and a reason with commas and colons",
    text: issuer(`# clustervet-ignore ${formRule}, schema/type: a lab, see: https://a.example`),
    expected: [`5 suppression/unused`],
  },
  {
    name: "a reason without a colon",
    text: issuer(`# clustervet-ignore ${formRule} a lab`),
    expected: ["5 suppression/malformed", `6 ${formRule}`],
  },
  {
    name: "rules without a comma",
    text: issuer(`# clustervet-ignore ${formRule} schema/type: a lab`),
    expected: ["5 suppression/malformed", `6 ${formRule}`],
  },
  {
    name: "a trailing comma",
    text: issuer(`# clustervet-ignore ${formRule},: a lab`),
    expected: ["5 suppression/malformed", `6 ${formRule}`],
  },
  {
    name: "a comment at the end of the line",
    text: issuer("# fine", ` # clustervet-ignore ${formRule}: lab`),
    expected: [],
  },
  {
    name: "a comment with another rule",
    text: issuer("# clustervet-ignore authentication/anonymous-off: x"),
    expected: ["5 suppression/unused", `6 ${formRule}`],
  },
  {
    name: "a comment without a rule",
    text: issuer("# clustervet-ignore: because"),
    expected: ["5 suppression/malformed", `6 ${formRule}`],
  },
  {
    name: "an invalid rule id",
    text: issuer("# clustervet-ignore everything"),
    expected: ["5 suppression/malformed", `6 ${formRule}`],
  },
  ...["ignore-next-line", "ignore_file", "ignore-files", "disable", "disable-next-line"].map((name) => ({
    name: `clustervet-${name}, which there is not`,
    text: issuer(`# clustervet-${name} ${formRule}: a lab`),
    expected: ["5 suppression/malformed", `6 ${formRule}`],
  })),
  { name: "a longer keyword", text: issuer("# clustervet-ignored thing"), expected: [`6 ${formRule}`] },
  {
    name: "a comment within a string",
    text: issuer("# fine").replace("[x]", `["x # clustervet-ignore ${formRule}"]`),
    expected: [`6 ${formRule}`],
  },
  {
    name: "a comment for the whole file",
    text: `${issuer("# fine")}# clustervet-ignore-file ${formRule}: lab\n`,
    expected: [],
  },
  {
    name: "a comment for the whole document",
    text: `# clustervet-ignore ${formRule}\n${issuer("# fine")}`,
    expected: [],
  },
])("$name", ({ text, expected }) => {
  expect(findingLines(text)).toEqual(expected);
});

test("a comment before an item of a list covers that item only", () => {
  const authenticator = (url: string) => `- issuer: {url: "${url}", audiences: [x]}
  claimMappings: {username: {claim: sub, prefix: ""}}
`;
  const text = config(`# clustervet-ignore ${formRule}\n${authenticator("http://a")}${authenticator("http://b")}`);
  expect(findingLines(text)).toEqual([`7 ${formRule}`]);
});

test("a comment in the second document covers nothing of the first", () => {
  const role = (name: string) => `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: ${name}, namespace: team}
rules: [{apiGroups: [""], resources: [pods]}]
`;
  expect(findingLines(`${role("a")}---\n# clustervet-ignore rbac/verbs-required\n${role("b")}`)).toEqual([
    "4 rbac/verbs-required",
  ]);
});

test("suppressed findings are counted", () => {
  const result = vetter.vetFiles([{ name: "a.yaml", content: issuer(`# clustervet-ignore ${formRule}`) }]);
  expect(result.summary).toMatchObject({ errors: 0, suppressed: 1 });
});

test("if more findings than are listed are all suppressed, no finding remains", () => {
  const verbs = "- {apiGroups: [''], resources: [pods]} # clustervet-ignore rbac/verbs-required: a test\n";
  const role = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a, namespace: b}\nrules:\n";
  const { diagnostics, summary } = vetter.vetFiles([{ name: "a.yaml", content: `${role}${verbs.repeat(1_500)}` }]);
  expect(diagnostics).toEqual([]);
  expect(summary.suppressed).toBe(1_500);
});
