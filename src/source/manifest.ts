/**
 * A text that begins with a brace, as kubectl reads manifests: JSON values one after the other, and YAML from where
 * something is no JSON. Readers of configuration take such a text for JSON and nothing else.
 *
 * @module
 */
import { type JsonReading, readJsonValues } from "./json.ts";
import type { SourceFile } from "./source-file.ts";
import type { Limits } from "./tree-builder.ts";
import type { YamlReading } from "./yaml.ts";

export interface ManifestReading extends JsonReading, Pick<SourceFile, "format"> {}

/** Reads YAML of which the first documents are known already. */
type ReadYaml = (text: string, documentsBefore: number) => YamlReading;

/** @returns undefined for a text that kubectl refuses, too */
export function readManifest(text: string, limits: Limits, readYaml: ReadYaml): ManifestReading | undefined {
  const { documents, issues, end } = readJsonValues(text, limits);
  const [first, second] = documents;
  const areSound = !issues.some(({ rule }) => rule === "source/syntax" || rule === "source/limit");
  if (areSound && end === text.length) return { documents, issues, format: "json" };
  // After a second value the stream counts as JSON for good.
  if (areSound && second !== undefined) return undefined;
  if (!areSound || first === undefined) return soundYaml(readYaml(text, 0));
  const rest = readYaml(blanked(text, end), 1);
  const isStream = rest.documents.length > 0 && text[end - 1] === "\n" && startOfDocument.test(text.slice(end));
  return isStream
    ? {
        documents: [{ ...first, end: rest.documents[0]?.start ?? end }, ...rest.documents],
        issues: [...issues, ...rest.issues],
        format: "yaml",
      }
    : soundYaml(readYaml(text, 0));
}

const startOfDocument = /^---(?:\s|$)/;

function soundYaml(reading: YamlReading): ManifestReading | undefined {
  const isRefused = reading.issues.some(({ tolerated }) => tolerated === undefined);
  return isRefused ? undefined : { ...reading, format: "yaml" };
}

/** With blanks where the first characters are, so that all others keep their offsets. */
function blanked(text: string, end: number): string {
  return text.slice(0, end).replace(/[^\n]/g, " ") + text.slice(end);
}
