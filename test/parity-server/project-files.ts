/** Reads the custom resource definitions and example resources of projects from files. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isPlainObject } from "../../src/json/plain-object.ts";
import { readSource } from "../../src/source/read-source.ts";

export interface ApiDocument {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly resourceVersion?: string };
  readonly [field: string]: unknown;
}

export interface Definition extends ApiDocument {
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: { readonly plural: string; readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
}

export interface Project {
  readonly name: string;
  readonly definitions: readonly Definition[];
  readonly examples: readonly ApiDocument[];
}

/** @param root - contains a folder for each project, with the folders `definitions` and `examples` */
export const readProjects = (root: string): readonly Project[] =>
  readdirSync(root)
    .sort()
    .map((name) => ({
      name,
      definitions: documentsIn(join(root, name, "definitions")) as readonly Definition[],
      examples: documentsIn(join(root, name, "examples")),
    }));

function documentsIn(folder: string): readonly ApiDocument[] {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.flatMap((name) =>
    readSource(name, readFileSync(join(folder, name)))
      .documents.map(({ root }) => root?.value)
      .filter((value): value is ApiDocument => isPlainObject(value) && isPlainObject(value["metadata"])),
  );
}

/** Returns the definition of a resource, if the project has it and it serves the resource's version. */
export function definitionOf({ definitions }: Project, { apiVersion, kind }: ApiDocument): Definition | undefined {
  const [group, version] = String(apiVersion).split("/");
  return definitions.find(
    ({ spec }) =>
      spec.group === group &&
      spec.names.kind === kind &&
      spec.versions.some(({ name, served }) => name === version && served),
  );
}
