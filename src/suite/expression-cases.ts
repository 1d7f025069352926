/**
 * Runs expression cases: evaluates CEL in an environment of the API server, and compares value, type, cost or fault
 * with the expectation.
 *
 * @module
 */

import { type Evaluated, evaluateExpression } from "../access/evaluate.ts";
import { type ExpressionPlace, type PlaceOptions, readExpressionInput } from "../access/expression-place.ts";
import { rbacAuthorizer } from "../access/rbac-authorizer.ts";
import { readRuleSchema } from "../access/rule-schema.ts";
import type { FieldPath, Related } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import { admitBy } from "../engine/admitted-objects.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { ExpressionBlock } from "../kinds/clustervet/vet-suite.ts";
import { failure, success } from "../text/result.ts";
import { compareJson, comparePart, compareText, jsonText } from "./compare.ts";
import { loadRbac } from "./rbac-manifests.ts";
import { brokenVerdict, type Difference, differenceVerdict, type Verdict } from "./result.ts";
import type { LoadResult, SuiteScope } from "./scope.ts";

type Case = NonNullable<ExpressionBlock["cases"]>[number];

/** Returns a function that judges the cases of a block. Its parameter `path` is the place of a case. */
export function expressionJudge(block: ExpressionBlock, scope: SuiteScope): (item: Case, path: FieldPath) => Verdict {
  const { target, catalog } = scope.settings;
  const loading = loadPlace(block, scope);
  if (!loading.ok) return () => loading.error;
  const place = loading.value;
  return (item, path) => {
    const document = item.input ?? block.input;
    const isAnyValue = place.place === "crd";
    if (document !== undefined && !isAnyValue && !isPlainObject(document))
      return brokenVerdict("`input` must be a map");
    const input = document === undefined ? undefined : readExpressionInput(document, place, catalog.groupDomain);
    if (input?.ok === false) {
      return brokenVerdict(
        input.error.map((fault) => `${formatPath(["input", ...fault.path])}: ${fault.message}`).join("; "),
      );
    }
    const result = evaluateExpression(item.expression ?? "", input?.value, { ...place, target });
    return differenceVerdict(differencesOf(item, result), faultPlaces(result, path, scope));
  };
}

const places: readonly ExpressionPlace[] = ["claims", "user", "authorization", "admission", "mutation", "crd"];

/** Returns the environment with the schema or manifests that it needs. */
function loadPlace(block: ExpressionBlock, scope: SuiteScope): LoadResult<PlaceOptions> {
  const place = places.find((each) => each === block.env) ?? "claims";
  if (place === "crd") return loadRule(block, scope);
  const shared = { place, admit: admitBy(scope.settings, place === "mutation" ? "mutating" : "validating") };
  if (block.rbac === undefined) return success(shared);
  const rbac = loadRbac(block.rbac, scope);
  return rbac.ok ? success({ ...shared, authorize: rbacAuthorizer(rbac.value.policy) }) : rbac;
}

function loadRule(
  { schema: path = "", schemaVersion, at = "" }: ExpressionBlock,
  scope: SuiteScope,
): LoadResult<PlaceOptions> {
  const found = scope.readFiles([path]);
  if (!found.ok) return found;
  const [file, second] = found.value;
  const document = file?.documents[0]?.value;
  if (second) return failure(brokenVerdict(`${path} must name one file`));
  const reading = readRuleSchema(document, { at, ...(schemaVersion ? { version: schemaVersion } : {}) });
  if (reading.ok) return success({ place: "crd", rule: reading.value });
  const { message, versions } = reading.error;
  const hint = versions ? `; its versions are ${versions.join(", ")}` : "";
  return failure(brokenVerdict(`${path} ${message}${hint}`));
}

function differencesOf({ expect = {} }: Case, result: Evaluated): readonly Difference[] {
  return [...outcomeDifferences(expect, result), ...costDifferences(expect, result)];
}

function outcomeDifferences(expect: Expected, result: Evaluated): readonly Difference[] {
  if (!result.ok) {
    const messages = result.error.faults.map(({ message }) => message).join("; ");
    if (expect.error !== undefined) return comparePart(at("error"), expect.error, messages);
    const [field = "cost"] = (["value", "type", "cost", "maxCost"] as const).filter(
      (name) => expect[name] !== undefined,
    );
    return [{ path: at(field), expected: [jsonText(expect[field])], found: [`fault: ${messages}`] }];
  }
  if (expect.error !== undefined) {
    const wanted = `a fault: ...${expect.error}...`;
    return [{ path: at("error"), expected: [wanted], found: [`the value ${jsonText(result.value.value)}`] }];
  }
  return [
    ...(expect.value === undefined ? [] : compareJson(at("value"), expect.value, result.value.value)),
    ...compareText(at("type"), expect.type, result.value.type),
  ];
}

/** Returns no difference for an unexpected fault, which is reported elsewhere. */
function costDifferences({ cost, maxCost, error }: Expected, result: Evaluated): readonly Difference[] {
  const ended = result.ok ? result.value : result.error;
  if (!("cost" in ended) || (!result.ok && error === undefined)) return [];
  const { used } = ended.cost;
  const found = [`${used}`];
  return [
    ...(cost === undefined || Number(cost) === used ? [] : [{ path: at("cost"), expected: [`${cost}`], found }]),
    ...(maxCost === undefined || used <= Number(maxCost)
      ? []
      : [{ path: at("maxCost"), expected: [`at most ${maxCost}`], found }]),
  ];
}

type Expected = NonNullable<Case["expect"]>;

const at = (field: keyof Expected): FieldPath => ["expect", field];

function faultPlaces(result: Evaluated, path: FieldPath, scope: SuiteScope): readonly Related[] {
  if (result.ok) return [];
  return result.error.faults.map(({ message, span }) => {
    const range = scope.rangeOf({ path: [...path, "expression"], ...(span ? { span } : {}) });
    return { file: scope.file.name, range, message };
  });
}
