/**
 * Parameters of policies: the kind that a policy reads them from, and the objects of that kind that a binding selects.
 *
 * @module
 */
import type { ParamKind, ParamRef } from "../../api/types/admissionregistration-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import { parseApiVersion } from "../../kind/detect.ts";
import type { Finding } from "../../rule/finding.ts";
import { rule } from "../../rule/rule.ts";
import { validateDns1035Label, validateDns1123Subdomain, validatePathSegmentName } from "../../text/names.ts";
import { labelSelectorFindings } from "../meta/label-selector.ts";

export const paramKindRule = rule<ParamKind>(
  { id: "admission/param-kind", severity: "error", summary: "`paramKind` has an `apiVersion` and a `kind`" },
  ({ apiVersion = "", kind = "" }, place) => {
    const help = "for example `apiVersion: v1` and `kind: ConfigMap`";
    if (apiVersion === "") {
      place.at("apiVersion").required(undefined, { help });
    } else {
      for (const message of versionFaults(apiVersion)) {
        const serverText = `${showGoValue(apiVersion)}: unexpected GroupVersion string: ${apiVersion}`;
        place.at("apiVersion").invalid(message, apiVersion, message === unreadable ? { serverText } : {});
      }
    }
    if (kind === "") return place.at("kind").required(undefined, { help });
    for (const fault of validateDns1035Label(kind.toLowerCase())) {
      place.at("kind").invalid(`in lower case, ${fault}`, kind);
    }
  },
);

const unreadable = "must be <group>/<version> or <version>";

function versionFaults(apiVersion: string): readonly string[] {
  const parsed = parseApiVersion(apiVersion);
  if (!parsed) return [unreadable];
  const group = parsed.group === "" ? [] : validateDns1123Subdomain(parsed.group);
  if (parsed.version === "") return [...group, "must have a version"];
  return [...group, ...validateDns1035Label(parsed.version)];
}

export const paramRefRule = rule<ParamRef>(
  {
    id: "admission/param-ref",
    severity: "error",
    summary: "a `paramRef` has either a name or a selector, and a `parameterNotFoundAction`",
  },
  ({ name = "", selector, parameterNotFoundAction }, place) => {
    if (name !== "") {
      for (const fault of validatePathSegmentName(name)) {
        place.at("name").invalid(fault, name);
      }
    }
    if (selector) for (const finding of labelSelectorFindings(selector, ["selector"])) place.pass([finding]);
    if (name !== "" && selector) place.pass([bothForbidden]);
    if (name === "" && !selector) {
      place.required("`name` or `selector` must be set", { help: "`selector: {}` takes every object" });
    }
    if (parameterNotFoundAction === undefined) {
      const help = "write `parameterNotFoundAction: Deny`, or `Allow`";
      const message = "`parameterNotFoundAction` must be set";
      place.at("parameterNotFoundAction").required(message, { help });
    }
  },
);

const bothForbidden: Finding = {
  path: ["selector"],
  also: [{ field: ["name"] }],
  atKey: true,
  cause: "forbidden",
  message: "must be absent with `name`",
  help: "remove one of them",
  see: { path: ["name"], message: "names one object" },
};
