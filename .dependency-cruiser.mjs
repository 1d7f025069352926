/** The import table of the house: what each folder of src may import. A folder that is not listed may not exist. */
export const mayImport = {
  diagnostic: [],
  lexical: [],
  release: [],
  source: ["diagnostic"],
  patch: ["lexical"],
  cel: ["lexical"],
  schema: ["diagnostic", "lexical"],
  rule: ["diagnostic", "release"],
  kind: ["diagnostic", "lexical", "schema", "rule"],
  kinds: ["diagnostic", "lexical", "release", "patch", "schema", "rule", "kind", "cel"],
  access: ["diagnostic", "lexical", "rule", "kind", "kinds", "cel"],
  engine: ["diagnostic", "lexical", "release", "source", "patch", "cel", "schema", "rule", "kind", "kinds"],
  report: ["diagnostic", "source"],
  suite: [
    "diagnostic",
    "lexical",
    "release",
    "source",
    "patch",
    "cel",
    "schema",
    "rule",
    "kind",
    "kinds",
    "access",
    "engine",
    "report",
  ],
  cli: [
    "diagnostic",
    "lexical",
    "release",
    "source",
    "patch",
    "cel",
    "schema",
    "rule",
    "kind",
    "kinds",
    "access",
    "engine",
    "report",
    "suite",
  ],
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

export default {
  forbidden: [
    { name: "no-circular", severity: "error", comment: "type imports count", from: {}, to: { circular: true } },
    {
      name: "cel-public-face",
      severity: "error",
      comment: "the only public face of cel is its index.ts",
      from: { path: "^src/(?!cel/)" },
      to: { path: "^src/cel/", pathNot: "^src/cel/index\\.ts$" },
    },
    {
      name: "engine-is-pure",
      severity: "error",
      comment: "files, certificates and clocks are passed in",
      from: { path: "^src/(?!cli/)", pathNot: "^src/node-host\\.ts$" },
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
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { extensions: [".ts", ".js", ".mjs", ".json"] },
  },
};
