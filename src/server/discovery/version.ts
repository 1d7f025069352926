/**
 * `/version`: the release whose API is served, and what serves it.
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

/** The schema of the document. */
export const versionSchema: FieldSchema = {
  type: "object",
  properties: {
    major: always,
    minor: always,
    emulationMajor: text,
    emulationMinor: text,
    minCompatibilityMajor: text,
    minCompatibilityMinor: text,
    gitVersion: always,
    gitCommit: always,
    gitTreeState: always,
    buildDate: always,
    goVersion: always,
    compiler: always,
    platform: always,
  },
};
