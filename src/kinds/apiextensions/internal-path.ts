/**
 * Converts the field paths of a definition to those of kube-apiserver's internal type, which its errors use: parts that
 * all versions share are there once, next to the versions, and the conversion contains the fields of its webhook.
 *
 * @module
 */
import type { CustomResourceDefinition } from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { AlsoNamed, Finding } from "../../rule/finding.ts";
import type { Rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";

/** The parts of versions that the internal type stores once if all versions share them. */
const parts = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"] as const;

export const commonPartsCount = parts.length;

/** The name of each part in the internal type. */
const nameOfPart: ReadonlyMap<unknown, string> = new Map([
  ["schema", "validation"],
  ["subresources", "subresources"],
  ["additionalPrinterColumns", "additionalPrinterColumns"],
  ["selectableFields", "selectableFields"],
]);

/** Keywords of a schema whose values are maps of schemas. */
const schemaMaps: ReadonlySet<unknown> = new Set(["properties", "patternProperties", "definitions", "dependencies"]);

/** kube-apiserver swaps these two fields in its errors. */
const swapped: ReadonlyMap<unknown, string> = new Map([
  ["name", "namespace"],
  ["namespace", "name"],
]);

/** Returns the rule with findings that name fields as errors of kube-apiserver do. */
export const withInternalFields = (rule: Rule<CustomResourceDefinition>): Rule<CustomResourceDefinition> => ({
  ...rule,
  run(definition, place, visit) {
    const named = place.changing(({ also, ...finding }) => ({
      ...finding,
      field: finding.field ?? internalPath(finding.path, visit.once(commonParts)),
      ...(also && {
        also: also.map((each) => toInternalError(each, visit.once(commonParts))),
      }),
    }));
    rule.run(definition, named, visit);
  },
});

/** Returns a finding with the field names of kube-apiserver's errors. */
export const toInternalFinding = ({ field, also, ...finding }: Finding, common: ReadonlySet<unknown>): Finding => ({
  ...finding,
  ...(finding.serverText && { serverText: fillPathPlaceholders(finding.serverText, finding, common) }),
  ...(field && { field: internalPath(field, common) }),
  ...(also && { also: also.map((named) => toInternalError(named, common)) }),
});

/** Placeholders in a `serverText`: the path of the finding, and the path of the place that explains it. */
export const ownPathPlaceholder = "\u0000own\u0000";
export const seePathPlaceholder = "\u0000seen\u0000";

function fillPathPlaceholders(text: string, { path, see }: Finding, common: ReadonlySet<unknown>): string {
  if (!text.includes("\u0000")) return text;
  const textOf = (place: FieldPath) => internalPath(place, common).map(stepText).join("");
  return text
    .replace(ownPathPlaceholder, () => textOf(path))
    .replace(seePathPlaceholder, () => textOf(see?.path ?? []));
}

const stepText = (step: string | number, index: number): string =>
  typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`;

const toInternalError = (named: AlsoNamed, common: ReadonlySet<unknown>): AlsoNamed => ({
  ...named,
  ...(named.field && { field: internalPath(named.field, common) }),
});

function internalPath(path: FieldPath, common: ReadonlySet<unknown>): FieldPath {
  const [top, list, index, part, ...rest] = path;
  if (top !== "spec") return path;
  if (list === "conversion" && index === "webhook" && part !== undefined) {
    if (part !== "clientConfig") return ["spec", "conversion", part, ...rest];
    return ["spec", "conversion", "webhookClientConfig", ...rest.map((step) => swapped.get(step) ?? step)];
  }
  const name = nameOfPart.get(part);
  if (list !== "versions" || name === undefined) return path;
  const field = fieldsOfPart(part, rest);
  return common.has(part) ? ["spec", name, ...field] : [...path.slice(0, 4), ...field];
}

function fieldsOfPart(part: unknown, path: FieldPath): FieldPath {
  if (part === "schema") return schemaSteps(path);
  return part === "additionalPrinterColumns" ? path.map((step) => (step === "jsonPath" ? "JSONPath" : step)) : path;
}

/** Returns the parts that are the same in all versions. */
export function commonParts({ spec }: CustomResourceDefinition): ReadonlySet<unknown> {
  const versions = spec?.versions ?? [];
  return new Set(
    parts.filter((part) => versions.every((version) => semanticEqual(version[part], versions[0]?.[part]))),
  );
}

/** Formats the path of a field in a schema: map keys are in brackets. */
function schemaSteps(path: FieldPath): FieldPath {
  const steps: (string | number)[] = [];
  for (let index = 0; index < path.length; index++) {
    const step = path[index] ?? "";
    const isMap = index > 0 && schemaMaps.has(step) && index + 1 < path.length;
    steps.push(isMap ? `${step}[${path[++index]}]` : step);
  }
  return steps;
}
