/**
 * Validates the options of a run and turns them into settings, with every default filled in.
 *
 * @module
 */

import { impersonatedUser, mastersGroup, type UserInfo } from "../access/user.ts";
import type { Severity } from "../diagnostic/diagnostic.ts";
import type { Component } from "../flags/component.ts";
import { asJson } from "../json/as-json.ts";
import { OptionError } from "../json/option-error.ts";
import { type Catalog, createCatalog, type KindFinder, withDefinedKinds } from "../kind/catalog.ts";
import type { Kind } from "../kind/kind.ts";
import { pluginNamesOf } from "../kinds/admission/plugins.ts";
import { builtInKinds } from "../kinds/index.ts";
import { retiredVersions } from "../kinds/retired.ts";
import type { PolicyRule } from "../policy/policy-rule.ts";
import { type GateSettings, gateFault, gateNames, gateState, isGateEnabled } from "../release/feature-gates.ts";
import { minorOf, newestTarget, oldestTarget, reaches } from "../release/release.ts";
import type { RuleContext } from "../rule/context.ts";
import type { RuleLevels } from "../rule/severity.ts";
import type { Stopwatch } from "../rule/stopwatch.ts";
import { closest } from "../text/closest.ts";
import { memoizeByText } from "../text/memoize-by-text.ts";
import { validateDns1123Subdomain } from "../text/names.ts";
import { definedKind } from "./definitions.ts";
import type { FileRole } from "./file-role.ts";
import { assertShapes } from "./option-shapes.ts";
import type { Validation } from "./validate.ts";
import type { VetOptions } from "./vet-options.ts";

export interface KnownCluster {
  /** Kinds of the cluster's custom resources. Definitions of the run take precedence. */
  readonly kinds: readonly Kind[];
}

export interface Settings {
  readonly target: string;
  /** The settings for the release before the upgrade, if `target` is the release of an upgrade. */
  readonly upgradesFrom?: Settings;
  readonly catalog: Catalog;
  /** Finds kinds that are neither in the catalog nor defined by the run. */
  readonly kindElsewhere?: KindFinder;
  readonly expectedKind?: Kind;
  readonly namespace?: string;
  readonly flagFiles: ReadonlyMap<string, Component>;
  /** Whether another program replaces placeholders before objects are sent. */
  readonly replacesPlaceholders: boolean;
  /**
   * Whether clustervet found the file in a directory, so that it may belong to a project with its own policies. False
   * for files that the user named.
   */
  isFoundByWalk(name: string): boolean;
  /** By file name, the roles of files that another tool completes before their objects are sent. */
  readonly fileRoles: ReadonlyMap<string, FileRole>;
  /** Whether objects are sent as written, not by kubectl. */
  readonly asSent: boolean;
  readonly unknownKinds: Severity | "off";
  readonly rules: RuleLevels;
  readonly policies: readonly unknown[];
  /** The cluster that will get the objects, if clustervet has read it; then `policies` contains all its policies. */
  readonly cluster?: KnownCluster;
  readonly policyRules: readonly PolicyRule[];
  /** Whether to report each change by a mutating policy. */
  readonly showsMutations: boolean;
  readonly user: UserInfo;
  onFault(thrown: unknown): void;
  /** Measures the run. Default: not measured. */
  readonly stopwatch?: Stopwatch;
  /**
   * Only in a run: the validation results of definitions, by release and content, because bundles of manifests repeat
   * definitions.
   */
  readonly definitions?: Map<string, Validation>;
  /**
   * Returns the rule context for an object of this version. `oldObject` is set for an update, `subresource` if the
   * update is of a subresource.
   */
  contextFor(version: string, oldObject?: unknown, subresource?: string): RuleContext;
}

/**
 * Validates options. Does not check names of rules, see `assertNames`.
 *
 * @throws {OptionError} for an unknown option or a value of a wrong type, for an unknown target or kind, for feature
 *   gates and admission plugins that the components of the target do not have, and for definitions that define no kind
 */
