/**
 * Reads roles and bindings from manifests, and formats grants with the places of their bindings and rules.
 *
 * @module
 */
import { type BindingFault, type Grant, RbacPolicy } from "../access/rbac.ts";
import type { FieldPath, FileDiagnostic, Position } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import type { Settings } from "../engine/options.ts";
import { placeOf } from "../engine/place.ts";
import { vetFile } from "../engine/vet-file.ts";
import { isRbac, rbacKinds } from "../kinds/rbac/rbac-group.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import type { SourceFile } from "../source/source-file.ts";
import { discover } from "./discover.ts";
import { UsageError } from "./exit.ts";
import { exclusionOf, type ProjectFile } from "./project-file.ts";
import { placeJson, readFileOrStdin } from "./single-result.ts";
import { printError } from "./terminal.ts";
import { harmlessReasons } from "./walk.ts";

/** Roles and bindings from files or from a cluster. */
export interface FoundRbac {
  readonly policy: RbacPolicy<ProjectDocument>;
  /** The URL of the cluster; absent for files. */
  readonly cluster?: string;
  /** The roles and bindings, in the order in which they were found. */
  readonly objects: readonly ProjectDocument[];
  /** Whether something could not be read, so that the result may be wrong; the reasons were already printed. */
  readonly isIncomplete: boolean;
  place(object: ProjectDocument, path: FieldPath): ShownField;
}

/** The place of a field, in the forms that reports show. */
export interface ShownField {
  /** `file:line:column`; absent for objects of a cluster. */
  readonly text?: string;
  readonly json: object;
}

/**
 * Reads roles and bindings from files, directories, patterns and standard input (`-`). Skips other objects.
 *
 * @throws {UsageError} if there are no roles and bindings
 */
export function loadRbac(paths: readonly string[], settings: Settings, project: ProjectFile): FoundRbac {
  const named = paths.filter((path) => path !== "-");
  const {
    files,
    faults,
    skippedFiles: skipped,
  } = discover(named.length > 0 || paths.length > 0 ? named : ["."], {
    useIgnoreFiles: true,
    exclusions: [exclusionOf(project)],
  });
  const lost = skipped.filter(({ reason }) => !harmlessReasons.has(reason));
  const unread = [...faults, ...lost].map(({ path, reason }) => `${path}: ${reason}`);
  const sources = new Map<string, SourceFile>();
  const objects: ProjectDocument[] = [];
  const templates: string[] = [];
  for (const path of [...files, ...(paths.includes("-") ? ["-"] : [])]) {
    const file = readOr(path, (fault) => unread.push(fault));
    if (!file) continue;
    const { objects: all, diagnostics } = vetFile(file, settings);
    const found = all.filter((object) => isRbac(object, settings.catalog.groupDomain));
    if (found.length > 0) sources.set(file.name, file);
    for (const object of found) objects.push(object);
    if (file.issues.some(({ rule }) => rule === "source/template")) templates.push(file.name);
    else for (const item of faultTextsOf(file, diagnostics)) unread.push(item);
  }
  if (templates.length > 0) unread.push(describeTemplates(templates));
  for (const fault of unread) printError(fault);
  const isIncomplete = unread.length > 0;
  if (objects.length === 0) {
    if (isIncomplete) throw new UsageError("no roles and no bindings could be read");
    throw new UsageError("there are no roles and bindings", "name the files or directories that contain them");
  }
  if (isIncomplete) printError("not all roles and bindings could be read: the answer may be wrong");
  return {
    policy: new RbacPolicy(objects),
    objects,
    isIncomplete,
    place: (object, path) => placeIn(sources, object, path),
  };
}

/** Maximum number of templates to name in a message. */
const maxNamedTemplates = 3;

/** Reports all templates in one message: a chart has many, and the solution is the same for each. */
function describeTemplates(names: readonly string[]): string {
  const more = names.length > maxNamedTemplates ? ` and ${names.length - maxNamedTemplates} more` : "";
  const which = names.slice(0, maxNamedTemplates).join(", ") + more;
  return `${which}: not YAML but ${names.length === 1 ? "a template" : "templates"}; render, and name the output, or exclude`;
}

