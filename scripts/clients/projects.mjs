/**
 * Compares two servers: applies the definitions and example resources of projects to both with kubectl; see
 * docs/internals/projects.md.
 *
 *   node scripts/clients/projects.mjs REAL_KUBECONFIG OWN_KUBECONFIG PROJECTS [KUBECTL] > report
 *
 * PROJECTS contains a folder for each project, with `definitions/*.yaml` and `examples/*.json`. Prints a line for each
 * difference, and a table at the end.
 */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual as isSame, promisify } from "node:util";
import { parseAllDocuments } from "yaml";

const run = promisify(execFile);
const [real, own, folder, program = "kubectl"] = process.argv.slice(2);
const maxBuffer = 1 << 28;
const maxShownLength = 700;
const maxAttempts = 30;
const pauseMs = 1000;

async function kubectl(server, ...args) {
  const options = { maxBuffer, env: { ...process.env, KUBECONFIG: server } };
  return run(program, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

const both = async (...args) => Promise.all([kubectl(real, ...args), kubectl(own, ...args)]);

let differences = 0;
function compare(name, [theirs, ours]) {
  if (isSame(theirs, ours)) return true;
  differences++;
  const lines = (value) => (typeof value === "string" ? value : JSON.stringify(value)).split("\n");
  const [a, b] = [lines(theirs), lines(ours)];
  const only = (some, others) =>
    some
      .filter((line) => !others.includes(line))
      .join("\n")
      .slice(0, maxShownLength);
  console.log(`# ${name}\n  real ${only(a, b)}\n  own  ${only(b, a)}`);
  return false;
}

/** Removes ages, which differ between runs, and column padding. */
const timeless = (text) =>
  text
    .replace(/\b\d+(?:[smhd]\d*)+s?\b/g, "AGE")
    .replace(/ {2,}/g, "  ")
    .replace(/[ \t]+$/gm, "");

const spread = (all) => `${all.filter(Boolean).length} of ${all.length}`;

async function compareProject(name) {
  const definitionFiles = readdirSync(join(folder, name, "definitions")).map((file) =>
    join(folder, name, "definitions", file),
  );
  const definitions = definitionFiles
    .flatMap((file) => parseAllDocuments(readFileSync(file, "utf8")).map((document) => document.toJS()))
    .filter((document) => document?.kind === "CustomResourceDefinition");
  const applied = await both("apply", "--server-side", "-f", join(folder, name, "definitions"));
  const isApplied = compare(
    `${name}: apply`,
    applied.map(({ code, stdout }) => `${code}\n${stdout}`),
  );
  const waited = await Promise.all([real, own].map((server) => waitForDefinitions(server, definitions)));
  const isEstablished = compare(
    `${name}: established`,
    waited.map(({ code, stdout }) => `${code}\n${stdout}`),
  );
  const resources = definitions.flatMap(({ spec }) =>
    spec.versions.filter(({ served }) => served).map((version) => ({ spec, version: version.name })),
  );
  const published = await comparePublished(name, resources);
  const explained = [];
  for (const { spec, version } of resources) {
    const args = ["explain", spec.names.plural, "--recursive", `--api-version=${spec.group}/${version}`];
    const answers = await both(...args);
    explained.push(
      compare(
        `${name}: ${args.join(" ")}`,
        answers.map(({ code, stdout, stderr }) => `${code}\n${stdout}${stderr}`),
      ),
    );
  }
  const created = await createExamples(name);
  const shown = [];
  for (const { spec, version } of resources) {
    const resource = `${spec.names.plural}.${version}.${spec.group}`;
    for (const wide of [[], ["-o", "wide"]]) {
      const answers = await both("get", resource, "-A", "--sort-by=.metadata.name", ...wide);
      shown.push(
        compare(
          `${name}: get ${resource} ${wide.join(" ")}`,
          answers.map(({ code, stdout }) => `${code}\n${timeless(stdout)}`),
        ),
      );
    }
  }
  return { name, definitions: definitions.length, isApplied, isEstablished, explained, published, created, shown };
}

/**
 * Waits until the definitions are established. Retries, since `kubectl wait` fails for a definition without conditions.
 */
async function waitForDefinitions(server, definitions) {
  const names = definitions.map(({ metadata }) => `crd/${metadata.name}`);
  for (let attempt = 1; ; attempt++) {
    const answer = await kubectl(server, "wait", "--for=condition=Established", "--timeout=60s", ...names);
    if (answer.code === 0 || attempt === maxAttempts) return answer;
    await pause(pauseMs);
  }
}

/** Waits until both servers publish all kinds, or the attempts are used up: a real server takes seconds. */
async function waitForKinds(groupVersion, count) {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const answers = await both("get", "--raw", `/openapi/v3/apis/${groupVersion}`);
    const kinds = answers.map(({ stdout }) => kindsIn(stdout, groupVersion));
    if (kinds.every((each) => Object.keys(each).length === count) || attempt === maxAttempts) return kinds;
    await pause(pauseMs);
  }
  return [];
}

/** Compares the schemas of the kinds in OpenAPI v3. */
async function comparePublished(name, resources) {
  const published = [];
  const groupVersions = [...new Set(resources.map(({ spec, version }) => `${spec.group}/${version}`))];
  for (const groupVersion of groupVersions) {
    const count = resources.filter(({ spec, version }) => `${spec.group}/${version}` === groupVersion).length;
    const kinds = await waitForKinds(groupVersion, count);
    published.push(
      compare(
        `${name}: OpenAPI v3 of ${groupVersion}`,
        kinds.map((each) => JSON.stringify(each, null, 1)),
      ),
    );
  }
  return published;
}

const notCompared = new Set(["apiVersion", "kind", "metadata"]);

/** @returns schemas by kind, without the fields that every resource has */
function kindsIn(text, groupVersion) {
  const { components } = text.startsWith("{") ? JSON.parse(text) : {};
  const found = Object.entries(components?.schemas ?? {}).filter(
    ([name, schema]) =>
      !name.startsWith("io.k8s.apimachinery.") &&
      schema["x-kubernetes-group-version-kind"]?.some(({ group, version }) => `${group}/${version}` === groupVersion) &&
      !schema.properties?.items,
  );
  return Object.fromEntries(
    found.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, schema]) => [name, comparable(schema)]),
  );
}

