/**
 * `clustervet eval`: evaluates a CEL expression on an input as the API server would.
 *
 * @module
 */
import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type Evaluated,
  type EvaluationCost,
  type ExpressionFault,
  evaluateExpression,
} from "../../access/evaluate.ts";
import { type ExpressionPlace, type PlaceOptions, readExpressionInput } from "../../access/expression-place.ts";
import { rbacAuthorizer } from "../../access/rbac-authorizer.ts";
import type { Range } from "../../diagnostic/diagnostic.ts";
import { admitBy } from "../../engine/admitted-objects.ts";
import type { Settings } from "../../engine/options.ts";
import { jsonRange } from "../../report/json.ts";
import type { Span } from "../../rule/finding.ts";
import { LineIndex } from "../../source/line-index.ts";
import { failure } from "../../text/result.ts";
import { costRows, traceLines } from "../cost-text.ts";
import { exitCannotRun, exitClean, exitFindings, UsageError } from "../exit.ts";
import { type End, io } from "../io.ts";
import type { ProjectFile } from "../project-file.ts";
import { type FoundRbac, loadRbac } from "../rbac-manifests.ts";
import { loadRuleSchema, type RuleSchemaFlags } from "../rule-schema.ts";
import {
  addResultOptions,
  faultText,
  loadSettings,
  loadValue,
  printJson,
  rangeIn,
  textStyle,
} from "../single-result.ts";
import { tableLines } from "../table.ts";
import { print, writeError } from "../terminal.ts";

interface EvalFlags extends RuleSchemaFlags {
  readonly env: ExpressionPlace;
  readonly input?: string;
  readonly schema?: string;
  readonly rbac?: string[];
  readonly costLimit?: number;
  readonly costProfile: "release" | "documentation";
  readonly trace?: boolean;
}

export function addEvalCommand(program: Command, end: End): void {
  const command = program
    .command("eval")
    .summary("evaluate a CEL expression as the API server would")
    .description(
      "Compiles an expression in the environment that the API server uses, evaluates it on an input, and shows the " +
        "value, its type and its cost, or every error at the characters that cause it.",
    )
    .argument("<expression>", "the expression; - is standard input")
    .addOption(
      new Option(
        "-e, --env <where>",
        "where the expression is used: claims (mappings and claim rules), user (user rules), authorization (match conditions of " +
          "authorizers), admission (policies and webhooks), mutation (mutations of a MutatingAdmissionPolicy) or crd " +
          "(validation rules of custom resources)",
      )
        .choices(["claims", "user", "authorization", "admission", "mutation", "crd"])
        .makeOptionMandatory(),
    )
    .option(
      "-i, --input <file>",
      "claims, user, SubjectAccessReview, AdmissionReview or resource as YAML or JSON; - is standard input",
    )
    .option("--schema <file>", "for crd: the CustomResourceDefinition, or a schema")
    .option("--schema-version <name>", "version of the CustomResourceDefinition (default: the stored one)")
    .option("--at <path>", "for crd: the part of the resource that has the rule, spec.ports[*]")
    .option("--rbac <path...>", "for admission and mutation: roles and bindings that `authorizer` uses")
    .addOption(
      new Option("--cost-limit <n>", "cost limit of the evaluation (default: 1000000, as in the API server)").argParser(
        parseCostLimit,
      ),
    )
    .addOption(
      new Option("--cost-profile <profile>", "charge as the release does, or as documented")
        .choices(["release", "documentation"])
        .default("release"),
    )
    .option("--trace", "show the value and the cost of every part of the expression");
  addResultOptions(command)
    .addHelpText("after", examples)
    .action((expression: string, flags: EvalFlags) => end(evaluate(expression, flags)));
}

const examples = `
Examples:
  clustervet eval --env claims --input claims.json 'claims.roles.split(",")'
  clustervet eval --env user 'user.username.startsWith("system:")' --input user.yaml
  clustervet eval --env authorization 'request.resourceAttributes.namespace == "kube-system"' --input review.yaml
  clustervet eval --env admission 'object.spec.replicas <= 5' --input deployment.yaml
  clustervet eval --env mutation 'Object{spec: Object.spec{replicas: 3}}' --input deployment.yaml
  clustervet eval --env crd --schema crd.yaml 'self.spec.min <= self.spec.max' --input resource.yaml
  clustervet eval --env claims '"a.b".split(".")' --target 1.30
  clustervet eval --env claims 'dyn(claims.groups).exists(g, g == "dev")' --input claims.json --trace

Exit codes: 0 a value, 1 the expression does not compile or fails, 2 could not run.`;

/** The file name in messages about an expression from the command line. */
const expressionName = "<expression>";

/** @returns the exit code */
function evaluate(expression: string, flags: EvalFlags): number {
  if (expression === "-" && flags.input === "-")
    throw new UsageError("only one of expression and input can be standard input");
  const { settings, project } = loadSettings(flags);
  const manifests = manifestsOf(flags, settings, project);
  const place = placeOf(flags, manifests, settings);
  const text = expression === "-" ? Buffer.from(io().readStdin()).toString().trimEnd() : expression;
  const input = flags.input === undefined ? undefined : loadInput(flags.input, place, settings, flags);
  const evaluated = evaluateExpression(text, input, {
    ...place,
    target: settings.target,
    documentedCosts: flags.costProfile === "documentation",
    traces: flags.trace ?? false,
    ...(flags.costLimit === undefined ? {} : { costLimit: flags.costLimit }),
  });
  const result = withHints(evaluated);
  if (flags.format === "json") printAnswerJson(text, result, flags.env, settings.target);
  else printAnswer(text, result, flags);
  if (manifests?.isIncomplete) return exitCannotRun;
  return result.ok ? exitClean : exitFindings;
}

