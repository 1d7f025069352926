/**
 * Renders Helm charts with their default values. Dependencies must be in the chart.
 *
 * @module
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, posix, resolve } from "node:path";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { readSource } from "../source/read-source.ts";
import { readInput } from "./discover.ts";
import { UsageError } from "./exit.ts";
import type { NotRendered, Rendered } from "./rendered.ts";
import { programOnPath, runProgram } from "./run-program.ts";

/**
 * @param files - as reports show them
 * @throws {UsageError} where helm is not there
 */
export function renderCharts(files: readonly string[], target: string): readonly (Rendered | NotRendered)[] {
  const program = programOnPath("helm");
  if (program === undefined) throw new UsageError("--render helm needs helm on the PATH");
  return chartFolders(files).flatMap((folder): readonly (Rendered | NotRendered)[] => {
    const file = posix.join(folder, chartFile);
    const chart = chartIn(file);
    // A library has nothing that is sent.
    if (memberOf(chart, "type") === "library") return [];
    return [renderChart({ program, folder, file, target })];
  });
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
  readonly target: string;
}

function renderChart({ program, folder, file, target }: Chart): Rendered | NotRendered {
  const home = mkdtempSync(join(tmpdir(), "clustervet-helm-"));
  try {
    const args = ["template", "release", resolve(folder), "--kube-version", `v${target}.0`, "--include-crds"];
    const rendered = runProgram(program, args, home);
    if (!rendered.ok) return { file, reason: rendered.error, isFailure: true };
    return readRendered(rendered.value, folder, file);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

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
