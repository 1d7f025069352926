/**
 * Defines a section of KubeControllerManagerConfiguration: its defaults, and the rules of the options that it
 * represents. A section may also be a separate document.
 *
 * @module
 */
import type { KubeControllerManagerConfiguration } from "../../api/types/kubecontrollermanager-v1alpha1.ts";
import { memberOf } from "../../json/member.ts";
import type { Kind } from "../../kind/kind.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { type Defaults, fillDefaults } from "../component/fill-defaults.ts";
import { type ApiKey, kind } from "../kind.ts";

/** The inclusive bounds of a whole number. */
interface Bounds {
  readonly min: number;
  readonly max?: number;
}

/** The field that contains a section. */
type SectionName = Exclude<keyof KubeControllerManagerConfiguration, "apiVersion" | "kind">;

type SectionOf<N extends SectionName> = NonNullable<KubeControllerManagerConfiguration[N]>;

export interface Section {
  readonly name: SectionName;
  /** The first release that has the section. */
  readonly since?: string;
  /** Returns the defaults of the options in the release of the context. */
  defaultsFor(context: RuleContext): Defaults<object>;
  /** Paths are relative to the section. */
  readonly rules: readonly Rule<object>[];
}

/** The definition of a section. */
interface SectionParts<N extends SectionName> extends Pick<Section, "since"> {
  readonly defaults?: Defaults<SectionOf<N>> | ((context: RuleContext) => Defaults<SectionOf<N>>);
  /** Bounds of whole numbers that the component validates, by field. */
  readonly bounds?: { readonly [F in keyof SectionOf<N>]?: Bounds };
  readonly rules?: readonly Rule<SectionOf<N>>[];
}

export function section<N extends SectionName>(name: N, parts: SectionParts<N>): Section {
  const { since, bounds, rules = [], defaults = {} } = parts;
  return {
    name,
    ...(since ? { since } : {}),
    defaultsFor: (context) => (typeof defaults === "function" ? defaults(context) : defaults),
    rules: [
      ...(bounds ? [boundsRule(bounds as Readonly<Record<string, Bounds>>)] : []),
      ...(rules as readonly Rule<object>[]),
    ],
  };
}

function boundsRule(bounds: Readonly<Record<string, Bounds>>): Rule<object> {
  return rule<Readonly<Record<string, number | undefined>>>(
    {
      id: "controller-manager/bounds",
      severity: "error",
      summary: "counts are within the controller manager's bounds",
    },
    (object, place) => {
      for (const [name, { min, max }] of Object.entries(bounds)) {
        const value = memberOf(object, name) ?? 0;
        if (value >= min && (max === undefined || value <= max)) continue;
        const range = max === undefined ? `at least ${min}` : `from ${min} to ${max}`;
        place.at(name).say(`must be ${range}; got ${value}`, { value });
      }
    },
  );
}

/** The loader of a section as a separate file. Only clustervet reads such files, for users who keep sections apart. */
export const sectionLoader = {
  flag: "--kind",
  emptyFile: "empty-object",
  unknownFields: "error",
  mayOmit: "both",
} as const;

/** Types that cloud controller managers share. */
const sharedTypes: ReadonlyMap<SectionName, ApiKey> = new Map([
  ["Generic", "controllermanager/v1alpha1.GenericControllerManagerConfiguration"],
  ["KubeCloudShared", "cloud-provider/v1alpha1.KubeCloudSharedConfiguration"],
  ["ServiceController", "cloud-provider-service/v1alpha1.ServiceControllerConfiguration"],
]);

/** Sections whose field names have other meanings too, so they are not aliases of the kind. */
const ambiguousSections: ReadonlySet<SectionName> = new Set(["Generic", "KubeCloudShared", "ReplicationController"]);

/** Returns a section as a separate kind, named like its Go type, with the name of the field as an alias. */
export function sectionKind({ name, since, defaultsFor, rules }: Section): Kind {
  const key = sharedTypes.get(name) ?? (`kubecontrollermanager/v1alpha1.${name}Configuration` as ApiKey);
  return kind(key, {
    ...(ambiguousSections.has(name) ? {} : { aliases: [name] }),
    group: "kubecontrollermanager.config.<domain>",
    ...(since ? { since } : {}),
    rules: rules as readonly Rule[],
    applyDefaults: (object, context) => fillDefaults(object, defaultsFor(context)),
    loader: sectionLoader,
  });
}
