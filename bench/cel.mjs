/**
 * Nine expressions that are typical of clusters: how many times a second clustervet and its npm peers check and
 * evaluate them, next to the same logic as JavaScript written by hand. An engine takes part in a case only if its
 * result is right.
 *
 *   node bench/cel.mjs [rounds]
 */
import * as bufbuild from "@bufbuild/cel";
import { strings as bufbuildStrings } from "@bufbuild/cel/ext";
import { Environment } from "@marcbachmann/cel-js";
import * as celJs from "cel-js";
import { fromSource } from "./from-source.mjs";
import { geometricMean, median } from "./measure.mjs";

const {
  compile,
  costProfile,
  costRules,
  createEnvironment,
  dynType,
  fromJson,
  librariesOf,
  listType,
  mapType,
  perCallCostLimit,
  planCounting,
  stringType,
  toJson,
} = await fromSource("bench/engine-parts.ts");

const rounds = Number(process.argv[2] ?? 7);
const msPerRound = 50;
/** Keeps every result, so that the compiler can't optimize a call away. */
const kept = { result: undefined };

const claims = {
  sub: "1234567890",
  email: "jane@example.com",
  email_verified: true,
  groups: Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? `oidc:team-${index}` : `other:${index}`)),
};
const request = {
  user: "jane",
  groups: ["system:authenticated", "dev"],
  resourceAttributes: { namespace: "web", verb: "get", resource: "pods" },
};
const containers = Array.from({ length: 50 }, (_, index) => ({
  name: `app-${index}`,
  image: `registry.example.com/team/app:${index}`,
  securityContext: { runAsNonRoot: true },
}));
const numbers = Array.from({ length: 100 }, (_, index) => BigInt(index));
const path = "/api/v1/namespaces/web/pods/app-7";
const pattern = /^\/api\/v[0-9]+\/namespaces\/[a-z0-9-]+\/pods/;

const cases = [
  {
    name: "email",
    text: "claims.email_verified == true && claims.email.endsWith('@example.com')",
    hand: () => claims.email_verified === true && claims.email.endsWith("@example.com"),
  },
  { name: "sub", text: "claims.sub", hand: () => claims.sub },
  {
    name: "groups",
    text: "claims.groups.filter(g, g.startsWith('oidc:')).map(g, g.replace('oidc:', ''))",
    hand: () => claims.groups.filter((g) => g.startsWith("oidc:")).map((g) => g.replaceAll("oidc:", "")),
  },
  {
    name: "sar",
    text: "has(request.resourceAttributes) && request.resourceAttributes.namespace == 'web' && request.resourceAttributes.verb in ['get', 'list']",
    hand: () =>
      request.resourceAttributes !== undefined &&
      request.resourceAttributes.namespace === "web" &&
      ["get", "list"].includes(request.resourceAttributes.verb),
  },
  {
    name: "notin",
    text: "!('system:masters' in request.groups)",
    hand: () => !request.groups.includes("system:masters"),
  },
  {
    name: "containers50",
    text: "containers.all(c, c.image.startsWith('registry.example.com/') && has(c.securityContext) && c.securityContext.runAsNonRoot)",
    hand: () => containers.every((c) => c.image.startsWith("registry.example.com/") && c.securityContext?.runAsNonRoot),
  },
  { name: "matches", text: `path.matches('${pattern.source.replaceAll("\\/", "/")}')`, hand: () => pattern.test(path) },
  {
    name: "ternary",
    text: "claims.email_verified ? 'oidc:' + claims.email : 'anonymous:' + claims.sub",
    hand: () => (claims.email_verified ? `oidc:${claims.email}` : `anonymous:${claims.sub}`),
  },
  {
    name: "arith100",
    text: "numbers.map(n, n * 3 + 1).filter(n, n % 2 == 0)",
    hand: () => numbers.map((n) => n * 3n + 1n).filter((n) => n % 2n === 0n),
  },
];
const limits = { costLimit: perCallCostLimit };
const variables = { claims, request, containers, numbers, path };

/**
 * Compile functions by engine, made by `engine`. They throw if the engine does not support a part of the expression.
 */
const engines = {
  clustervet: ownEngine(),
  "@marcbachmann": marcbachmann(),
  "@bufbuild/cel": bufbuildEngine(),
  "cel-js": celJsEngine(),
};

const evaluations = raceAll(({ text, hand }) => ({
  hand,
  ...contendersFor(text, hand, (compileText) => compileText(text)),
}));
const compilations = raceAll(({ text, hand }) =>
  contendersFor(
    text,
    hand,
    ({ check }) =>
      () =>
        check(text),
  ),
);

print(
  "evaluations per second (times slower than JavaScript by hand)",
  evaluations,
  ["hand", ...Object.keys(engines)],
  true,
);
print("per second: parse, and check where there are types", compilations, Object.keys(engines), false);

/** Returns the calls to measure by engine, without engines whose result is wrong. */
function contendersFor(text, hand, prepare) {
  const right = Object.entries(engines).filter(([, compileText]) => isRight(compileText, text, hand()));
  return Object.fromEntries(right.map(([engine, compileText]) => [engine, prepare(compileText)]));
}

