/**
 * Formats the report of `clustervet diff` as text or JSON.
 *
 * @module
 */
import { describeRule, type GrantChange } from "../access/grant-changes.ts";
import { formatPath, shortText } from "../diagnostic/path.ts";
import type { ObjectChange, Refusal } from "../engine/object-changes.ts";
import type { FieldChange } from "../engine/pod-effects.ts";
import { formatJson } from "../json/format-json.ts";
import { type Colors, createColors } from "../report/colors.ts";
import { count } from "../report/reporter.ts";
import { visible } from "../report/visible.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import { describeObject } from "./rbac-manifests.ts";

export interface DiffReport {
  readonly changes: readonly ObjectChange[];
  readonly grants: readonly GrantChange[];
  /** Number of errors in the new manifests alone. */
  readonly errors: number;
  /** Objects that can't be compared because they have no name. */
  readonly unnamed: readonly ProjectDocument[];
}

/** Maximum number of fields that the text lists for an object; JSON lists all. */
const maxFields = 8;
/** Maximum number of characters of a value that the text shows. */
const maxValueLength = 50;

const markByChange = { added: "+", removed: "-", changed: "~" } as const;

export function diffLines(report: DiffReport, isColored: boolean): readonly string[] {
  const colors = createColors(isColored);
  const { changes, grants } = report;
  const grantBlock = grants.length === 0 ? [] : [colors.bold("Permissions"), ...grants.flatMap(grantLines), ""];
  return [...changes.flatMap((change) => [...changeLines(change, colors), ""]), ...grantBlock, ...summary(report)];
}

function changeLines(change: ObjectChange, colors: Colors): readonly string[] {
  const { object, refused, pods, staleIn, fields } = change;
  const head = `${markByChange[change.change]} ${visible(describeObject(object))}`;
  const loss = change.change === "removed" ? lossByKind.get(object.kind) : undefined;
  const others = pods
    ? fields.filter((field) => !pods.changes.some(({ path }) => isSamePath(path, field.path)))
    : fields;
  return [
    `${colors.bold(head)}  ${colors.dim(object.file)}`,
    ...refused.flatMap((refusal) => refusalLines(refusal, object, colors)),
    ...(pods ? [`  ${pods.when === "now" ? colors.yellow("restarts pods") : "no restart now"}: ${pods.effect}`] : []),
    ...(pods ? fieldLines(pods.changes, object) : []),
    ...fieldLines(others, object),
    ...staleIn.map((reader) => `  keeps the old values as variables until its pods restart: ${describeObject(reader)}`),
    ...(loss === undefined ? [] : [`  ${colors.yellow("deletes")} ${loss}`]),
  ];
}

/** Effects of deleting an object on other objects, by kind. */
const lossByKind: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CustomResourceDefinition: "all its custom resources too",
    Namespace: "everything in it too",
    PersistentVolumeClaim: "its volume too, where the reclaim policy is Delete",
  }),
);

function refusalLines({ message, rule, path, help, start }: Refusal, object: ProjectDocument, colors: Colors) {
  const place = start ? `${object.file}:${start.line}:${start.column}: ` : "";
  return [
    `  ${colors.red("refused")}: ${visible(`${place}${formatPath(path)}: ${message} [${rule}]`)}`,
    ...(help === undefined ? [] : [`    help: ${visible(help)}`]),
  ];
}

function fieldLines(fields: readonly FieldChange[], object: ProjectDocument): readonly string[] {
  const shown = fields.slice(0, maxFields).map(({ path, before, after }) => {
    const change =
      before === undefined
        ? `set to ${valueText(after)}`
        : after === undefined
          ? `removed, was ${valueText(before)}`
          : `${valueText(before)} -> ${valueText(after)}`;
    return `    ${visible(`${formatPath(path)}: ${isSecret(object, path) ? "changed" : change}`)}`;
  });
  const rest = fields.length - shown.length;
  return rest > 0 ? [...shown, `    and ${count(rest, "field")} more`] : shown;
}

const isSamePath = (a: FieldChange["path"], b: FieldChange["path"]) => formatPath(a) === formatPath(b);

/** Whether the field contains the data of a Secret, which reports never show. */
const isSecret = ({ kind, group }: ProjectDocument, [first]: FieldChange["path"]): boolean =>
  kind === "Secret" && group === "" && (first === "data" || first === "stringData");

const valueText = (value: unknown): string => shortText(formatJson(value), maxValueLength);

function grantLines({ subject, namespace, gained, lost }: GrantChange): readonly string[] {
  const scope = namespace === "" ? "cluster-wide" : `in ${namespace}`;
  return [
    ...gained.map((rule) => `  ${visible(`${subject} gains ${scope}: ${describeRule(rule)}`)}`),
    ...lost.map((rule) => `  ${visible(`${subject} loses ${scope}: ${describeRule(rule)}`)}`),
  ];
}

function summary(report: DiffReport): readonly string[] {
  const { changes, grants } = report;
  if (changes.length === 0) return ["no changes", ...remarks(report)];
  const amount = (kind: ObjectChange["change"]) => changes.filter(({ change }) => change === kind).length;
  const refused = changes.filter((change) => change.refused.length > 0).length;
  const restarting = changes.filter(({ pods }) => pods?.when === "now").length;
  return [
    `${amount("added")} added, ${amount("changed")} changed, ${amount("removed")} removed; ` +
      `${count(refused, "update")} refused, ${count(restarting, "workload")} ${restarting === 1 ? "restarts" : "restart"}, ` +
      `permissions of ${count(grants.length, "subject")} change`,
    ...remarks(report),
  ];
}

function remarks({ errors, unnamed }: DiffReport): readonly string[] {
  const [first] = unnamed;
  return [
    ...(errors > 0
      ? [`the new manifests have ${count(errors, "error")} by themselves: \`clustervet lint\` lists them`]
      : []),
    ...(first
      ? [
          `not compared: ${count(unnamed.length, "object")} without a name, such as the ${first.kind} in ${visible(first.file)}`,
        ]
      : []),
  ];
}

/** Returns the report as JSON. Later releases may add fields, but never change the meaning of existing ones. */
export function diffJson({ changes, grants, errors, unnamed }: DiffReport): object {
  return {
    changes: changes.map(({ change, object, fields, refused, pods, staleIn }) => ({
      change,
      ...identity(object),
      file: object.file,
      fields: fields.map(({ path, before, after }) => ({
        path: formatPath(path),
        ...(isSecret(object, path) ? {} : { before, after }),
      })),
      refused: refused.map(({ path, start, ...rest }) => ({
        ...rest,
        path: formatPath(path),
        ...(start ? { line: start.line, column: start.column } : {}),
      })),
      ...(pods
        ? { pods: { when: pods.when, effect: pods.effect, fields: pods.changes.map(({ path }) => formatPath(path)) } }
        : {}),
      ...(staleIn.length > 0 ? { staleIn: staleIn.map(identity) } : {}),
    })),
    permissions: grants,
    summary: {
      added: changes.filter(({ change }) => change === "added").length,
      changed: changes.filter(({ change }) => change === "changed").length,
      removed: changes.filter(({ change }) => change === "removed").length,
      refused: changes.filter(({ refused }) => refused.length > 0).length,
      restarts: changes.filter(({ pods }) => pods?.when === "now").length,
      errors,
      notCompared: unnamed.length,
    },
  };
}

const identity = ({ group, version, kind, namespace, name }: ProjectDocument) => ({
  apiVersion: group === "" ? version : `${group}/${version}`,
  kind,
  ...(namespace === "" ? {} : { namespace }),
  name,
});
