/**
 * networking.k8s.io/v1 IngressClass: a controller that ingresses can select.
 *
 * @module
 */
import type { IngressClass } from "../../api/types/networking-v1.ts";
import { atMostBytes, domainPrefixedPath, required } from "../../rule/demand.ts";
import { rule } from "../../rule/rule.ts";
import { validateDns1123Label } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { ingressClassColumns } from "./columns.ts";
import { checkObjectReference } from "./object-reference.ts";

const maxControllerBytes = 250;

const controller = rule<IngressClass>(
  {
    id: "ingress-class/controller",
    severity: "error",
    summary: "`controller` is a domain-prefixed path and immutable",
  },
  ({ spec }, place, { oldObject }) => {
    const at = place.at("spec", "controller");
    const { controller: name = "" } = spec ?? {};
    const stored = oldObject?.spec?.controller;
    if (stored !== undefined && stored !== name)
      at.invalid(`field is immutable: must stay ${JSON.stringify(stored)}`, name);
    atMostBytes(maxControllerBytes)(name, at);
    required(name, at, domainPrefixedPath);
  },
);

const scopes = ["Cluster", "Namespace"];

const parameters = rule<IngressClass>(
  {
    id: "ingress-class/parameters",
    severity: "error",
    summary: "`parameters` reference one object, either cluster-scoped or in a namespace",
  },
  ({ spec }, place) => {
    const reference = spec?.parameters;
    if (!reference) return;
    const at = place.at("spec", "parameters");
    checkObjectReference(reference, at);
    const { namespace } = reference;
    const scope = reference.scope ?? "";
    if (!scopes.includes(scope)) at.at("scope").unsupported(scopes, scope);
    if (scope === "Cluster" && namespace !== undefined)
      at.at("namespace").forbidden('`namespace` must be absent while `scope` is "Cluster"', {
        serverText: "`parameters.scope` is set to 'Cluster'",
      });
    if (scope !== "Namespace") return;
    if (namespace === undefined) {
      at.at("namespace").required(undefined, { serverText: "`parameters.scope` is set to 'Namespace'" });
    } else for (const fault of validateDns1123Label(namespace)) at.at("namespace").invalid(fault, namespace);
  },
);

export const ingressClass = kind("networking/v1.IngressClass", {
  resource: { columns: ingressClassColumns },
  rules: [controller, parameters],
  applyDefaults({ spec }) {
    if (spec?.parameters) spec.parameters.scope ??= "Cluster";
  },
});
