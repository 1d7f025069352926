/**
 * Kinds that are defined by objects, such as CustomResourceDefinitions, which the caller gives in addition to the
 * documents of a run.
 *
 * @module
 */
import { isPlainObject } from "../json/plain-object.ts";
import type { Catalog } from "../kind/catalog.ts";
import { detectKind } from "../kind/detect.ts";
import type { Kind } from "../kind/kind.ts";
import type { RuleContext } from "../rule/context.ts";
import { decodeWithDefaults } from "./validate.ts";

/** The part of the settings that is needed to decode an object. */
interface Setting {
  readonly catalog: Catalog;
  contextFor(version: string): RuleContext;
}

/** Returns the kind that an object defines; undefined if it defines none. Does not report errors of the definition. */
export function definedKind(object: unknown, settings: Setting): Kind | undefined {
  if (!isPlainObject(object)) return undefined;
  const detection = detectKind(object, settings.catalog);
  if (!("kind" in detection) || detection.list !== "none") return undefined;
  const { kind, version } = detection;
  return kind.defines?.kindOf(
    decodeWithDefaults(object, { kind, version, context: settings.contextFor(version.name) }),
  );
}
