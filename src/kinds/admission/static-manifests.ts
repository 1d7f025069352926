/**
 * The directory of static manifests that the configurations of several admission plugins name: policies and webhooks
 * that apply before kube-apiserver can read anything from storage.
 *
 * @module
 */
import { rule } from "../../rule/rule.ts";
import { reportMissingFile } from "../component/node-file.ts";

const gate = "ManifestBasedAdmissionControlConfig";

export const staticManifestsRule = rule<{ readonly staticManifestsDir?: string }>(
  {
    id: "admission/static-manifests-dir",
    severity: "error",
    summary: "`staticManifestsDir` is an absolute path that exists, and its feature gate is on",
  },
  ({ staticManifestsDir: directory = "" }, place, visit) => {
    const at = place.at("staticManifestsDir");
    // Releases before 1.36 do not have the field; another rule reports that.
    if (directory === "" || !visit.reaches("1.36")) return;
    if (!visit.isEnabled(gate)) {
      const message = `may be set only with the feature gate ${gate}, which is off`;
      return at.say(message, { cause: "forbidden" });
    }
    if (!directory.startsWith("/")) {
      return at.say(`must be an absolute path; got "${directory}"`, { value: directory });
    }
    reportMissingFile(directory, at, visit.host);
    const state = visit.host?.stat?.(directory);
    if (state !== "file" && state !== "other") return;
    at.say(`must be a directory; got "${directory}"`, { value: directory });
  },
);
