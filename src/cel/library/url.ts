/**
 * The URL library of Kubernetes: absolute URLs and absolute paths, read as Go's net/url reads them.
 *
 * @module
 */
import { declareFunction, type Library, member, overload } from "../types/declarations.ts";
import { boolType, listType, mapType, opaqueType, stringType } from "../types/types.ts";

const urlType = opaqueType("kubernetes.URL");

export const urlLibrary: Library = {
  name: "kubernetes.urls",
  functions: [
    declareFunction("url", overload("string_to_url", [stringType], urlType)),
    declareFunction("isURL", overload("is_url_string", [stringType], boolType)),
    declareFunction("getScheme", member("url_get_scheme", [urlType], stringType)),
    declareFunction("getHost", member("url_get_host", [urlType], stringType)),
    declareFunction("getHostname", member("url_get_hostname", [urlType], stringType)),
    declareFunction("getPort", member("url_get_port", [urlType], stringType)),
    declareFunction("getEscapedPath", member("url_get_escaped_path", [urlType], stringType)),
    declareFunction("getQuery", member("url_get_query", [urlType], mapType(stringType, listType(stringType)))),
  ],
};
