/**
 * `/version`: the release whose API is served, and the program that serves it.
 *
 * @module
 */

import type { FieldSchema } from "../../schema/decode-schema.ts";

/** @param target - `1.37` */
export function serverVersion(target: string): object {
  const [major = "", minor = ""] = target.split(".");
  return {
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(Number(minor) - 1),
    gitVersion: `v${target}.0+clustervet`,
    gitCommit: "",
    gitTreeState: "",
    buildDate: "",
    goVersion: "",
    compiler: `node ${process.version}`,
    platform: `${process.platform}/${process.arch}`,
  };
}

const text: FieldSchema = { type: "string" };
const always: FieldSchema = { ...text, "x-required": true, "x-always": true };

/** The schema of the document, for OpenAPI. */
export const versionSchema: FieldSchema = {
  type: "object",
  properties: {
    major: { ...always, description: "Major number of the release." },
    minor: { ...always, description: "Minor number of the release." },
    emulationMajor: { ...text, description: "Major number of the release as which the server behaves." },
    emulationMinor: { ...text, description: "Minor number of the release as which the server behaves." },
    minCompatibilityMajor: {
      ...text,
      description: "Major number of the oldest release that the server works together with.",
    },
    minCompatibilityMinor: {
      ...text,
      description: "Minor number of the oldest release that the server works together with.",
    },
    gitVersion: { ...always, description: "The release, with what was built of it." },
    gitCommit: { ...always, description: "Commit of the sources." },
    gitTreeState: { ...always, description: "Whether the sources were changed after the commit." },
    buildDate: { ...always, description: "Time of the build." },
    goVersion: { ...always, description: "The language of the server, and its version." },
    compiler: { ...always, description: "Who compiled or runs the server." },
    platform: { ...always, description: "Operating system and processor." },
  },
};
