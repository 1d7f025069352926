/**
 * Parameters of policies: the kind that a policy takes them from, and which objects of it a binding hands over.
 *
 * @module
 */
import { parseApiVersion } from "../../kind/detect.ts";
import { validateDns1035Label, validateDns1123Subdomain, validatePathSegmentName } from "../../lexical/names.ts";
import type { Finding } from "../../rule/finding.ts";
import { rule } from "../../rule/rule.ts";
import { apiType, type Static, struct, text } from "../../schema/fields.ts";
import { labelSelectorFindings } from "../meta/label-selector.ts";

export const paramKind = struct(
  {
    apiVersion: text({
      "x-proto": 1,
      "x-required": true,
      "x-always": false,
      description: "Group and version, `rules.example.com/v1`.",
    }),
    kind: text({
      "x-proto": 2,
      "x-required": true,
      "x-always": false,
      description: "Kind of the parameters, `ReplicaLimit`.",
    }),
  },
  {
    "x-proto": 1,
    "x-pointer": true,
    "x-map-type": "atomic",
    description: "The kind of objects that parametrize the policy; none when absent.",
  },
);
export type ParamKind = Static<typeof paramKind>;

export const paramRef = struct(
  {
    name: text({ "x-proto": 1, description: "Name of the one object; not together with `selector`." }),
    namespace: text({
      "x-proto": 2,
      description: "Namespace of the object; when absent, that of the request's object.",
    }),
    selector: apiType("meta/v1.LabelSelector", {
      "x-proto": 3,
      "x-pointer": true,
      description: "Labels of the objects, each of which is handed over; not together with `name`.",
    }),
    parameterNotFoundAction: text({
      "x-proto": 4,
      "x-required": true,
      "x-always": false,
      "x-pointer": true,
      enum: ["Allow", "Deny"],
      description:
        "What happens when there is no such object: `Allow` lets the request pass, `Deny` goes by failurePolicy.",
    }),
  },
  {
    "x-proto": 2,
    "x-pointer": true,
    "x-map-type": "atomic",
    description: "The parameters that the policy is evaluated with.",
  },
);
export type ParamRef = Static<typeof paramRef>;

export const paramKindRule = rule<ParamKind>(
  { id: "admission/param-kind", severity: "error", summary: "`paramKind` has an `apiVersion` and a `kind`" },
  ({ apiVersion = "", kind = "" }, place) => {
    const help = "for example `apiVersion: v1` and `kind: ConfigMap`";
    if (apiVersion === "") {
      place.at("apiVersion").required(undefined, { help });
    } else {
      for (const message of versionFaults(apiVersion)) {
        place.at("apiVersion").invalid(message, apiVersion);
      }
    }
    if (kind === "") return place.at("kind").required(undefined, { help });
    for (const fault of validateDns1035Label(kind.toLowerCase())) {
      place.at("kind").invalid(`in lower case, ${fault}`, kind);
    }
  },
);

function versionFaults(apiVersion: string): readonly string[] {
  const parsed = parseApiVersion(apiVersion);
  if (!parsed) return ["must be <group>/<version> or <version>"];
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
  atKey: true,
  cause: "forbidden",
  message: "must be absent with `name`",
  help: "remove one of them",
  see: { path: ["name"], message: "names one object" },
};