export function settle(options: VetOptions): Settings {
  assertShapes(options);
  const target = settleTarget(options.target ?? newestTarget);
  const groupDomain = options.groupDomain ?? "k8s.io";
  if (validateDns1123Subdomain(groupDomain).length > 0) {
    throw new OptionError(`groupDomain must be a domain such as k8s.io; got ${JSON.stringify(groupDomain)}`);
  }
  const catalog = createCatalog(options.kinds ?? builtInKinds, groupDomain, retiredVersions);
  const expectedKind = options.kind === undefined ? undefined : kindNamed(options.kind, catalog);
  const featureGates = options.featureGates ?? {};
  assertGates(featureGates, target);
  assertPlugins(options.enabledAdmissionPlugins ?? [], target);
  const shared = {
    target,
    groupDomain,
    serviceAccountIssuers: options.serviceAccountIssuers ?? [],
    asSent: options.asSent ?? false,
    ...(options.enabledAdmissionPlugins ? { enabledAdmissionPlugins: options.enabledAdmissionPlugins } : {}),
    reaches: memoizeByText((release) => reaches(target, release)),
    featureGates,
    isEnabled: memoizeByText((gate) => isGateEnabled(gate, target, featureGates)),
    gateState: (gate: string) => gateState(gate, target),
    ...(options.host ? { host: options.host } : {}),
  };
  const contextByVersion = new Map<string, RuleContext>();
  const upgradesFrom = settleUpgrade(options, target);
  const settings: Settings = {
    target,
    ...(upgradesFrom ? { upgradesFrom } : {}),
    catalog,
    ...(expectedKind ? { expectedKind } : {}),
    ...(options.namespace ? { namespace: options.namespace } : {}),
    flagFiles: new Map(Object.entries(options.flagFiles ?? {})),
    fileRoles: new Map(),
    isFoundByWalk: () => false,
    asSent: shared.asSent,
    replacesPlaceholders: options.replacesPlaceholders ?? false,
    unknownKinds: options.unknownKinds ?? "info",
    rules: options.rules ?? {},
    policies: (options.policies ?? []).map(asJson),
    policyRules: options.policyRules ?? [],
    showsMutations: options.showMutations ?? false,
    onFault: options.onFault ?? (() => {}),
    user: options.user ? impersonatedUser(options.user.name, options.user.groups ?? []) : administrator,
    contextFor: (version, oldObject, subresource) => {
      if (oldObject !== undefined) return { ...shared, version, oldObject, ...(subresource ? { subresource } : {}) };
      const known = contextByVersion.get(version) ?? { ...shared, version };
      contextByVersion.set(version, known);
      return known;
    },
  };
  if (!options.definitions?.length) return settings;
  const defined = options.definitions.map((definition, index) => {
    const kind = definedKind(asJson(definition), settings);
    if (!kind) throw new OptionError(`definitions[${index}] defines no kind that the API server could serve`);
    return kind;
  });
  return { ...settings, catalog: withDefinedKinds(catalog, defined) };
}

const settingsByTarget = new WeakMap<Settings, Map<string, Settings>>();

/** Returns the settings for another known release; creates them once. */
export function withTarget(settings: Settings, target: string): Settings {
  if (target === settings.target) return settings;
  const known = settingsByTarget.get(settings) ?? new Map<string, Settings>();
  settingsByTarget.set(settings, known);
  const found = known.get(target) ?? retargeted(settings, target);
  known.set(target, found);
  return found;
}

function retargeted(settings: Settings, target: string): Settings {
  const contexts = new Map<RuleContext, RuleContext>();
  return {
    ...settings,
    target,
    contextFor(...of) {
      const context = settings.contextFor(...of);
      const { featureGates } = context;
      const moved = contexts.get(context) ?? {
        ...context,
        target,
        reaches: memoizeByText((release) => reaches(target, release)),
        isEnabled: memoizeByText((gate) => isGateEnabled(gate, target, featureGates)),
        gateState: (gate: string) => gateState(gate, target),
      };
      contexts.set(context, moved);
      return moved;
    },
  };
}

