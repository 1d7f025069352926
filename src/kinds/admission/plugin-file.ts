/**
 * The rule that looks for the files that an AdmissionConfiguration names, beside it or on the node.
 *
 * @module
 */
import { nodePathBeside } from "../../rule/host.ts";
import type { ProjectRule } from "../../rule/rule.ts";
import { pluginNamed } from "./plugins.ts";

interface HasPlugins {
  readonly plugins?: readonly { readonly name?: string; readonly path?: string; readonly configuration?: unknown }[];
}

/** A project rule, because a relative path starts at the file that names it. */
export const pluginFile: ProjectRule = {
  id: "admission/plugin-file",
  severity: "error",
  cause: "not-found",
  summary: "the file that configures a plugin exists",
  kinds: ["AdmissionConfiguration"],
  check(documents, { host, enabledAdmissionPlugins: enabled }, report) {
    for (const document of documents) {
      const { plugins = [] } = document.object as HasPlugins;
      for (const [index, { name = "", path: file = "", configuration }] of plugins.entries()) {
        if (file === "" || (configuration !== undefined && configuration !== null)) continue;
        const path = ["plugins", index, "path"];
        const place = host && nodePathBeside(host, document.file, file);
        const state = place === undefined ? undefined : host?.stat?.(place);
        const plugin = pluginNamed(name);
        const isRead = enabled === undefined ? plugin !== undefined : plugin?.isOnByDefault || enabled.includes(name);
        if (state === undefined) {
          const help = "pass `--root DIR`, the node's file system, to check it";
          report(document, { path, severity: "info", message: `not checked: whether ${file} exists`, help });
        } else if (state !== "file") {
          report(document, {
            path,
            ...(isRead ? {} : { severity: "warning" as const }),
            message: `must name a file that exists; "${place}" does not`,
            value: file,
          });
        }
      }
    }
  },
};
