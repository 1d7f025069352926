/**
 * The format library of Kubernetes: named formats that say what is wrong with a string.
 *
 * @module
 */
import { declareFunction, type Library, member, overload } from "../types/declarations.ts";
import { listType, opaqueType, optionalType, stringType } from "../types/types.ts";

const formatType = opaqueType("kubernetes.NamedFormat");

/** The formats, each a function `format.<name>()`. */
const formatNames = [
  "dns1123Label",
  "dns1123Subdomain",
  "dns1035Label",
  "qualifiedName",
  "dns1123LabelPrefix",
  "dns1123SubdomainPrefix",
  "dns1035LabelPrefix",
  "labelValue",
  "uri",
  "uuid",
  "byte",
  "date",
  "datetime",
] as const;

export const formatLibrary: Library = {
  name: "kubernetes.format",
  functions: [
    declareFunction(
      "validate",
      member("format-validate", [formatType, stringType], optionalType(listType(stringType))),
    ),
    declareFunction("format.named", overload("format-named", [stringType], optionalType(formatType))),
    ...formatNames.map((name) => declareFunction(`format.${name}`, overload(`format.${name}`, [], formatType))),
  ],
  since: "1.31",
};