/** Returns the settings for a measured run. */
export function withStopwatch(settings: Settings, stopwatch: Stopwatch): Settings {
  return { ...withContext(settings, { stopwatch }), stopwatch };
}

/** Returns the settings with additional fields in the rule context. */
export function withContext(settings: Settings, more: Pick<RuleContext, "stopwatch" | "completeKinds">): Settings {
  const contexts = new Map<RuleContext, RuleContext>();
  return {
    ...settings,
    contextFor(...of) {
      const context = settings.contextFor(...of);
      const known = contexts.get(context) ?? { ...context, ...more };
      contexts.set(context, known);
      return known;
    },
  };
}

/**
 * Returns the settings for the release before an upgrade. Omits feature gates and admission plugins that this release
 * does not have.
 */
function settleUpgrade({ upgradesFrom: from, ...options }: VetOptions, target: string): Settings | undefined {
  if (from === undefined) return undefined;
  const before = settleTarget(from, "upgradesFrom");
  if (reaches(before, target)) {
    throw new OptionError(`upgradesFrom must be older than the target ${target}; got "${from}"`);
  }
  const { featureGates = {}, enabledAdmissionPlugins: plugins, ...rest } = options;
  const gates = Object.entries(featureGates).filter(([gate, value]) => !gateFault(gate, value, before));
  const known = plugins && pluginNamesOf(before);
  return settle({
    ...rest,
    target: before,
    featureGates: Object.fromEntries(gates),
    ...(known ? { enabledAdmissionPlugins: plugins.filter((name) => known.includes(name)) } : {}),
  });
}

/** The default user: the administrator that kubeadm creates. */
const administrator = impersonatedUser("kubernetes-admin", [mastersGroup]);

function settleTarget(target: string, option = "target"): string {
  const minor = minorOf(target);
  const inRange = minor !== undefined && reaches(target, oldestTarget) && reaches(newestTarget, `1.${minor}`);
  if (!inRange)
    throw new OptionError(`${option} must be a release from ${oldestTarget} to ${newestTarget}; got "${target}"`);
  return `1.${minor}`;
}

function assertGates(settings: GateSettings, target: string): void {
  for (const [gate, value] of Object.entries(settings)) {
    const fault = gateFault(gate, value, target);
    if (fault?.problem === "locked") {
      throw new OptionError(`feature gate ${gate} is locked to ${fault.enabled} in ${target}; got ${value}`);
    }
    if (fault) throw new OptionError(unknownGate(gate, target, fault));
  }
}

function unknownGate(gate: string, target: string, { since, until }: { since?: string; until?: string }): string {
  if (until && reaches(target, until)) return `feature gate ${gate} was removed in ${until}; the target is ${target}`;
  if (since) return `feature gate ${gate} exists since ${since}; the target is ${target}`;
  const meant = closest(gate, gateNames(target));
  return `feature gate "${gate}" is not known to ${target}${meant ? `; did you mean ${meant}?` : ""}`;
}

function assertPlugins(names: readonly string[], target: string): void {
  const known = names.length === 0 ? [] : pluginNamesOf(target);
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = closest(name, known);
    const help = meant ? `; did you mean ${meant}?` : "";
    throw new OptionError(`kube-apiserver ${target} has no admission plugin ${JSON.stringify(name)}${help}`);
  }
}

function kindNamed(text: string, catalog: Catalog): Kind {
  const kind = catalog.findByQualifiedName(text);
  if (kind) return kind;
  const [name = ""] = text.split(".");
  const meant = closest(
    name,
    catalog.kinds.map((item) => item.kind),
  );
  const help = meant && meant !== name ? `did you mean ${meant}?` : "`clustervet kinds` lists all kinds";
  throw new OptionError(`unknown kind ${JSON.stringify(text)}; ${help}`);
}
