/**
 * Renders Helm charts with their default values. The dependencies of a chart must be part of the chart.
 *
 * @module
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, posix, resolve } from "node:path";
import type { Settings } from "../engine/options.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { apiVersionOf, type KindVersion, versionsIn } from "../kind/kind.ts";
import { reaches } from "../release/release.ts";
import { readSource } from "../source/read-source.ts";
import { readInput } from "./discover.ts";
import { UsageError } from "./exit.ts";
import type { NotRendered, Rendered } from "./rendered.ts";
import { programOnPath, runProgram } from "./run-program.ts";

/**
 * Renders the charts among the files of a run.
 *
 * @param files - named as in reports
 * @throws {UsageError} if helm is not on the PATH
 */
export function renderCharts(files: readonly string[], target: ChartTarget): readonly (Rendered | NotRendered)[] {
  const program = programOnPath("helm");
  if (program === undefined) throw new UsageError("--render helm needs helm on the PATH");
  const flags = capabilityFlags(target);
  return chartFolders(files).flatMap((folder): readonly (Rendered | NotRendered)[] => {
    const file = posix.join(folder, chartFile);
    const chart = chartIn(file);
    // A library chart renders no objects.
    if (memberOf(chart, "type") === "library") return [];
    return [renderChart({ program, folder, file, flags })];
  });
}

/** The target release and the kinds for which charts are rendered. */
export type ChartTarget = Pick<Settings, "target" | "catalog">;

/**
 * Returns the helm flags that set `.Capabilities` for templates. Without a cluster, helm knows only the groups and
 * versions of its own client: it lacks `apiregistration.k8s.io/v1` and all kinds, such as
 * `admissionregistration.k8s.io/v1/MutatingAdmissionPolicy`.
 */
export function capabilityFlags({ target, catalog }: ChartTarget): readonly string[] {
  const served = catalog.kinds.flatMap((kind) => {
    const versions = kind.resource === undefined ? [] : versionsIn(catalog.groupDomain, kind);
    const isServed = ({ since, until, optionalSince }: KindVersion) =>
      (since === undefined || reaches(target, since)) &&
      [until, optionalSince].every((release) => release === undefined || !reaches(target, release));
    return versions.filter(isServed).flatMap((version) => {
      const apiVersion = apiVersionOf(kind, version, catalog.groupDomain);
      return [apiVersion, `${apiVersion}/${version.kind ?? kind.kind}`];
    });
  });
  return ["--kube-version", `v${target}.0`, ...[...new Set(served)].flatMap((each) => ["--api-versions", each])];
}

const chartFile = "Chart.yaml";

/** Returns the folders of charts that are not subcharts. */
function chartFolders(files: readonly string[]): readonly string[] {
  const folders = files.filter((file) => posix.basename(file) === chartFile).map((file) => posix.dirname(file));
  const isPart = (folder: string) => {
    const above = posix.dirname(folder);
    return posix.basename(above) === "charts" && existsSync(posix.join(above, "..", chartFile));
  };
  return folders.filter((folder) => !isPart(folder));
}

function chartIn(file: string): Readonly<Record<string, unknown>> {
  const content = readInput(file);
  const [document] = typeof content === "string" ? [] : readSource(file, content).documents;
  return isPlainObject(document?.value) ? document.value : {};
}

interface Chart {
  readonly program: string;
  readonly folder: string;
  readonly file: string;
  readonly flags: readonly string[];
}

function renderChart({ program, folder, file, flags }: Chart): Rendered | NotRendered {
  const home = mkdtempSync(join(tmpdir(), "clustervet-helm-"));
  try {
    const rendered = runProgram(program, ["template", "release", resolve(folder), "--include-crds", ...flags], home);
    if (!rendered.ok) return { file, reason: chartFault(rendered.error), isFailure: true };
    return readRendered(rendered.value, folder, file);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Returns the reason in helm's output, without its advice to use `--debug`. */
export function chartFault(complaint: string): string {
  const lines = complaint.split("\n").filter((line) => line.trim() !== "" && !/^Use --debug flag/.test(line));
  const [first = "", ...more] = lines.map((line) => line.trim());
  // The lines after a colon list schema errors. Otherwise they show helm's usage, which is left out.
  const text = first.endsWith(":") ? `${first} ${more.slice(0, maxFaultLines).join(" ")}` : first;
  return /^unknown (?:shorthand )?flag/.test(text) ? `${text}; a newer helm is needed` : text;
}

/** Maximum number of lines to show after helm's first line. */
const maxFaultLines = 10;

/**
 * The comment `# Source: web/templates/deployment.yaml` after the document separator; its first path segment is the
 * name of the chart, not of the folder.
 */
const sourceLine = /^(?:---[^\n]*\n)?(?:#[^\n]*\n)*?# Source: [^/\n]+\/([^\n]*)/;

export function readRendered(text: string, folder: string, file: string): Rendered {
  const { documents } = readSource(basename(file), text);
  const origins = documents.map(({ start, end }) => {
    const path = sourceLine.exec(text.slice(start, end))?.[1];
    return path === undefined ? undefined : posix.join(folder, path.trim());
  });
  return { file, text, origins, keepsPaths: false, patches: [] };
}
