/**
 * Reads the kustomizations in the folders of a run's files and in the folders above.
 *
 * @module
 */

import { posix } from "node:path";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { readSource } from "../source/read-source.ts";
import { readInput } from "./discover.ts";
import { isFile } from "./file-type.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** The kustomizations by folder. */
export type Kustomizations = ReadonlyMap<string, { readonly file: string; readonly fields: Fields }>;

const names: readonly string[] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

export const isKustomization = (file: string): boolean => names.includes(posix.basename(file));

export function readKustomizations(files: readonly string[]): Kustomizations {
  const byFolder = new Map<string, { readonly file: string; readonly fields: Fields }>();
  for (const file of filesAround(files, names)) {
    const [fields] = documentsOf(file);
    if (fields && !byFolder.has(posix.dirname(file))) byFolder.set(posix.dirname(file), { file, fields });
  }
  return byFolder;
}

/**
 * Returns the files with these names in the folders of `files` and in the folders above, within the current directory.
 */
export function filesAround(files: readonly string[], wanted: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (let folder = posix.dirname(file); !folders.has(folder); folder = posix.dirname(folder)) folders.add(folder);
  }
  return [...folders].flatMap((folder) => wanted.map((name) => posix.join(folder, name)).filter(isFile));
}

export function documentsOf(file: string): readonly Fields[] {
  const content = readInput(file);
  if (typeof content === "string") return [];
  return readSource(file, content).documents.flatMap(({ value }) => (isPlainObject(value) ? [value] : []));
}

/** The fields that list the files and folders of which a kustomization consists. */
export const partFields: readonly string[] = ["resources", "bases", "components"];

/** Returns the files and folders of which the kustomization of a folder consists. */
export const partsOf = (folder: string, kustomizations: Kustomizations): readonly string[] =>
  partFields
    .flatMap((field) => listOf(memberOf(kustomizations.get(folder)?.fields ?? {}, field)))
    .filter(isFileName)
    .map((path) => posix.join(folder, path).replace(/\/$/, ""));

export function patchesOf(kustomization: Fields): readonly string[] {
  const listed = [...listOf(kustomization["patches"]), ...listOf(kustomization["patchesJson6902"])];
  const paths = listed.map((patch) => (isPlainObject(patch) ? patch["path"] : undefined));
  return [...paths, ...listOf(kustomization["patchesStrategicMerge"])].filter(isFileName);
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Whether an entry is a file name and not an inline patch. */
export const isFileName = (value: unknown): value is string => typeof value === "string" && !value.includes("\n");
