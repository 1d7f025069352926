/**
 * Builds the chain of authorizers of a configuration. The chain can be replaced while the server runs.
 *
 * @module
 */
import type { AbacPolicy } from "../../access/abac.ts";
import type { AuthorizationConfiguration, AuthorizerConfiguration } from "../../api/types/apiserver-v1.ts";
import { abacAuthorizer } from "./abac-authorizer.ts";
import { alwaysAllow, alwaysDeny } from "./always.ts";
import { type AuthorizationMetrics, withDecisionMetrics } from "./authorization-metrics.ts";
import type { Authorizer } from "./authorizer.ts";
import { bootstrapPolicy } from "./bootstrap-policy.ts";
import { masters } from "./masters.ts";
import { nodeAuthorizer } from "./node-authorizer.ts";
import { NodeGraph, type SourceOf } from "./node-graph.ts";
import { rbacAuthorizer } from "./rbac-authorizer.ts";
import type { RbacSource } from "./rbac-source.ts";
import { union } from "./union.ts";

/** The parts of the server that authorizers use. */
export interface AuthorizationParts {
  readonly rbac: RbacSource;
  readonly sourceOf: SourceOf;
  readonly metrics: AuthorizationMetrics;
  isEnabled(gate: string): boolean;
  readonly groupDomain: string;
}

/** The authorizers that do not depend on the state of the server. */
export interface ChainOptions {
  /** Policies of the mode ABAC. */
  readonly policies: readonly AbacPolicy[];
  /**
   * Creates a webhook authorizer.
   *
   * @throws {Error} if its client cannot be created
   */
  webhook(entry: AuthorizerConfiguration, parts: AuthorizationParts): Authorizer;
}

export class AuthorizerChain implements Authorizer {
  private readonly options: ChainOptions;
  private readonly parts: AuthorizationParts;
  /** Authorizers that are kept when the configuration changes, by type. */
  private readonly authorizerByType: ReadonlyMap<string, Authorizer>;
  private current: Authorizer;

  /** @throws {Error} if the client of a webhook cannot be created */
  constructor(configuration: AuthorizationConfiguration, options: ChainOptions, parts: AuthorizationParts) {
    this.options = options;
    this.parts = parts;
    const types = new Set((configuration.authorizers ?? []).map(({ type = "" }) => type));
    const makers: Readonly<Record<string, () => Authorizer>> = {
      AlwaysAllow: () => alwaysAllow,
      AlwaysDeny: () => alwaysDeny,
      ABAC: () => abacAuthorizer(options.policies),
      RBAC: () => rbacAuthorizer(parts.rbac),
      Node: () => makeNodeAuthorizer(parts),
    };
    const made = Object.entries(makers).filter(([type]) => types.has(type));
    this.authorizerByType = new Map(made.map(([type, make]) => [type, make()]));
    this.current = this.chainOf(configuration);
  }

  authorize: Authorizer["authorize"] = (request, caller) => this.current.authorize(request, caller);

  rulesFor: Authorizer["rulesFor"] = (user, namespace) => this.current.rulesFor(user, namespace);

  /**
   * Replaces the chain.
   *
   * @throws {Error} if the configuration cannot be used; the current chain then stays in use
   */
  replace(configuration: AuthorizationConfiguration): void {
    this.current = this.chainOf(configuration);
  }

  private chainOf({ authorizers = [] }: AuthorizationConfiguration): Authorizer {
    return union([masters, ...authorizers.map((entry) => this.authorizerOf(entry))]);
  }

  private authorizerOf(entry: AuthorizerConfiguration): Authorizer {
    const { type = "", name = "" } = entry;
    const { metrics } = this.parts;
    const authorizer = type === "Webhook" ? this.options.webhook(entry, this.parts) : this.authorizerByType.get(type);
    if (!authorizer)
      throw new Error(`authorizer type ${type} is not allowed if it was not enabled when the server started`);
    return withDecisionMetrics({ type, name }, authorizer, metrics);
  }
}

function makeNodeAuthorizer({ sourceOf, isEnabled, groupDomain }: AuthorizationParts): Authorizer {
  const role = bootstrapPolicy(groupDomain).find(({ object }) => object.metadata.name === "system:node");
  const rules = role && "rules" in role.object ? (role.object.rules ?? []) : [];
  return nodeAuthorizer({ graph: new NodeGraph(sourceOf), rules, isEnabled, groupDomain });
}

/** Returns the types of the first configuration that are missing in the changed one. Only webhooks may be removed. */
export function missingTypes(
  first: AuthorizationConfiguration,
  changed: AuthorizationConfiguration,
): readonly string[] {
  const typesOf = ({ authorizers = [] }: AuthorizationConfiguration) =>
    new Set(authorizers.map(({ type = "" }) => type));
  const kept = typesOf(changed);
  return [...typesOf(first)].filter((type) => type !== "Webhook" && !kept.has(type)).sort();
}
