/**
 * `clustervet eval`: an expression on an input, as the API server would evaluate it.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { type Command, Option } from "commander";
import {
  type Evaluated,
  type ExpressionFault,
  type ExpressionPlace,
  evaluateExpression,
  readExpressionInput,
} from "../../access/evaluate.ts";
import type { Range } from "../../diagnostic/diagnostic.ts";
import type { Settings } from "../../engine/options.ts";
import { isPlainObject } from "../../schema/decode.ts";
import { LineIndex } from "../../source/line-index.ts";
import {
  type AnswerFlags,
  addAnswerOptions,
  faultText,
  loadValue,
  look,
  printJson,
  rangeIn,
  settleAnswer,
} from "../answer.ts";
import { exitClean, exitFindings, UsageError } from "../exit.ts";
import { tableLines } from "../table.ts";
import { writeError } from "../terminal.ts";

interface EvalFlags extends AnswerFlags {
  readonly env: ExpressionPlace;
  readonly input?: string;
}

export function addEvalCommand(program: Command): void {
  const command = program
    .command("eval")
    .summary("evaluate a CEL expression as the API server would")
    .description(
      "Compiles an expression in the environment in which the API server would, evaluates it on an input, and shows\n" +
        "the value and its type; or every fault, at the characters that cause it.",
    )
    .argument("<expression>", "the expression; - is standard input")
    .addOption(
      new Option(
        "-e, --env <where>",
        "where it stands: claims (mappings and claim rules), user (user rules) or authorization (match conditions)",
      )
        .choices(["claims", "user", "authorization"])
        .makeOptionMandatory(),
    )
    .option("-i, --input <file>", "claims, user or SubjectAccessReview as YAML or JSON; - is standard input");
  addAnswerOptions(command)
    .addHelpText("after", examples)
    .action((expression: string, flags: EvalFlags) => {
      process.exitCode = evaluate(expression, flags);
    });
}

const examples = `
Examples:
  clustervet eval --env claims --input claims.json 'claims.roles.split(",")'
  clustervet eval --env user 'user.username.startsWith("system:")' --input user.yaml
  clustervet eval --env authorization 'request.resourceAttributes.namespace == "kube-system"' --input review.yaml
  clustervet eval --env claims '"a.b".split(".")' --target 1.30

Exit codes: 0 there is a value, 1 the expression does not compile or fails, 2 could not run.`;

/** What an expression is called where it has no file. */
const expressionName = "<expression>";

/** @returns the exit code */
function evaluate(expression: string, flags: EvalFlags): number {
  if (expression === "-" && flags.input === "-")
    throw new UsageError("only one of expression and input can be standard input");
  const { settings } = settleAnswer(flags);
  const text = expression === "-" ? readFileSync(0, "utf8").trimEnd() : expression;
  const input = flags.input === undefined ? undefined : loadInput(flags.input, settings, flags);
  const evaluated = evaluateExpression(text, input, { place: flags.env, target: settings.target });
  const result = input === undefined ? withInputHint(evaluated) : evaluated;
  if (flags.format === "json") printAnswerJson(text, result, flags.env, settings.target);
  else printAnswer(text, result, flags);
  return result.ok ? exitClean : exitFindings;
}

/** Where there is no input, an expression fails because it reads the variable. */
function withInputHint(result: Evaluated): Evaluated {
  if (result.ok || result.stage === "compile") return result;
  const help = "give the variable its value with --input";
  return { ...result, faults: result.faults.map((fault) => ({ ...fault, help })) };
}

/** @throws {UsageError} when the document can't be the variable's value; its faults are shown first */
function loadInput(path: string, settings: Settings, flags: EvalFlags) {
  const { file, object } = loadValue(path, flags);
  if (!isPlainObject(object)) throw new UsageError(`${file.name} must hold an object`);
  const reading = readExpressionInput(object, flags.env, settings.catalog.groupDomain);
  if (reading.ok) return reading.value;
  for (const fault of reading.faults) {
    const range = rangeIn(file, fault);
    writeError(`${faultText(file, "eval/input", { ...fault, range }, look(flags, process.stderr))}\n`);
  }
  throw new UsageError(`${file.name} is no input for --env ${flags.env}`);
}

function printAnswerJson(expression: string, result: Evaluated, env: ExpressionPlace, target: string): void {
  const shared = { target, env, expression, ok: result.ok };
  if (result.ok) {
    const { value, type, valueType } = result;
    printJson({ ...shared, value, type, valueType });
    return;
  }
  const faults = result.faults.map((fault) => {
    const { start, end } = rangeOf(expression, fault);
    return {
      message: fault.message,
      help: fault.help,
      line: start.line,
      column: start.column,
      endLine: end.line,
      endColumn: end.column,
      offset: start.offset,
      endOffset: end.offset,
    };
  });
  printJson({ ...shared, stage: result.stage, faults });
}

function printAnswer(expression: string, result: Evaluated, flags: EvalFlags): void {
  const { stdout } = process;
  if (result.ok) {
    const { value, type, valueType } = result;
    const rows = [
      ["value", JSON.stringify(value)],
      [
        "type",
        type === valueType || !/^(?:any|dyn)$/.test(type) ? type : `${valueType} (${type} before there is input)`,
      ],
    ];
    stdout.write(`${tableLines(rows).join("\n")}\n`);
    return;
  }
  const file = { name: expressionName, text: expression };
  const blocks = result.faults.map((fault) =>
    faultText(
      file,
      `eval/${result.stage}`,
      { ...fault, path: [], range: rangeOf(expression, fault) },
      look(flags, stdout),
    ),
  );
  stdout.write(blocks.join("\n"));
}

function rangeOf(expression: string, { span }: ExpressionFault): Range {
  const lines = new LineIndex(expression);
  const { start, end } = span ?? { start: 0, end: expression.length };
  return { start: lines.positionAt(start), end: lines.positionAt(end) };
}
