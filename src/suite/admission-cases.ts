/**
 * Runs admission cases: compares the decision of policies about a write, and the object after mutating policies, with
 * the expectation.
 *
 * @module
 */
import type { FieldPath, Related } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { AdmissionBlock, AdmissionCase } from "../kinds/clustervet/vet-suite.ts";
import { jsonDifferences } from "../patch/json-difference.ts";
import { applyJsonPatch, decodeJsonPatch } from "../patch/json-patch.ts";
import { failure, success } from "../text/result.ts";
import { type AdmissionSubject, loadPolicies } from "./admission-policies.ts";
import { type Admitted, admitWrite } from "./admit-write.ts";
import { comparePart, compareSets, compareText, jsonText } from "./compare.ts";
import { brokenVerdict, type Difference, differenceVerdict, type Verdict } from "./result.ts";
import type { LoadResult, SuiteScope } from "./scope.ts";

type Expected = NonNullable<AdmissionCase["expect"]>;

/** Returns a function that judges the cases of a block. */
export function admissionJudge({ policies = [] }: AdmissionBlock, scope: SuiteScope): (item: AdmissionCase) => Verdict {
  const loading = loadPolicies(policies, scope);
  if (!loading.ok) return () => loading.error;
  return (item) => {
    const read = readObjects(item, scope);
    if (!read.ok) return read.error;
    const admitted = admitWrite(read.value, loading.value);
    if (!admitted.ok) return brokenVerdict(admitted.error);
    return judge(read.value, admitted.value, loading.value);
  };
}

function judge(item: AdmissionCase, admitted: Admitted, subject: AdmissionSubject): Verdict {
  const { expect = {} } = item;
  const differences = [
    ...decisionDifferences(expect, admitted),
    ...warningDifferences(expect, admitted),
    ...annotationDifferences(expect, admitted),
  ];
  const objects = objectDifferences(item, admitted, subject);
  if (!objects.ok) return objects.error;
  const verdict = differenceVerdict([...differences, ...objects.value], relatedOf(admitted, subject));
  const { changes, object } = admitted;
  return changes.length > 0 ? { ...verdict, changes, object } : verdict;
}

const at = (field: keyof Expected): FieldPath => ["expect", field];

function decisionDifferences(expect: Expected, { denial }: Admitted): readonly Difference[] {
  const wantsObject = expect.object !== undefined || expect.patch !== undefined;
  const { decision = wantsObject ? "allowed" : undefined } = expect;
  const found = denial ? `denied by ${JSON.stringify(denial.by)}: ${denial.message}` : "allowed";
  if (decision !== undefined && (decision === "denied") !== (denial !== undefined)) {
    const field = expect.decision === undefined ? (expect.object === undefined ? "patch" : "object") : "decision";
    return [{ path: at(field), expected: [decision], found: [found] }];
  }
  if (!denial) return [];
  return [
    ...compareText(at("by"), expect.by, denial.by),
    ...comparePart(at("message"), expect.message, denial.message),
  ];
}

function warningDifferences({ warnings }: Expected, admitted: Admitted): readonly Difference[] {
  if (warnings === undefined) return [];
  const left = [...admitted.warnings];
  const missing = warnings.filter((part) => {
    const index = left.findIndex((text) => text.includes(part));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return compareSets(
    at("warnings"),
    missing.map((part) => `...${part}...`),
    left,
  );
}

function annotationDifferences({ auditAnnotations }: Expected, admitted: Admitted): readonly Difference[] {
  if (auditAnnotations === undefined) return [];
  const lines = (entries: Iterable<readonly [string, unknown]>) =>
    [...entries].map(([key, value]) => `${key}: ${jsonText(value)}`);
  return compareSets(at("auditAnnotations"), lines(Object.entries(auditAnnotations)), lines(admitted.annotations));
}

function objectDifferences(
  item: AdmissionCase,
  { denial, before, object }: Admitted,
  subject: AdmissionSubject,
): LoadResult<readonly Difference[]> {
  const { expect = {} } = item;
  if (denial) return success([]);
  if (expect.object !== undefined) {
    const wanted = admitWrite({ ...item, object: expect.object }, subject);
    if (!wanted.ok) return failure(brokenVerdict(`expect.object: ${wanted.error}`));
    return success(differencesBetween(at("object"), wanted.value.before, object));
  }
  if (expect.patch === undefined) return success([]);
  const decoded = decodeJsonPatch(expect.patch);
  if (!decoded.ok) return failure(brokenVerdict(`expect.patch: ${decoded.error.message}`));
  const patched = applyJsonPatch(before, decoded.value, { dialect: "api-server" });
  if (!patched.ok) return failure(brokenVerdict(`expect.patch: ${patched.error.message}`));
  return success(differencesBetween(at("patch"), patched.value, object));
}

/** Returns the differences with a line for each field that differs. */
function differencesBetween(path: FieldPath, expected: unknown, found: unknown): readonly Difference[] {
  const differences = jsonDifferences(expected, found);
  if (differences.length === 0) return [];
  const line = (object: unknown, field: FieldPath) => {
    const value = valueAt(object, field);
    return value === undefined ? [] : [`${formatPath(field)}: ${jsonText(value)}`];
  };
  return [
    {
      path,
      expected: differences.flatMap((each) => (each.op === "add" ? [] : line(expected, each.path))),
      found: differences.flatMap(({ op, path: field, value }) =>
        op === "remove" ? [] : [`${formatPath(field)}: ${jsonText(value)}`],
      ),
    },
  ];
}

const valueAt = (value: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>((inside, part) => {
    if (Array.isArray(inside)) return inside[Number(part)];
    return isPlainObject(inside) ? memberOf(inside, String(part)) : undefined;
  }, value);

function relatedOf({ denial }: Admitted, { related }: AdmissionSubject): readonly Related[] {
  if (!denial?.policy) return [];
  return related(denial.policy, denial.expressionPath ?? [], "this policy decides");
}

/** Returns the case with its objects; those in files are read. */
function readObjects(item: AdmissionCase, scope: SuiteScope): LoadResult<AdmissionCase> {
  const read = { ...item, expect: { ...item.expect } };
  for (const [owner, field] of [
    [read, "object"],
    [read, "oldObject"],
    [read, "namespaceObject"],
    [read.expect, "object"],
  ] as const) {
    const holder = owner as Record<string, unknown>;
    if (holder[field] === undefined) continue;
    const object = scope.loadObject(field, holder[field]);
    if (!object.ok) return object;
    holder[field] = object.value;
  }
  if (item.params === undefined) return success(read);
  const params: unknown[] = [];
  for (const each of Array.isArray(item.params) ? item.params : [item.params]) {
    const object = scope.loadObject("params", each);
    if (!object.ok) return object;
    params.push(object.value);
  }
  return success({ ...read, params });
}