/** Runs everything once before measuring, so that the first case does not pay for warming up. */
function raceAll(contendersOf) {
  const races = cases.map((one) => ({ name: one.name, contenders: contendersOf(one) }));
  for (const { contenders } of races) Object.values(contenders).forEach(callsPerSecond);
  return races.map(({ name, contenders }) => ({ name, speeds: race(contenders) }));
}

/** Evaluates as Kubernetes does: constants folded, every step charged, with the cost limit for one call. */
function ownEngine() {
  const environment = createEnvironment({
    libraries: librariesOf("1.37"),
    variables: [
      { name: "claims", type: mapType(stringType, dynType) },
      { name: "request", type: mapType(stringType, dynType) },
      { name: "containers", type: listType(mapType(stringType, dynType)) },
      { name: "numbers", type: listType({ kind: "int" }) },
      { name: "path", type: stringType },
    ],
  });
  const costs = costRules(environment, costProfile("1.37"));
  const options = { dialect: "cel-go", foldConstants: true };
  const activation = new Map(
    Object.entries(variables).map(([name, json]) => [name, name === "numbers" ? json : fromJson(json)]),
  );
  const check = (text) => {
    const { checked, issues } = compile(environment, text);
    if (checked === undefined) throw new Error(issues[0].message);
    return checked;
  };
  return engine(check, (checked) => {
    const program = planCounting(checked, environment, costs, options);
    return () => program.evaluate(activation, limits);
  });
}

/** @marcbachmann/cel-js, with its type checker. */
function marcbachmann() {
  const environment = new Environment({ unlistedVariablesAreDyn: true });
  environment.registerFunction("string.replace(string, string): string", (text, from, to) => text.replaceAll(from, to));
  const check = (text) => {
    const program = environment.parse(text);
    const { valid, error } = program.check();
    if (!valid) throw error;
    return program;
  };
  return engine(check, (program) => () => program(variables));
}

/** @bufbuild/cel, which has no type checker. */
function bufbuildEngine() {
  const environment = bufbuild.celEnv({ funcs: bufbuildStrings });
  return engine(bufbuild.parse, (parsed) => {
    const program = bufbuild.plan(environment, parsed);
    return () => program(variables);
  });
}

/** cel-js, which walks the syntax tree at every evaluation. */
function celJsEngine() {
  const check = (text) => {
    const parsed = celJs.parse(text);
    if (!parsed.isSuccess) throw new Error(parsed.errors[0]);
    return parsed.cst;
  };
  return engine(check, (cst) => () => celJs.evaluate(cst, variables));
}

/**
 * Returns a function that compiles a text into a function that evaluates it. Its property `check` does only the first
 * half, which needs no input.
 */
function engine(check, prepare) {
  return Object.assign((text) => prepare(check(text)), { check });
}

function isRight(compileText, text, expected) {
  try {
    const value = compileText(text)();
    return JSON.stringify(plain(value)) === JSON.stringify(plain(expected));
  } catch {
    return false;
  }
}

/** Converts the result of any engine to plain JSON values. */
function plain(value) {
  if (typeof value === "bigint") return Number(value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value) || Symbol.iterator in value) return [...value].map(plain);
  return toJson(value);
}

/** Measures the contenders in interleaved rounds, and returns the median of each one's calls per second. */
function race(contenders) {
  const samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, call] of Object.entries(contenders)) {
      const speed = callsPerSecond(call);
      if (round > 0) samples[name].push(speed);
    }
  }
  return Object.fromEntries(Object.entries(samples).map(([name, speeds]) => [name, median(speeds)]));
}

/** Counts processor time, since other programs may run at the same time. */
function callsPerSecond(call) {
  const startedAt = processorMs();
  let calls = 0;
  let batch = 1;
  for (;;) {
    for (let index = 0; index < batch; index++) kept.result = call();
    calls += batch;
    const ms = processorMs() - startedAt;
    if (ms >= msPerRound) return (calls / ms) * 1000;
    if (ms < msPerRound / 10) batch *= 2;
  }
}

function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function print(title, rows, names, withRatios) {
  console.log(`\n${title}\n${"case".padEnd(14)}${names.map((name) => name.padStart(18)).join("")}`);
  for (const { name, speeds } of rows) {
    const cell = (engine) => {
      if (speeds[engine] === undefined) return "fails";
      const ratio = withRatios && engine !== "hand" ? ` (${(speeds.hand / speeds[engine]).toFixed(1)}x)` : "";
      return `${short(speeds[engine])}${ratio}`;
    };
    console.log(name.padEnd(14) + names.map((engine) => cell(engine).padStart(18)).join(""));
  }
  const mean = (engine) => {
    const known = rows.filter(({ speeds }) => speeds[engine] !== undefined);
    if (known.length === 0) return "-";
    const values = known.map(({ speeds }) => (withRatios ? speeds.hand / speeds[engine] : speeds[engine]));
    const text = withRatios ? `${geometricMean(values).toFixed(1)}x` : short(geometricMean(values));
    return known.length === rows.length ? text : `${text} of ${known.length}`;
  };
  console.log("geom. mean".padEnd(14) + names.map((engine) => mean(engine).padStart(18)).join(""));
}

function short(speed) {
  if (speed >= 1e6) return `${(speed / 1e6).toFixed(2)} M`;
  return speed >= 1e3 ? `${(speed / 1e3).toFixed(1)} k` : speed.toFixed(0);
}
