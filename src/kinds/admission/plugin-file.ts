/**
 * The rule that looks for the files that an AdmissionConfiguration names, next to it or on the node.
 *
 * @module
 */
import { nodePathBeside } from "../../rule/host.ts";
import { ruleAcross } from "../../rule/rule.ts";
import { pluginNamed } from "./plugins.ts";

interface HasPlugins {
  readonly plugins?: readonly { readonly name?: string; readonly path?: string; readonly configuration?: unknown }[];
}

/** A project rule, because a relative path starts at the file that names it. */
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
        const path = host && nodePathBeside(host, document.file, file);
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
