/**
 * apiregistration.k8s.io/v1 APIService: a version of an API group, and the server that serves it.
 *
 * @module
 */
import type { APIService } from "../../api/types/apiregistration-v1.ts";
import { inRange, required, text, unlessEmpty } from "../../rule/demand.ts";
import { rule } from "../../rule/rule.ts";
import { decodeBase64 } from "../../text/base64.ts";
import { validateDns1035Label, validateDns1123Subdomain, validatePathSegmentName } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { statusConditions } from "../meta/status-rules.ts";
import { statusOnlyStrategy } from "../meta/stored-part.ts";
import { apiServiceColumns } from "./columns.ts";

const named = rule<APIService>(
  { id: "api-service/name", severity: "error", summary: "an APIService is named `<version>.<group>`" },
  ({ metadata, spec: { group = "", version = "" } = {} }, place) => {
    const wanted = `${version}.${group}`;
    for (const field of ["name", "generateName"] as const) {
      const name = metadata?.[field];
      if (!name || name === wanted || validatePathSegmentName(name).length > 0) continue;
      const shown = JSON.stringify(wanted);
      const serverText = `${JSON.stringify(name)}: must be \`spec.version+"."+spec.group\`: ${shown}`;
      place.at("metadata", field).invalid(`must be \`<version>.<group>\`, ${shown}`, name, { serverText });
    }
  },
);

const identity = rule<APIService>(
  {
    id: "api-service/version",
    severity: "error",
    summary: "`group` is a domain name and `version` a DNS label such as v1",
  },
  ({ spec: { group = "", version = "" } = {} }, place) => {
    const at = place.at("spec");
    if (group === "" && version !== "v1") {
      at.at("group").required("`group` must be set, except for v1 of the core group", {
        serverText: "only v1 may have an empty group and it better be legacy kube",
      });
    }
    unlessEmpty(group, at.at("group"), text(validateDns1123Subdomain));
    text(validateDns1035Label)(version, at.at("version"));
  },
);

const maxGroupPriority = 20_000;
const maxVersionPriority = 1000;

const priorities = rule<APIService>(
  {
    id: "api-service/priorities",
    severity: "error",
    summary: "`groupPriorityMinimum` and `versionPriority` are within their bounds",
  },
  ({ spec: { groupPriorityMinimum = 0, versionPriority = 0 } = {} }, place) => {
    const at = place.at("spec");
    inRange(1, maxGroupPriority)(groupPriorityMinimum, at.at("groupPriorityMinimum"));
    inRange(1, maxVersionPriority)(versionPriority, at.at("versionPriority"));
  },
);

const server = rule<APIService>(
  {
    id: "api-service/service",
    severity: "error",
    summary: "`caBundle` and `insecureSkipTLSVerify` of an APIService need a `service`, and are not both set",
  },
  ({ spec: { service, insecureSkipTLSVerify, caBundle = "" } = {} }, place) => {
    const at = place.at("spec");
    const insecure = at.at("insecureSkipTLSVerify");
    if (!service) {
      const [must, words] = ["must be absent without `service`", "local APIServices may not have"] as const;
      if (caBundle !== "") {
        const bytes = decodeBase64(caBundle)?.length ?? 0;
        at.at("caBundle").say(must, { atKey: true, serverText: `"${bytes} bytes": ${words} a caBundle` });
      }
      if (insecureSkipTLSVerify) {
        insecure.invalid(must, true, { serverText: `true: ${words} insecureSkipTLSVerify` });
      }
      return;
    }
    required(service.namespace, at.at("service", "namespace"));
    required(service.name, at.at("service", "name"));
    inRange(1, 65535)(service.port ?? 0, at.at("service", "port"));
    if (insecureSkipTLSVerify && caBundle !== "") insecure.invalid("must not be true with `caBundle`", true);
  },
);

/** The condition of an APIService without a service. */
export const localCondition = {
  status: "True",
  reason: "Local",
  message: "Local APIServices are always available",
} as const;

export const apiService = kind("apiregistration/v1.APIService", {
  resource: {
    columns: apiServiceColumns,
    ...statusOnlyStrategy,
    prepareForCreate(object) {
      const lastTransitionTime = object.metadata?.creationTimestamp ?? "";
      object.status = object.spec?.service
        ? {}
        : { conditions: [{ type: "Available", ...localCondition, lastTransitionTime }] };
    },
  },
  rules: [named, identity, priorities, server, statusConditions("known-status")],
  applyDefaults({ spec }) {
    if (spec?.service) spec.service.port ??= 443;
  },
});
