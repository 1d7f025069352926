/**
 * Cases of expressions: CEL in one of the API server's environments, and the value, type or fault it must have.
 *
 * @module
 */
import { type Evaluated, evaluateExpression } from "../access/evaluate.ts";
import { type ExpressionPlace, readExpressionInput } from "../access/expression-place.ts";
import type { FieldPath, Related } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import type { ExpressionBlock } from "../kinds/clustervet/vet-suite.ts";
import { isPlainObject } from "../schema/decode.ts";
import { compareJson, comparePart, compareText, jsonText } from "./compare.ts";
import { broken, compared, type Difference, type Verdict } from "./result.ts";
import type { SuiteScope } from "./scope.ts";

type Case = NonNullable<ExpressionBlock["cases"]>[number];

/** How to judge the cases of a block; `path` is a case's place. */
export function expressionJudge(block: ExpressionBlock, scope: SuiteScope): (item: Case, path: FieldPath) => Verdict {
  const { target, catalog } = scope.settings;
  const place = block.env as ExpressionPlace;
  return (item, path) => {
    const document = item.input ?? block.input;
    if (document !== undefined && !isPlainObject(document)) return broken("`input` must be a map");
    const input = document && readExpressionInput(document, { place }, catalog.groupDomain);
    if (input?.ok === false) {
      return broken(
        input.faults.map((fault) => `${formatPath(["input", ...fault.path])}: ${fault.message}`).join("; "),
      );
    }
    const result = evaluateExpression(item.expression ?? "", input?.input, { place, target });
    return compared(differencesOf(item, result), faultPlaces(result, path, scope));
  };
}

function differencesOf({ expect = {} }: Case, result: Evaluated): readonly Difference[] {
  const at = (field: string) => ["expect", field];
  if (!result.ok) {
    const messages = result.faults.map(({ message }) => message).join("; ");
    if (expect.error !== undefined) return comparePart(at("error"), expect.error, messages);
    const field = expect.value === undefined ? "type" : "value";
    const wanted = expect.value === undefined ? (expect.type ?? "") : jsonText(expect.value);
    return [{ path: at(field), expected: [wanted], found: [`fault: ${messages}`] }];
  }
  if (expect.error !== undefined) {
    const wanted = `a fault: ...${expect.error}...`;
    return [{ path: at("error"), expected: [wanted], found: [`the value ${jsonText(result.value)}`] }];
  }
  return [
    ...(expect.value === undefined ? [] : compareJson(at("value"), expect.value, result.value)),
    ...compareText(at("type"), expect.type, result.type),
  ];
}

function faultPlaces(result: Evaluated, path: FieldPath, scope: SuiteScope): readonly Related[] {
  if (result.ok) return [];
  return result.faults.map(({ message, span }) => {
    const range = scope.rangeOf({ path: [...path, "expression"], ...(span ? { span } : {}) });
    return { file: scope.file.name, range, message };
  });
}