/** @throws {InvalidArgumentError} */
function parseCostLimit(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** @throws {UsageError} if the environment has no variable `authorizer` */
function manifestsOf({ env, rbac }: EvalFlags, settings: Settings, project: ProjectFile): FoundRbac | undefined {
  if (rbac === undefined) return undefined;
  if (env !== "admission" && env !== "mutation") throw new UsageError("--rbac needs --env admission or mutation");
  return loadRbac(rbac, settings, project);
}

/** @throws {UsageError} for options that the environment does not support */
function placeOf(flags: EvalFlags, manifests: FoundRbac | undefined, settings: Settings): PlaceOptions {
  const { env, schema, schemaVersion, at } = flags;
  if (env === "crd" && schema === undefined) throw new UsageError("--env crd needs --schema");
  if (env !== "crd" && (schema ?? schemaVersion ?? at) !== undefined)
    throw new UsageError("--schema, --schema-version and --at need --env crd");
  return {
    place: env,
    ...(schema === undefined ? {} : { rule: loadRuleSchema(schema, flags) }),
    ...(manifests === undefined ? {} : { authorize: rbacAuthorizer(manifests.policy) }),
    admit: admitBy(settings, env === "mutation" ? "mutating" : "validating"),
  };
}

/** Adds help on how to set a variable without a value; reading such a variable is a fault. */
function withHints(result: Evaluated): Evaluated {
  if (result.ok || result.error.stage === "compile") return result;
  const explain = (fault: ExpressionFault): ExpressionFault => {
    const [, name] = /^no such attribute\(s\): (.*)$/.exec(fault.message) ?? [];
    if (name === undefined) return fault;
    const isAuthorizer = name.startsWith("authorizer");
    return { ...fault, help: `set ${name} with ${isAuthorizer ? "--rbac" : "--input"}` };
  };
  return failure({ ...result.error, faults: result.error.faults.map(explain) });
}

/** @throws {UsageError} if the document can't provide the values of the variables; prints its faults first */
function loadInput(path: string, place: PlaceOptions, settings: Settings, flags: EvalFlags) {
  const { file, object } = loadValue(path, flags);
  const reading = readExpressionInput(object, place, settings.catalog.groupDomain);
  if (reading.ok) return reading.value;
  for (const fault of reading.error) {
    const range = rangeIn(file, fault);
    writeError(`${faultText(file, "eval/input", { ...fault, range }, textStyle(flags, io().stderr))}\n`);
  }
  throw new UsageError(`${file.name} is not an input for --env ${flags.env}`);
}

function printAnswerJson(expression: string, result: Evaluated, env: ExpressionPlace, target: string): void {
  const shared = { target, env, expression, ok: result.ok };
  if (result.ok) {
    const { value, type, valueType, cost } = result.value;
    printJson({ ...shared, value, type, valueType, cost: costJson(expression, cost) });
    return;
  }
  const { error } = result;
  const faults = error.faults.map(({ message, help, span }) => ({ message, help, ...spanJson(expression, span) }));
  const cost = error.stage === "run" ? { cost: costJson(expression, error.cost) } : {};
  printJson({ ...shared, stage: error.stage, faults, ...cost });
}

/** Adds the line and column range to each part of a trace. */
function costJson(expression: string, { trace, ...cost }: EvaluationCost): object {
  if (trace === undefined) return cost;
  const parts = trace.map(({ count, cost: used, results, ...span }) => ({
    ...spanJson(expression, span),
    count,
    cost: used,
    results,
  }));
  return { ...cost, trace: parts };
}

const spanJson = (expression: string, span: Span | undefined): object => jsonRange(rangeOf(expression, span));

function printAnswer(expression: string, result: Evaluated, flags: EvalFlags): void {
  const { stdout } = process;
  if (result.ok) {
    const { value, type, valueType, cost } = result.value;
    const rows = [
      ["value", JSON.stringify(value)],
      ["type", type === valueType || !/^(?:any|dyn)$/.test(type) ? type : `${valueType} (${type} without input)`],
      ...costRows(cost),
    ];
    print(`${[...tableLines(rows), ...traceOf(expression, cost, flags)].join("\n")}\n`);
    return;
  }
  const file = { name: expressionName, text: expression };
  const { error } = result;
  const blocks = error.faults.map((fault) =>
    faultText(
      file,
      `eval/${error.stage}`,
      { ...fault, path: [], range: rangeOf(expression, fault.span) },
      textStyle(flags, stdout),
    ),
  );
  print(blocks.join("\n"));
  if (error.stage === "compile") return;
  print(`\n${[...tableLines(costRows(error.cost)), ...traceOf(expression, error.cost, flags)].join("\n")}\n`);
}

/** Returns the trace after a blank line, or no lines without `--trace`. */
function traceOf(expression: string, { trace }: EvaluationCost, flags: EvalFlags): readonly string[] {
  return trace === undefined ? [] : ["", ...traceLines(expression, trace, textStyle(flags, io().stdout))];
}

/** Returns the range of the whole expression if there is no span. */
function rangeOf(expression: string, span: Span | undefined): Range {
  const lines = new LineIndex(expression);
  const { start, end } = span ?? { start: 0, end: expression.length };
  return { start: lines.positionAt(start), end: lines.positionAt(end) };
}
