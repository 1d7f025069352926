/**
 * The accepted options of a vetter.
 *
 * @module
 */
import { components } from "../flags/component.ts";
import {
  anything,
  assertOptions,
  fields,
  flag,
  instance,
  instanceWithLists,
  listOf,
  mapOf,
  method,
  type OptionType,
  oneOf,
  text,
} from "../json/option-shape.ts";
import type { VetOptions } from "./vet-options.ts";

const severities = ["error", "warning", "info"];
const level = oneOf(...severities, "off");
const policyRule = fields({
  name: text,
  kinds: listOf(text),
  expression: text,
  message: text,
  messageExpression: text,
  severity: oneOf(...severities),
});

const shapes: Readonly<Record<keyof VetOptions, OptionType>> = {
  target: text,
  upgradesFrom: text,
  asSent: flag,
  replacesPlaceholders: flag,
  groupDomain: text,
  featureGates: mapOf(flag),
  serviceAccountIssuers: listOf(text),
  enabledAdmissionPlugins: listOf(text),
  namespace: text,
  flagFiles: mapOf(oneOf(...components)),
  kind: text,
  unknownKinds: level,
  rules: mapOf(level),
  host: instance,
  kinds: listOf(instanceWithLists("a kind", "versions")),
  definitions: listOf(anything),
  policies: listOf(anything),
  policyRules: listOf(policyRule),
  showMutations: flag,
  user: fields({ name: text, groups: listOf(text) }, ["name"]),
  onFault: method,
};
const shapeByName: ReadonlyMap<string, OptionType> = new Map(Object.entries(shapes));

/** @throws {OptionError} for an option that does not exist or has a wrong type */
export const assertShapes = (options: unknown): void => assertOptions(options, shapeByName);
