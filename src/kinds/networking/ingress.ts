/**
 * networking.k8s.io/v1 Ingress: routes requests from outside the cluster to services, by host and path.
 *
 * @module
 */
import type { HTTPIngressPath, Ingress, IngressBackend } from "../../api/types/networking-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import { each, inRange } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { legacyIpFaults } from "../../text/legacy-ip.ts";
import {
  validateDns1035Label,
  validateDns1123Label,
  validateDns1123Subdomain,
  validatePortName,
  validateWildcardSubdomain,
} from "../../text/names.ts";
import { ingressAddresses } from "../core/load-balancer-status.ts";
import { kind } from "../kind.ts";
import { ingressColumns } from "./columns.ts";
import { checkObjectReference } from "./object-reference.ts";

const portNumber = inRange(1, 65535);

function backend(value: IngressBackend | undefined, place: Place<IngressBackend>, context: RuleContext): void {
  const { service, resource } = value ?? {};
  if (service && resource) {
    const serverText = '"": cannot set both resource and service backends';
    place.say("must have either `service` or `resource`; got both", { serverText });
  } else if (resource) {
    checkObjectReference(resource, place.at("resource"));
  } else if (service) {
    checkService(service, place.at("service"), context);
  } else {
    place.say("must have `service` or `resource`", { serverText: '"": resource or service backend is required' });
  }
}

function checkService(
  { name = "", port = {} }: NonNullable<IngressBackend["service"]>,
  at: Place<IngressBackend["service"]>,
  context: RuleContext,
): void {
  // Older releases require names that begin with a letter.
  const faultsOf = context.isEnabled("RelaxedServiceNameValidation") ? validateDns1123Label : validateDns1035Label;
  if (name === "") at.at("name").required();
  else for (const fault of faultsOf(name)) at.at("name").invalid(fault, name);
  const { name: portName = "", number = 0 } = port;
  const field = at.path.slice(0, -1);
  if (portName !== "" && number !== 0) {
    const serverText = '"": cannot set both port name & port number';
    at.at("port").say("must have either `name` or `number`; got both", { field, serverText });
  } else if (portName !== "")
    for (const fault of validatePortName(portName)) at.at("port", "name").invalid(fault, portName);
  else if (number !== 0) portNumber(number, at.at("port", "number"));
  else {
    const serverText = "port name or number is required";
    at.at("port").required("`name` or `number` of the port must be set", { field, serverText });
  }
}

const backends = rule<Ingress>(
  {
    id: "ingress/backends",
    severity: "error",
    summary: "a backend is either a service with a port or a resource",
  },
  ({ spec = {} }, place, visit) => {
    const at = place.at("spec");
    const { rules = [], defaultBackend } = spec;
    if (rules.length === 0 && !defaultBackend) {
      const serverText = `${showGoValue(spec.rules)}: either \`defaultBackend\` or \`rules\` must be specified`;
      at.say("must have `rules` or `defaultBackend`", { serverText });
    }
    if (defaultBackend) backend(defaultBackend, at.at("defaultBackend"), visit);
    rules.forEach(({ http }, index) => {
      http?.paths?.forEach((path, number) => {
        const own = at.at("rules", index, "http", "paths").at(number, "backend");
        if (path.pathType) backend(path.backend, own, visit);
      });
    });
  },
);

const confusingPathParts = ["//", "/./", "/../", "%2f", "%2F"];
const confusingPathEnds = ["/..", "/."];

function path({ path: text = "", pathType }: HTTPIngressPath, place: Place<HTTPIngressPath>): void {
  if (!pathType) {
    place.at("pathType").required("`pathType` must be set", {
      help: "write `Prefix`, `Exact` or `ImplementationSpecific`",
      serverText: "pathType must be specified",
    });
    return;
  }
  const at = place.at("path");
  const isLiteral = pathType === "Exact" || pathType === "Prefix";
  if (!isLiteral && pathType !== "ImplementationSpecific") return;
  if (!text.startsWith("/") && (isLiteral || text !== "")) {
    const serverText = `${showGoValue(text)}: must be an absolute path`;
    at.invalid("must begin with a slash", text, { serverText });
  }
  if (!isLiteral) return;
  for (const part of confusingPathParts.filter((each) => text.includes(each)))
    at.invalid(`must not contain ${JSON.stringify(part)}`, text);
  for (const end of confusingPathEnds.filter((each) => text.endsWith(each)))
    at.invalid(`must not end with ${JSON.stringify(end)}`, text);
}

