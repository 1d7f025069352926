/**
 * Decodes the text of a configuration file to the object that kube-apiserver would use.
 *
 * @module
 */
import { formatPath } from "../diagnostic/path.ts";
import type { Settings } from "../engine/options.ts";
import { vetFile } from "../engine/vet-file.ts";
import { readSource } from "../source/read-source.ts";

interface Expected {
  readonly kind: string;
  readonly settings: Settings;
}

/** Returns the object in a text, or the faults for which kube-apiserver would reject it. */
export function readConfiguration<T>(
  path: string,
  text: string,
  { kind, settings }: Expected,
): { readonly object?: T; readonly faults: readonly string[] } {
  const [expected] = settings.catalog.findAllByName(kind);
  const { diagnostics, objects } = vetFile(readSource(path, new TextEncoder().encode(text)), settings, expected);
  const faults = diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ path, message }) => `${formatPath(path)}: ${message}`);
  const object = objects.find(({ base }) => base.length === 0)?.object as T | undefined;
  return faults.length > 0 || !object ? { faults } : { object, faults };
}
