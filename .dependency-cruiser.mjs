/** The field's small grammars, as the components read them. */
const grammars = ["json", "text", "regex", "x509"];
const documents = ["diagnostic", ...grammars, "release", "source"];
const contracts = ["api", "diagnostic", ...grammars, "release", "schema", "rule", "kind"];
const below = [
  "api",
  ...documents,
  "patch",
  "cel",
  "cel-kubernetes",
  "schema",
  "rule",
  "kind",
  "kinds",
  "kubelet",
  "flags",
  "access",
  "policy",
];

/** The import table of the house: what each folder of src may import. A folder that is not listed may not exist. */
export const mayImport = {
  api: [],
  diagnostic: [],
  json: ["text"],
  text: [],
  regex: ["text"],
  x509: ["text"],
  release: ["json"],
  storage: [],
  source: ["diagnostic", "json", "text"],
  patch: [...grammars],
  cel: [...grammars],
  "cel-kubernetes": [...grammars, "release", "cel"],
  schema: ["api", "diagnostic", ...grammars, "patch", "release"],
  wire: [...grammars, "source", "schema"],
  rule: ["diagnostic", "json", "release", "text"],
  kind: ["api", "diagnostic", ...grammars, "schema", "rule"],
  kinds: [...contracts, "patch", "cel", "cel-kubernetes"],
  kubelet: [...contracts, "source", "patch", "kinds", "flags"],
  flags: [...documents, "rule", "kind", "kinds"],
  access: ["api", "diagnostic", ...grammars, "rule", "kind", "kinds", "cel", "cel-kubernetes"],
  policy: [...contracts, "patch", "kinds", "access", "cel", "cel-kubernetes"],
  rollout: ["api", "text"],
  engine: [...below, "rollout"],
  report: ["diagnostic", "json", "source", "text"],
  suite: [...below, "engine", "report"],
  client: ["api", "diagnostic", ...grammars, "source", "schema", "kind", "kinds", "wire"],
  server: [...below, "engine", "storage", "wire", "client"],
  cli: [...below, "rollout", "engine", "report", "suite", "storage", "server", "wire", "client"],
};

const folders = Object.keys(mayImport);
const layer = ([from, to]) => ({
  name: `layer-${from}`,
  comment: `src/${from} may import only: ${to.join(", ") || "nothing"}`,
  severity: "error",
  from: { path: `^src/${from}/` },
  to: { path: "^src/", pathNot: [from, ...to].map((folder) => `^src/${folder}/`) },
});

/** Inside cel: syntax, then types, then check, eval and cost side by side, then library, then environment. */
const celLayers = [
  { name: "cel-syntax", from: "^src/cel/syntax/", not: "^src/cel/(syntax)/" },
  { name: "cel-types", from: "^src/cel/types/", not: "^src/cel/(syntax|types)/" },
  { name: "cel-check", from: "^src/cel/check/", not: "^src/cel/(syntax|types|check)/" },
  { name: "cel-eval", from: "^src/cel/eval/", not: "^src/cel/(syntax|types|eval)/" },
  { name: "cel-cost", from: "^src/cel/cost/", not: "^src/cel/(syntax|types|cost)/" },
  { name: "cel-library", from: "^src/cel/library/", not: "^src/cel/(syntax|types|check|eval|cost|library)/" },
].map(({ name, from, not }) => ({
  name,
  severity: "error",
  from: { path: from },
  to: { path: "^src/cel/", pathNot: not },
}));

/** Inside server: only registry sees storage, and it never sees a kind that exists; server.ts composes. */
const serverLayers = [
  {
    name: "server-storage",
    severity: "error",
    from: { path: "^src/server/", pathNot: "^src/server/(registry/|server(-options)?\\.ts)" },
    to: { path: "^src/storage/" },
  },
  {
    name: "server-registry",
    severity: "error",
    from: { path: "^src/server/registry/" },
    to: { path: "^src/(kinds|engine|access|policy)/" },
  },
];

export default {
  forbidden: [
    { name: "no-circular", severity: "error", comment: "type imports count", from: {}, to: { circular: true } },
    {
      name: "cel-inside",
      severity: "error",
      comment: "rooms above the expression language compile, estimate and evaluate; its insides are for its libraries",
      from: { path: "^src/(?!cel/|cel-kubernetes/|cel\\.ts$)" },
      to: {
        path: "^src/cel/(check|library|cost/(?!estimate)|eval/(?!frame|json|plan|trace|value-type)|syntax/(?!ast|property-name|walk))",
      },
    },
    {
      name: "engine-is-pure",
      severity: "error",
      comment:
        "files, certificates and clocks are passed in; only the client, the server and its storage stand on Node",
      from: { path: "^src/(?!cli/|storage/|server/|client/)", pathNot: "^src/node-host\\.ts$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "unknown-folder",
      severity: "error",
      comment: "folders of src are listed in the import table (the number only makes the rule one about modules)",
      module: {
        path: "^src/[^/]+/",
        pathNot: folders.map((folder) => `^src/${folder}/`),
        numberOfDependentsLessThan: 100,
      },
      from: {},
    },
    ...Object.entries(mayImport).map(layer),
    ...celLayers,
    ...serverLayers,
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { extensions: [".ts", ".js", ".mjs", ".json"] },
  },
};
