/**
 * The rule that checks whether the files that an AdmissionConfiguration names exist, next to it or on the node.
 *
 * @module
 */
import { resolveNodePath } from "../../rule/host.ts";
import { ruleAcross } from "../../rule/rule.ts";
import { pluginNamed } from "./plugins.ts";

interface HasPlugins {
  readonly plugins?: readonly { readonly name?: string; readonly path?: string; readonly configuration?: unknown }[];
}

/**
 * Reports configuration files of plugins that do not exist. It is a project rule because relative paths are resolved
 * against the file that contains them.
 */
export const pluginFile = ruleAcross(
  {
    id: "admission/plugin-file",
    severity: "error",
    cause: "not-found",
    summary: "the file that configures a plugin exists",
    kinds: ["AdmissionConfiguration"],
  },
  (documents, placeIn, { host, enabledAdmissionPlugins: enabled }) => {
    for (const document of documents) {
      const { plugins = [] } = document.object as HasPlugins;
      for (const [index, { name = "", path: file = "", configuration }] of plugins.entries()) {
        if (file === "" || (configuration !== undefined && configuration !== null)) continue;
        const place = placeIn<HasPlugins>(document).at("plugins", index, "path");
        const path = host && resolveNodePath(host, document.file, file);
        const state = path === undefined ? undefined : host?.stat?.(path);
        const plugin = pluginNamed(name);
        const isRead = enabled === undefined ? plugin !== undefined : plugin?.isOnByDefault || enabled.includes(name);
        if (state === undefined) {
          const help = "pass `--root DIR`, the node's file system, to check it";
          place.say(`clustervet did not check whether ${file} exists`, { severity: "info", help });
        } else if (state !== "file") {
          const severity = isRead ? {} : { severity: "warning" as const };
          place.say(`must name a file that exists; "${path}" does not`, { ...severity, value: file });
        }
      }
    }
  },
);
