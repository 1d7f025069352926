/**
 * Runs the rules of a kind for an object without source text, like the engine: decode, default, validate.
 *
 * @module
 */
import { formatPath } from "../../src/diagnostic/path.ts";
import type { Kind } from "../../src/kind/kind.ts";
import type { RuleContext } from "../../src/rule/context.ts";
import { Place } from "../../src/rule/place.ts";
import type { PlaceIn, ProjectDocument, ProjectRule, Rule } from "../../src/rule/rule.ts";
import { attribute, type RuleFinding, runRules } from "../../src/rule/run.ts";
import { decode } from "../../src/schema/decode.ts";

/** The context of the newest release with all feature gates off. */
export const ruleContext: RuleContext = {
  target: "1.37",
  reaches: () => true,
  isEnabled: () => false,
  gateState: () => undefined,
  featureGates: {},
  groupDomain: "k8s.io",
  serviceAccountIssuers: [],
  version: "v1",
};

/** Returns the object that rules get. */
export function decodeWithDefaults<T>(kind: Kind<T>, object: unknown, context: Partial<RuleContext> = {}): T {
  const schema = kind.versions[0]?.schema ?? {};
  const decoded = decode(object, schema) as T;
  kind.applyDefaults?.(decoded, { ...ruleContext, ...context });
  return decoded;
}

/** Returns the findings of the kind's rules about the object. */
export function findings<T>(kind: Kind<T>, object: unknown, context: Partial<RuleContext> = {}): RuleFinding[] {
  return runRules(kind.rules, decodeWithDefaults(kind, object, context), { ...ruleContext, ...context });
}

/** Returns the ids of the rules with findings, each once, in the order of the kind's rules. */
export function ruleIds<T>(kind: Kind<T>, object: unknown, context: Partial<RuleContext> = {}): string[] {
  return [...new Set(findings(kind, object, context).map(({ rule }) => rule))];
}

/** Returns the findings of rules about a decoded object, each as `path cause: message`. */
export function faultLines<T>(rules: readonly Rule<T>[], object: T, context: Partial<RuleContext> = {}): string[] {
  const found = runRules(rules, object, { ...ruleContext, ...context });
  return found.map(({ path, cause, message }) => `${formatPath(path)} ${cause}: ${message}`);
}

/** An object of a run with its kind. */
export interface RunObject {
  readonly kind: Kind;
  readonly object: unknown;
}

/** Returns the findings of a project rule, each with the index of its object. */
export function projectFindings(
  rule: ProjectRule,
  objects: readonly RunObject[],
): { readonly index: number; readonly finding: RuleFinding }[] {
  const documents = objects.map(documentOf);
  const found: { index: number; finding: RuleFinding }[] = [];
  const placeIn: PlaceIn = ({ index }) =>
    Place.root((finding) => {
      found.push({ index, finding: attribute(rule, finding) });
    });
  rule.run(documents, placeIn, ruleContext);
  return found;
}

function documentOf({ kind, object }: RunObject, index: number): ProjectDocument {
  const decoded = decodeWithDefaults(kind, object) as { metadata?: { name?: string; namespace?: string } };
  return {
    file: "run.yaml",
    index,
    base: [],
    group: kind.group,
    version: "v1",
    kind: kind.kind,
    name: decoded.metadata?.name ?? "",
    namespace: decoded.metadata?.namespace ?? "",
    object: decoded,
  };
}
