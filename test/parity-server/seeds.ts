/** Objects to create: the resources in the valid fixtures and in objects.yaml next to this file. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isPlainObject } from "../../src/json/plain-object.ts";
import { createCatalog } from "../../src/kind/catalog.ts";
import { detectKind } from "../../src/kind/detect.ts";
import type { Kind, KindVersion } from "../../src/kind/kind.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import { readSource } from "../../src/source/read-source.ts";

export interface ApiObject extends Record<string, unknown> {
  readonly apiVersion: string;
  readonly kind: string;
  metadata: Record<string, unknown>;
}

export interface Seed {
  readonly file: string;
  readonly kind: Kind;
  readonly version: KindVersion;
  readonly object: ApiObject;
}

const root = join(import.meta.dirname, "../..");
const catalog = createCatalog(builtInKinds, "k8s.io", []);

export function readSeeds(): readonly Seed[] {
  const fixtures = readdirSync(join(root, "fixtures"), { encoding: "utf8", recursive: true }).map(
    (name) => `fixtures/${name}`,
  );
  const valid = fixtures.filter((name) => /\/valid\/[^/]+\.(?:yaml|json)$/.test(name));
  const files = [...valid, "test/parity-server/objects.yaml"].sort();
  return files.flatMap((file) =>
    readSource(file, readFileSync(join(root, file))).documents.flatMap(({ root: node }) => seedOf(file, node?.value)),
  );
}

function seedOf(file: string, value: unknown): readonly Seed[] {
  if (!isPlainObject(value) || !isPlainObject(value["metadata"])) return [];
  const detection = detectKind(value, catalog);
  if (!("kind" in detection) || detection.list !== "none" || !detection.kind.resource) return [];
  return [{ file, kind: detection.kind, version: detection.version, object: value as ApiObject }];
}
