/**
 * The connection of a component to the API server.
 *
 * @module
 */
import type { ClientConnectionConfiguration } from "../../api/types/component-v1alpha1.ts";
import type { FileReference } from "../../kind/kind.ts";
import { type Rule, rule } from "../../rule/rule.ts";

const burst = rule<ClientConnectionConfiguration>(
  { id: "component/client-burst", severity: "error", summary: "`burst` of a client connection is not negative" },
  ({ burst = 0 }, place) => {
    if (burst < 0) place.at("burst").say(`must not be negative; got ${burst}`, { value: burst });
  },
);

/** Paths are relative to the connection. */
export const clientConnectionRules: readonly Rule<ClientConnectionConfiguration>[] = [burst];

/** Returns the reference to the kubeconfig of a component's connection. */
export const kubeconfigOfConnection = ({ clientConnection }: HasConnection): readonly FileReference[] =>
  clientConnection?.kubeconfig
    ? [{ path: ["clientConnection", "kubeconfig"], file: clientConnection.kubeconfig, kind: "Config" }]
    : [];

interface HasConnection {
  readonly clientConnection?: ClientConnectionConfiguration;
}
