/**
 * Loads the policies that a suite tests, in a cluster that has the objects of their files.
 *
 * @module
 */
import type { FieldPath, Related } from "../diagnostic/diagnostic.ts";
import { policySetOptions } from "../engine/cluster-object.ts";
import { definedKind } from "../engine/definitions.ts";
import { policyAndBindingKinds } from "../engine/needed-objects.ts";
import type { Settings } from "../engine/options.ts";
import { placeOf } from "../engine/place.ts";
import { readSuppressions } from "../engine/suppress.ts";
import { vetFile } from "../engine/vet-file.ts";
import { withDefinedKinds } from "../kind/catalog.ts";
import type { ClusterObject } from "../policy/admission-request.ts";
import { policySet } from "../policy/policy-set.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import { failure, success } from "../text/result.ts";
import { failedVerdict } from "./result.ts";
import type { LoadResult, SuiteScope } from "./scope.ts";

/** An object of the cluster. Objects from files have a place. */
export type SuiteObject = ClusterObject & Partial<Pick<ProjectDocument, "file" | "index" | "base">>;

export interface AdmissionSubject {
  /** The settings, extended by the kinds that the files define. */
  readonly settings: Settings;
  readonly set: ReturnType<typeof policySet<SuiteObject>>;
  /** Returns the place of an object's field in the files. */
  related(object: SuiteObject, path: FieldPath, message: string): readonly Related[];
}

/** Loads policies and the other objects of their files. Fails if the API server would reject a policy. */
export function loadPolicies(paths: readonly string[], scope: SuiteScope): LoadResult<AdmissionSubject> {
  const found = scope.readFiles(paths);
  if (!found.ok) return found;
  const files = new Map(found.value.map((file) => [file.name, file]));
  const values = found.value.flatMap(({ documents }) => documents.map(({ value }) => value));
  const defined = values.flatMap((value) => definedKind(value, scope.settings) ?? []);
  const settings =
    defined.length === 0
      ? scope.settings
      : { ...scope.settings, catalog: withDefinedKinds(scope.settings.catalog, defined) };
  const objects: ProjectDocument[] = [];
  for (const file of files.values()) {
    const vetted = vetFile(file, settings, undefined);
    const errors = readSuppressions(file)
      .shown(vetted.diagnostics.filter(({ severity }) => severity === "error"))
      .filter(({ kind }) => kind === undefined || policyAndBindingKinds.includes(kind));
    const [first] = errors;
    if (first) {
      const related = errors.flatMap(({ range, message }) => (range ? [{ file: file.name, range, message }] : []));
      return failure(failedVerdict(`${file.name} is refused: ${first.message}`, related));
    }
    objects.push(...vetted.objects);
  }
  const related: AdmissionSubject["related"] = ({ file: name = "", index = 0, base = [] }, path, message) => {
    const file = files.get(name);
    const document = file?.documents[index];
    return file && document
      ? [{ file: name, range: placeOf(file, document, { path: [...base, ...path] }), message }]
      : [];
  };
  return success({ settings, set: policySet<SuiteObject>(objects, policySetOptions(settings)), related });
}
