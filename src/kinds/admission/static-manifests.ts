/**
 * The directory of static manifests that configurations of several admission plugins name: policies and webhooks that
 * are in force before anything can be read from the store.
 *
 * @module
 */
import type { Rule } from "../../rule/rule.ts";
import { text } from "../../schema/fields.ts";
import { reportMissingFile } from "../component/node-file.ts";

const gate = "ManifestBasedAdmissionControlConfig";

export const staticManifestsDir = text({
  description: "Absolute path of a directory with policies or webhooks that are in force from the start.",
  "x-since": "1.36",
  "x-gate": gate,
});

export const staticManifestsRule: Rule<{ readonly staticManifestsDir?: string }> = {
  id: "admission/static-manifests-dir",
  severity: "error",
  summary: "the directory of static manifests is named by its absolute path, exists, and needs its feature gate",
  check({ staticManifestsDir: directory = "" }, context, report) {
    const path = ["staticManifestsDir"];
    // Before 1.36 there is no such field, which is another fault.
    if (directory === "" || !context.reaches("1.36")) return;
    if (!context.isEnabled(gate)) {
      const message = `may be set only with the feature gate ${gate}, which is off`;
      return report({ path, cause: "forbidden", message });
    }
    if (!directory.startsWith("/")) {
      return report({ path, message: `must be an absolute path; got "${directory}"`, value: directory });
    }
    reportMissingFile({ path, file: directory }, context.host, report);
    const state = context.host?.stat?.(directory);
    if (state !== "file" && state !== "other") return;
    report({ path, message: `must name a directory; "${directory}" is none`, value: directory });
  },
};
