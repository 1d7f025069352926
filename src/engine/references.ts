/**
 * Vets the files that documents refer to, each once, if the host can read them.
 *
 * @module
 */
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { isInternal } from "../rule/fault.ts";
import { resolveNodePath } from "../rule/host.ts";
import { examine } from "./examine.ts";
import type { GatheredResults } from "./gathered-results.ts";
import type { Settings } from "./options.ts";
import type { PlacedReference } from "./vet-file.ts";

/** Follows the references of the files examined so far, but not the references in the referenced files. */
export function followReferences(gathered: GatheredResults, settings: Settings): void {
  for (const { name, references } of [...gathered.files.values()]) {
    for (const reference of references) gathered.catchFaults(name, () => follow(name, reference, gathered, settings));
  }
}

function follow(from: string, reference: PlacedReference, gathered: GatheredResults, settings: Settings): void {
  const { host } = settings.contextFor("v1");
  const path = host && resolveNodePath(host, from, reference.file);
  const content = path === undefined ? undefined : host?.readFile?.(path);
  const kind = settings.catalog.findByQualifiedName(reference.kind);
  const name = path === undefined ? reference.file : (host?.nameOf?.(path) ?? path);
  if (!content || !kind || gathered.isKnown(name)) return;
  const examined = examine(name, () => gathered.sources.read(name, content), settings, kind);
  const diagnostics = examined.diagnostics.map((diagnostic) => withReference(reference, from, diagnostic));
  gathered.keep({ ...examined, diagnostics, objects: [], unknownKinds: 0 });
}

/** Adds the place of the reference to a diagnostic. The command line with the reference may lower its severity. */
function withReference({ range, severity }: PlacedReference, from: string, diagnostic: FileDiagnostic): FileDiagnostic {
  const isMilder = severity !== undefined && diagnostic.severity === "error" && !isInternal(diagnostic);
  return {
    ...diagnostic,
    ...(isMilder ? { severity } : {}),
    related: [...(diagnostic.related ?? []), { file: from, range, message: "named here" }],
  };
}
