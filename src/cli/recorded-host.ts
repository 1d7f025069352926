/**
 * A host that records its lookups, so that a later run can check whether they would return the same results.
 *
 * @module
 */
import type { FileState, Host } from "../rule/host.ts";

/** The results of a run's lookups in the node's file system. */
export interface HostRecord {
  readonly states: ReadonlyMap<string, FileState>;
  /** Undefined for a file that could not be read. */
  readonly contents: ReadonlyMap<string, Uint8Array | undefined>;
}

/** Wraps a host. Each lookup adds an entry to the record. */
export function recordHost(host: Host): { readonly host: Host; readonly record: HostRecord } {
  const states = new Map<string, FileState>();
  const contents = new Map<string, Uint8Array | undefined>();
  const { stat, readFile } = host;
  const recorded: Host = {
    ...host,
    ...(stat && {
      stat: (path) => {
        const state = stat(path);
        states.set(path, state);
        return state;
      },
    }),
    ...(readFile && {
      readFile: (path) => {
        const content = readFile(path);
        contents.set(path, content);
        return content;
      },
    }),
  };
  return { host: recorded, record: { states, contents } };
}
