/**
 * Renders Helm charts with their default values. Dependencies must be in the chart.
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
 * @param files - as reports show them
 * @throws {UsageError} where helm is not there
 */
export function renderCharts(files: readonly string[], target: ChartTarget): readonly (Rendered | NotRendered)[] {
  const program = programOnPath("helm");
  if (program === undefined) throw new UsageError("--render helm needs helm on the PATH");
  const flags = capabilityFlags(target);
  return chartFolders(files).flatMap((folder): readonly (Rendered | NotRendered)[] => {
    const file = posix.join(folder, chartFile);
    const chart = chartIn(file);
    // A library has nothing that is sent.
    if (memberOf(chart, "type") === "library") return [];
    return [renderChart({ program, folder, file, flags })];
  });
}

/** The cluster that charts are rendered for. */
export type ChartTarget = Pick<Settings, "target" | "catalog">;

/**
 * The answers that templates get from `.Capabilities`. Without a cluster helm knows the groups and versions of its own client only: no
 * `apiregistration.k8s.io/v1`, and no kinds, such as `admissionregistration.k8s.io/v1/MutatingAdmissionPolicy`.
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

/** Those of charts that are no part of another one. */
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

/** Without helm's advice to run it in another way. */
export function chartFault(complaint: string): string {
  const lines = complaint.split("\n").filter((line) => line.trim() !== "" && !/^Use --debug flag/.test(line));
  const [first = "", ...more] = lines.map((line) => line.trim());
  // Reasons by schema are on the lines behind; usage is not.
  const text = first.endsWith(":") ? `${first} ${more.slice(0, maxFaultLines).join(" ")}` : first;
  return /^unknown (?:shorthand )?flag/.test(text) ? `${text}; a newer helm is needed` : text;
}

/** The most lines of helm's reasons that are shown. */
const maxFaultLines = 10;

/** `# Source: web/templates/deployment.yaml`, with the name of the chart for its folder, behind the separator. */
const sourceLine = /^(?:---[^\n]*\n)?(?:#[^\n]*\n)*?# Source: [^/\n]+\/([^\n]*)/;

export function readRendered(text: string, folder: string, file: string): Rendered {
  const { documents } = readSource(basename(file), text);
  const origins = documents.map(({ start, end }) => {
    const path = sourceLine.exec(text.slice(start, end))?.[1];
    return path === undefined ? undefined : posix.join(folder, path.trim());
  });
  return { file, text, origins, keepsPaths: false, patches: [] };
}
