/**
 * Builds kustomizations with kustomize or kubectl. It fetches no remote bases and runs no plugins.
 *
 * @module
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, relative, resolve } from "node:path";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { readSource } from "../source/read-source.ts";
import { UsageError } from "./exit.ts";
import { isFileName, type Kustomizations, listOf, partFields, partsOf, patchesOf } from "./kustomization.ts";
import type { NotRendered, Rendered } from "./rendered.ts";
import { programOnPath, runProgram } from "./run-program.ts";

/** @throws {UsageError} if neither program is on the PATH */
export function buildKustomizations(kustomizations: Kustomizations): readonly (Rendered | NotRendered)[] {
  const build = builder();
  return topmost(kustomizations).map((folder) => {
    const file = kustomizations.get(folder)?.file ?? folder;
    const remote = remotePart(folder, kustomizations);
    if (remote !== undefined) return { file, reason: `it needs ${remote}`, isFailure: false };
    return build(folder, file, kustomizations);
  });
}

/**
 * Returns the folders of kustomizations that are not part of another one. Components are left out, since they can't be
 * built alone.
 */
function topmost(kustomizations: Kustomizations): readonly string[] {
  const used = new Set([...kustomizations].flatMap(([folder]) => partsOf(folder, kustomizations)));
  return [...kustomizations]
    .filter(([folder, { fields }]) => !used.has(folder) && fields["kind"] !== "Component")
    .map(([folder]) => folder);
}

/**
 * Describes a remote part or a Helm chart of a kustomization or of its parts; undefined if there are only local files.
 */
function remotePart(top: string, kustomizations: Kustomizations): string | undefined {
  const seen = new Set<string>();
  const find = (folder: string): string | undefined => {
    const { fields } = kustomizations.get(folder) ?? {};
    if (!fields || seen.has(folder)) return undefined;
    seen.add(folder);
    if (chartFields.some((field) => memberOf(fields, field) !== undefined))
      return "Helm charts, which kustomize fetches";
    const listed = [...partFields, "crds", "configurations"].flatMap((field) => listOf(memberOf(fields, field)));
    const openApi = memberOf(fields, "openapi");
    const schema = isPlainObject(openApi) ? memberOf(openApi, "path") : undefined;
    const remote = [...[...listed, schema].filter(isFileName), ...patchesOf(fields)].find((path) =>
      remotePattern.test(path),
    );
    if (remote !== undefined) return `the remote ${remote}`;
    return partsOf(folder, kustomizations)
      .map(find)
      .find((found) => found !== undefined);
  };
  return find(top);
}

const chartFields = ["helmCharts", "helmChartInflationGenerator"];

/** URLs, and short forms of repositories, which kustomize clones. */
const remotePattern =
  /^(?:[a-z][a-z0-9+.-]*:|git@|(?:www\.)?(?:github|gitlab|bitbucket)\.(?:com|org)[/:])|[?&](?:ref|version)=|\.git(?:\/\/|$)/i;

/** Returns a function that builds the kustomization of a folder. @throws {UsageError} */
function builder() {
  const kustomize = programOnPath("kustomize");
  const program = kustomize ?? programOnPath("kubectl");
  if (program === undefined) throw new UsageError("--render kustomize needs kustomize or kubectl on the PATH");
  const words = [kustomize === undefined ? "kustomize" : "build"];
  return (folder: string, file: string, kustomizations: Kustomizations): Rendered | NotRendered => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), "clustervet-kustomize-")));
    try {
      // A temporary kustomization around the real one requests annotations with the origin of each object, which the
      // real one need not request.
      const above = { resources: [relative(home, realpathSync(folder))], buildMetadata: ["originAnnotations"] };
      writeFileSync(join(home, "kustomization.yaml"), JSON.stringify(above));
      const built = runProgram(program, [...words, home], home);
      if (!built.ok) return { file, reason: innermost(built.error), isFailure: true };
      return readBuilt(built.value, { file, home, patches: patchesBelow(folder, kustomizations) });
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  };
}

/**
 * Returns the innermost reason in an error of kustomize, with paths relative to the working directory. For each folder,
 * kustomize first reports that it is not a file, and then the error in the folder.
 */
export function innermost(complaint: string): string {
  const reason = complaint.replace(/^[\s\S]*(?:accumulation of path|make target for path) '[^']*': /, "");
  const ofFile = /^accumulating resources: accumulation err='([\s\S]*)': must build at directory: /.exec(reason)?.[1];
  const ofConfig = /^trouble configuring builtin (\w+) with config: `[^`]*`: ([\s\S]*)/.exec(ofFile ?? reason);
  const text = ofConfig ? `${ofConfig[1]}: ${ofConfig[2]}` : (ofFile ?? reason);
  return text.replaceAll(`${realpathSync(".")}/`, "").replace(/\s*\n\s*/g, " ");
}

/** The origin annotation in the format that kustomize writes. */
const originLines = / {4}config\.kubernetes\.io\/origin: \|\n((?: {6}.*\n)*)/g;

interface BuiltFrom {
  readonly file: string;
  readonly home: string;
  readonly patches: readonly string[];
}

/** @param home - the folder to which paths in the text are relative */
export function readBuilt(text: string, { file, home, patches }: BuiltFrom): Rendered {
  const pathIn = (document: string): string | undefined => {
    const path = /^ {6}path: (.*)$/m.exec(document)?.[1];
    return path === undefined ? undefined : relative(process.cwd(), resolve(home, path));
  };
  const { documents } = readSource(file, text);
  const origins = documents.map(({ start, end }) => pathIn(text.slice(start, end)));
  return { file, text: text.replace(originLines, ""), origins, keepsPaths: true, patches };
}

function patchesBelow(top: string, kustomizations: Kustomizations): readonly string[] {
  const seen = new Set<string>();
  const visit = (folder: string): readonly string[] => {
    const { fields } = kustomizations.get(folder) ?? {};
    if (!fields || seen.has(folder)) return [];
    seen.add(folder);
    const own = patchesOf(fields).map((path) => posix.join(folder, path));
    return [...own, ...partsOf(folder, kustomizations).flatMap(visit)];
  };
  return visit(top);
}
