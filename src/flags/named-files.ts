/**
 * Checks the files that flags name in the file system of the node.
 *
 * @module
 */
import type { Host } from "../rule/host.ts";
import { readSource } from "../source/read-source.ts";
import type { FlagFinding, GivenFlag } from "./command-line.ts";
import type { Component } from "./component.ts";
import { directoryFlags, kindOfFile } from "./files.ts";

/** A file that an argument names, and the kind as which clustervet must vet it. */
export interface NamedFile {
  readonly argument: number;
  readonly file: string;
  readonly kind: string;
}

export interface VettedFiles {
  readonly findings: readonly FlagFinding[];
  readonly references: readonly NamedFile[];
}

/**
 * Checks that the files exist. Checks nothing without a host that has the files of the node.
 *
 * @param nodePathOf - returns the path on the node for a file of the component; undefined if the file is not on the
 *   node
 */
export function vetFiles(
  component: Component,
  given: readonly GivenFlag[],
  host: Host | undefined,
  nodePathOf: (path: string) => string | undefined,
): VettedFiles {
  const findings: FlagFinding[] = [];
  const references: NamedFile[] = [];
  for (const { name, text, place } of given) {
    const kind = kindOfFile(component, name);
    const file = kind === undefined || !text?.startsWith("/") ? undefined : nodePathOf(text);
    if (kind === undefined || file === undefined || !host?.stat) continue;
    const state = host.stat(file);
    const isFound = state === "file" || (state === "directory" && directoryFlags.has(name));
    if (!isFound) {
      const message = `--${name} must name a file that exists; ${file} ${state === "missing" ? "does not" : `is a ${state}`}`;
      findings.push({ rule: "flags/file", message, argument: place.valueArgument, start: place.valueStart });
    } else if (kind !== "" && state === "file") references.push({ argument: place.valueArgument, file, kind });
    if (name === "authentication-config") findings.push(...checkAnonymousAuth(file, given, host));
  }
  return { findings, references };
}

/**
 * Reports `--anonymous-auth` if the file configures anonymous requests as well. Parses the file separately, since the
 * run parses it only later, when it follows the reference.
 */
function checkAnonymousAuth(file: string, given: readonly GivenFlag[], host: Host): FlagFinding[] {
  const flag = given.findLast(({ name }) => name === "anonymous-auth");
  const content = flag && host.readFile?.(file);
  const root = content && readSource(file, content).documents[0]?.root;
  const anonymous = root?.kind === "map" ? root.items.get("anonymous")?.value.value : undefined;
  if (!flag || anonymous === undefined || anonymous === null) return [];
  const message = `--anonymous-auth can't be used together with the field \`anonymous\` of ${file}`;
  return [{ rule: "flags/exclusive", message, help: "remove one of them", argument: flag.place.argument }];
}
