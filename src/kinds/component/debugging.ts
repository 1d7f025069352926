/**
 * Profiling of a component.
 *
 * @module
 */
import { flag, struct } from "../../schema/fields.ts";

const debuggingFields = {
  enableProfiling: flag({ description: "Serve profiles under /debug/pprof.", "x-pointer": true }),
  enableContentionProfiling: flag({ description: "Profile waits for locks too.", "x-pointer": true }),
};

export const debugging = struct(debuggingFields);