function comparable({ properties, ...schema }) {
  const own = Object.entries(properties ?? {}).filter(([field]) => !notCompared.has(field));
  return sorted({ ...schema, properties: Object.fromEntries(own) });
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

/** Metadata fields that a server sets. */
const givenOut = ["uid", "resourceVersion", "creationTimestamp", "managedFields"];

async function createExamples(name) {
  const created = [];
  let accepted = 0;
  const directory = join(folder, name, "examples");
  for (const file of readdirSync(directory).sort()) {
    const { metadata } = JSON.parse(readFileSync(join(directory, file), "utf8"));
    const { namespace = "default" } = metadata;
    if (namespace !== "default") await both("create", "namespace", namespace);
    const answers = await both("create", "-f", join(directory, file), "-o", "json");
    if (answers[0].code === 0) accepted++;
    created.push(compare(`${name}: ${file}`, answers.map(outcomeOf)));
  }
  return { created, accepted };
}

/** @returns the stored object, or the exit code with the fields that the error names, else with its first line */
function outcomeOf({ code, stdout, stderr }) {
  if (code === 0) {
    const object = JSON.parse(stdout);
    for (const field of givenOut) delete object.metadata[field];
    return JSON.stringify(sorted(object), null, 1);
  }
  const fields = [...stderr.matchAll(/(?:^|[\s[*])((?:spec|metadata|status)[\w.[\]-]*): /g)].map(([, field]) => field);
  const [reason = ""] = stderr.split("\n");
  return `${code} ${fields.length > 0 ? [...new Set(fields)].sort().join(" ") : reason}`;
}

const rows = [];
for (const name of readdirSync(folder).sort()) rows.push(await compareProject(name));
console.log(
  "\n| project | definitions | applied, established alike | kinds explained alike | OpenAPI v3 alike | examples (accepted) | answered alike | tables alike |",
);
console.log("|---|--:|---|--:|--:|--:|--:|--:|");
for (const { name, definitions, isApplied, isEstablished, explained, published, created, shown } of rows) {
  const alike = isApplied && isEstablished ? "yes" : "no";
  const examples = `${created.created.length} (${created.accepted})`;
  console.log(
    `| ${name} | ${definitions} | ${alike} | ${spread(explained)} | ${spread(published)} | ${examples} | ${spread(created.created)} | ${spread(shown)} |`,
  );
}
console.log(`${differences} differences`);
