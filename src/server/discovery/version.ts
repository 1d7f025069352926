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

const stringSchema: FieldSchema = { type: "string" };
const requiredString: FieldSchema = { ...stringSchema, "x-required": true, "x-always": true };

/** The schema of the document, for OpenAPI. */
export const versionSchema: FieldSchema = {
  type: "object",
  properties: {
    major: { ...requiredString, description: "Major number of the release." },
    minor: { ...requiredString, description: "Minor number of the release." },
    emulationMajor: { ...stringSchema, description: "Major number of the release as which the server behaves." },
    emulationMinor: { ...stringSchema, description: "Minor number of the release as which the server behaves." },
    minCompatibilityMajor: {
      ...stringSchema,
      description: "Major number of the oldest release that the server works together with.",
    },
    minCompatibilityMinor: {
      ...stringSchema,
      description: "Minor number of the oldest release that the server works together with.",
    },
    gitVersion: { ...requiredString, description: "The release, with what was built of it." },
    gitCommit: { ...requiredString, description: "Commit of the sources." },
    gitTreeState: { ...requiredString, description: "Whether the sources were changed after the commit." },
    buildDate: { ...requiredString, description: "Time of the build." },
    goVersion: { ...requiredString, description: "The language of the server, and its version." },
    compiler: { ...requiredString, description: "Who compiled or runs the server." },
    platform: { ...requiredString, description: "Operating system and processor." },
  },
};