const paths = rule<Ingress>(
  {
    id: "ingress/paths",
    severity: "error",
    summary: "a path has a `pathType` and is an absolute path without `//` or `..`",
  },
  ({ spec }, place) => {
    spec?.rules?.forEach(({ http }, index) => {
      if (!http) return;
      const at = place.at("spec", "rules", index, "http").at("paths");
      if (!http.paths?.length) at.required("must have at least one path");
      each(http.paths, at, path);
    });
  },
);

function checkHost(host: string, place: Place<string>): void {
  const rule = host.includes("*") ? validateWildcardSubdomain : validateDns1123Subdomain;
  for (const fault of rule(host)) place.invalid(fault, host);
}

const hosts = rule<Ingress>(
  {
    id: "ingress/hosts",
    severity: "error",
    summary: "a host is a DNS name; a wildcard is its whole first label",
  },
  ({ spec = {} }, place) => {
    spec.rules?.forEach(({ host = "" }, index) => {
      const at = place.at("spec", "rules", index, "host");
      if (host === "") return;
      // Also matches addresses with leading zeros.
      if (legacyIpFaults(host, false).length === 0) {
        const serverText = `${showGoValue(host)}: must be a DNS name, not an IP address`;
        at.invalid("must be a DNS name, not an address", host, { serverText });
      }
      checkHost(host, at);
    });
    spec.tls?.forEach(({ hosts: names = [], secretName = "" }, index) => {
      const at = place.at("spec", "tls", index);
      names.forEach((host, number) => {
        checkHost(host, at.at("hosts", number));
      });
      for (const fault of secretName === "" ? [] : validateDns1123Subdomain(secretName))
        at.at("secretName").invalid(fault, secretName);
    });
  },
);

const classAnnotation = "kubernetes.io/ingress.class";

const oldClass = rule<Ingress>(
  {
    id: "ingress/old-class",
    severity: "warning",
    summary: "an Ingress has its class in `ingressClassName`, not in the deprecated annotation",
  },
  ({ metadata, spec }, place, { isUpdate }) => {
    if (isUpdate || spec?.ingressClassName !== undefined) return;
    if (metadata?.annotations?.[classAnnotation] === undefined) return;
    place.at("metadata", "annotations", classAnnotation).say("the annotation is deprecated", {
      help: "write the class in `spec.ingressClassName`",
      serverWarning: `annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`,
      atKey: true,
    });
  },
);

const className = rule<Ingress>(
  {
    id: "ingress/class",
    severity: "error",
    summary: "an Ingress has its class either in `ingressClassName` or in the annotation",
  },
  ({ metadata, spec }, place, { oldObject }) => {
    const name = spec?.ingressClassName;
    if (name === undefined) return;
    for (const fault of validateDns1123Subdomain(name)) place.at("spec", "ingressClassName").invalid(fault, name);
    const annotated = metadata?.annotations?.[classAnnotation];
    if (oldObject === undefined && annotated !== undefined && annotated !== name) {
      place
        .at("metadata", "annotations", classAnnotation)
        .invalid(`must be ${JSON.stringify(name)}, as in \`ingressClassName\``, annotated, {
          help: "omit the annotation, which is deprecated",
          field: [`annotations.${classAnnotation}`],
          after: [],
          serverText: `${quoteGo(annotated)}: must match \`ingressClassName\` when both are specified`,
        });
    }
  },
);

const status = rule<Ingress>(
  { id: "ingress/status", severity: "error", summary: "addresses of the load balancer of an Ingress are well-formed" },
  ({ status: found }, place, visit) => {
    if (visit.subresource !== "status") return;
    ingressAddresses(found?.loadBalancer?.ingress ?? [], place.at("status", "loadBalancer", "ingress"), visit);
  },
);

export const ingress = kind("networking/v1.Ingress", {
  resource: { columns: ingressColumns },
  rules: [backends, paths, hosts, className, oldClass, status],
});
