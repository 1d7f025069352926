/**
 * Loads roles and bindings from the manifests that a suite names, with their places.
 *
 * @module
 */

import { RbacPolicy } from "../access/rbac.ts";
import type { FieldPath, Related } from "../diagnostic/diagnostic.ts";
import { placeOf } from "../engine/place.ts";
import { vetFile } from "../engine/vet-file.ts";
import { isRbac } from "../kinds/rbac/rbac-group.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import type { SourceFile } from "../source/source-file.ts";
import { failure, success } from "../text/result.ts";
import { failedVerdict } from "./result.ts";
import type { LoadResult, SuiteScope } from "./scope.ts";

/** The RBAC policy of the manifests, and a function that finds places in them. */
export interface SuiteRbac {
  readonly policy: RbacPolicy<ProjectDocument>;
  related(object: ProjectDocument, path: FieldPath, message: string): readonly Related[];
}

/**
 * Loads roles and bindings. Fails if a manifest is not valid YAML, because rules could be missing and no result could
 * be trusted.
 */
export function loadRbac(paths: readonly string[], scope: SuiteScope): LoadResult<SuiteRbac> {
  const found = scope.readFiles(paths);
  if (!found.ok) return found;
  const files = new Map(found.value.map((file) => [file.name, file]));
  for (const file of files.values()) {
    const issue = file.issues.find(({ tolerated }) => !tolerated);
    if (issue) return failure(failedVerdict(`${file.name} is not well-formed`, [issuePlace(file, issue)]));
  }
  const { groupDomain } = scope.settings.catalog;
  const objects = [...files.values()]
    .flatMap((file) => vetFile(file, scope.settings, undefined).objects)
    .filter((object) => isRbac(object, groupDomain));
  return success({ policy: new RbacPolicy(objects), related: (...place) => relatedIn(files, ...place) });
}

function issuePlace(file: SourceFile, issue: SourceFile["issues"][number]): Related {
  return { file: file.name, range: file.rangeOf(issue.start, issue.end), message: issue.message };
}

function relatedIn(
  files: ReadonlyMap<string, SourceFile>,
  object: ProjectDocument,
  path: FieldPath,
  message: string,
): readonly Related[] {
  const file = files.get(object.file);
  const document = file?.documents[object.index];
  if (!file || !document) return [];
  return [{ file: file.name, range: placeOf(file, document, { path: [...object.base, ...path] }), message }];
}

/** Returns a name such as `RoleBinding prod/readers`. */
export function describeBinding({ kind, name, namespace }: ProjectDocument): string {
  return `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`;
}
