/**
 * Roles and bindings from manifests, with the places that an answer refers to.
 *
 * @module
 */
import { type BindingFault, type Grant, RbacPolicy } from "../access/rbac.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import type { Settings } from "../engine/options.ts";
import { placeOf } from "../engine/place.ts";
import { vetFile } from "../engine/vet-file.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import type { SourceFile } from "../source/source-file.ts";
import { placeJson, readNamed } from "./answer.ts";
import { discover } from "./discover.ts";
import { UsageError } from "./exit.ts";
import type { ProjectFile } from "./project-file.ts";
import { printError } from "./terminal.ts";

const rbacKinds: ReadonlySet<string> = new Set(["Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"]);

/** What was found under the paths. */
export interface RbacManifests {
  readonly policy: RbacPolicy<ProjectDocument>;
  /** Something could not be read, so that the answer may be wrong; what it is was printed. */
  readonly isIncomplete: boolean;
  place(object: ProjectDocument, path: FieldPath): Place;
}

/** A field of an object. */
export interface Place {
  /** `file:line:column`. */
  readonly text: string;
  readonly json: object;
}

/**
 * Reads roles and bindings from files, directories, patterns and standard input (-); other objects are passed over.
 *
 * @throws {UsageError} when there are none
 */
export function loadRbac(paths: readonly string[], settings: Settings, project: ProjectFile): RbacManifests {
  const named = paths.filter((path) => path !== "-");
  const { files, faults } = discover(named.length > 0 || paths.length > 0 ? named : ["."], {
    useIgnoreFiles: true,
    excluded: project.settings.exclude ?? [],
    excludedFrom: project.directory,
  });
  for (const { path, reason } of faults) printError(`${path}: ${reason}`);
  const sources = new Map<string, SourceFile>();
  const objects: ProjectDocument[] = [];
  let isIncomplete = faults.length > 0;
  for (const path of [...files, ...(paths.includes("-") ? ["-"] : [])]) {
    const file = readNamed(path);
    const found = vetFile(file, settings).objects.filter(({ kind }) => rbacKinds.has(kind));
    if (found.length > 0) sources.set(file.name, file);
    objects.push(...found);
    for (const { message, start, tolerated } of file.issues) {
      if (tolerated) continue;
      const { line, column } = file.rangeOf(start, start).start;
      printError(`${file.name}:${line}:${column}: ${message}`);
      isIncomplete = true;
    }
  }
  if (objects.length === 0)
    throw new UsageError("no roles and no bindings here", "name the files or directories that hold them");
  return { policy: new RbacPolicy(objects), isIncomplete, place: (object, path) => placeIn(sources, object, path) };
}

function placeIn(sources: ReadonlyMap<string, SourceFile>, object: ProjectDocument, path: FieldPath): Place {
  const file = sources.get(object.file);
  const document = file?.documents[object.index];
  const at = [...object.base, ...path];
  const range = file && document ? placeOf(file, document, { path: at }) : undefined;
  const text = range ? `${object.file}:${range.start.line}:${range.start.column}` : object.file;
  return { text, json: placeJson(object.file, at, range) };
}

/** `RoleBinding prod/readers`. */
export function describeObject({ kind, name, namespace }: ProjectDocument): string {
  return `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`;
}

/** What grants access, as rows of label, object and place. */
export function grantRows(grant: Grant<ProjectDocument>, { place }: RbacManifests): readonly (readonly string[])[] {
  const { binding, subjectIndex, roleRef, held } = grant;
  const { kind = "", name = "" } = grant.subject;
  const role = `${roleRef.kind} ${roleRef.name}`;
  const rulePath = formatPath(["rules", held.index]);
  const holder = held.holder ? describeObject(held.holder) : role;
  return [
    ["binding", describeObject(binding), place(binding, []).text],
    ["subject", `${kind} ${name}`, place(binding, ["subjects", subjectIndex]).text],
    ["role", role, place(binding, ["roleRef"]).text],
    [
      "rule",
      `${holder}: ${rulePath}`,
      held.holder ? place(held.holder, ["rules", held.index]).text : "(in every cluster)",
    ],
  ];
}

/** What grants access, as JSON has it. */
export function grantJson(grant: Grant<ProjectDocument>, { place }: RbacManifests): object {
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

/** `note: file:line:column: RoleBinding dev/lost: ...` for everything that is wrong with bindings. */
export function faultLines(
  faults: readonly BindingFault<ProjectDocument>[],
  { place }: RbacManifests,
): readonly string[] {
  return faults.map(
    ({ binding, path, message }) => `note: ${place(binding, path).text}: ${describeObject(binding)}: ${message}`,
  );
}

export function faultsJson(
  faults: readonly BindingFault<ProjectDocument>[],
  { place }: RbacManifests,
): readonly object[] {
  return faults.map(({ fault, binding, path, message }) => ({ fault, message, ...place(binding, path).json }));
}