/** @param onFault - receives the reason if the file can't be read */
function readOr(path: string, onFault: (fault: string) => void): SourceFile | undefined {
  try {
    return readFileOrStdin(path);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    onFault(error.message);
    return undefined;
  }
}

/**
 * Returns the faults of files that are not YAML, and of roles and bindings that the API server would reject: their
 * rules may be missing from the result.
 */
function faultTextsOf(file: SourceFile, diagnostics: readonly FileDiagnostic[]): string[] {
  const placed = ({ line, column }: Position, message: string) => `${file.name}:${line}:${column}: ${message}`;
  const issues = file.issues.filter(({ tolerated }) => !tolerated);
  if (issues.length > 0) return issues.map(({ message, start }) => placed(file.rangeOf(start, start).start, message));
  return findRbacSchemaErrors(diagnostics).flatMap(({ path, message, range }) =>
    range ? [placed(range.start, `${formatPath(path)}: ${message}`)] : [],
  );
}

/** Returns the diagnostics according to which a part of a role or binding could not be read. */
export function findRbacSchemaErrors(diagnostics: readonly FileDiagnostic[]): readonly FileDiagnostic[] {
  return diagnostics.filter(
    ({ rule, severity, kind = "" }) => severity === "error" && rule.startsWith("schema/") && rbacKinds.has(kind),
  );
}

function placeIn(sources: ReadonlyMap<string, SourceFile>, object: ProjectDocument, path: FieldPath): ShownField {
  const file = sources.get(object.file);
  const document = file?.documents[object.index];
  const at = [...object.base, ...path];
  const range = file && document ? placeOf(file, document, { path: at }) : undefined;
  const text = range ? `${object.file}:${range.start.line}:${range.start.column}` : object.file;
  return { text, json: placeJson(object.file, at, range) };
}

/** Returns a name such as `RoleBinding prod/readers`. */
export function describeObject({ kind, name, namespace }: ProjectDocument): string {
  return `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`;
}

/** Returns a grant as table rows with label, object and place. */
export function grantRows(grant: Grant<ProjectDocument>, { place }: FoundRbac): readonly (readonly string[])[] {
  const { binding, subjectIndex, roleRef, held } = grant;
  const { kind = "", name = "" } = grant.subject;
  const role = `${roleRef.kind} ${roleRef.name}`;
  const rulePath = formatPath(["rules", held.index]);
  const holder = held.holder ? describeObject(held.holder) : role;
  return [
    ["binding", describeObject(binding), place(binding, []).text ?? ""],
    ["subject", `${kind} ${name}`, place(binding, ["subjects", subjectIndex]).text ?? ""],
    ["role", role, place(binding, ["roleRef"]).text ?? ""],
    [
      "rule",
      `${holder}: ${rulePath}`,
      held.holder ? (place(held.holder, ["rules", held.index]).text ?? "") : "(in every cluster)",
    ],
  ];
}

/** Returns a grant as JSON. */
export function grantJson(grant: Grant<ProjectDocument>, { place }: FoundRbac): object {
  const { binding, subject, subjectIndex, roleRef, held } = grant;
  const { kind, name, namespace } = binding;
  return {
    binding: { kind, name, namespace: namespace || undefined, ...place(binding, []).json },
    subject: { ...subject, ...place(binding, ["subjects", subjectIndex]).json },
    role: { kind: roleRef.kind, name: roleRef.name },
    rule: {
      ...(held.holder
        ? { role: held.holder.name, ...place(held.holder, ["rules", held.index]).json }
        : { role: roleRef.name, path: formatPath(["rules", held.index]) }),
      rule: held.rule,
    },
  };
}

/** Returns a line such as `note: file:line:column: RoleBinding dev/lost: ...` for each fault in a binding. */
export function faultLines(faults: readonly BindingFault<ProjectDocument>[], { place }: FoundRbac): readonly string[] {
  return faults.map(({ binding, path, message }) => {
    const { text } = place(binding, path);
    const named = describeObject(binding);
    const where = text === undefined ? `${named} ${formatPath(path)}` : `${text}: ${named}`;
    return `note: ${where}: ${message}`;
  });
}

export function faultsJson(faults: readonly BindingFault<ProjectDocument>[], { place }: FoundRbac): readonly object[] {
  return faults.map(({ fault, binding, path, message }) => ({ fault, message, ...place(binding, path).json }));
}
