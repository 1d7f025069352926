/**
 * Reads a text that begins with a brace as kubectl reads manifests: consecutive JSON values, and YAML from the first
 * text that isn't JSON. Readers of configuration accept such a text only as JSON.
 *
 * @module
 */
import { type JsonReading, readJsonValues } from "./json.ts";
import type { SourceFile } from "./source-file.ts";
import type { Limits } from "./tree-builder.ts";
import type { YamlReading } from "./yaml.ts";

export interface ManifestReading extends JsonReading, Pick<SourceFile, "format"> {}

/** Reads YAML whose first documents have already been read. */
type ReadYaml = (text: string, documentsBefore: number) => YamlReading;

/** @returns undefined if kubectl refuses the text, too */
export function readManifest(text: string, limits: Limits, readYaml: ReadYaml): ManifestReading | undefined {
  const { documents, issues, end } = readJsonValues(text, limits);
  const [first, second] = documents;
  const areSound = !issues.some(({ rule }) => rule === "source/syntax" || rule === "source/limit");
  if (areSound && end === text.length) return { documents, issues, format: "json" };
  // After a second value, kubectl reads the rest of the stream only as JSON.
  if (areSound && second !== undefined) return undefined;
  if (!areSound || first === undefined) return acceptedYaml(readYaml(text, 0));
  const rest = readYaml(blankUntil(text, end), 1);
  const isStream = rest.documents.length > 0 && text[end - 1] === "\n" && startOfDocument.test(text.slice(end));
  return isStream
    ? {
        documents: [{ ...first, end: rest.documents[0]?.start ?? end }, ...rest.documents],
        issues: [...issues, ...rest.issues],
        format: "yaml",
      }
    : acceptedYaml(readYaml(text, 0));
}

const startOfDocument = /^---(?:\s|$)/;

function acceptedYaml(reading: YamlReading): ManifestReading | undefined {
  const isRefused = reading.issues.some(({ tolerated }) => tolerated === undefined);
  return isRefused ? undefined : { ...reading, format: "yaml" };
}

/**
 * Replaces the text before `end` with spaces, except for line feeds, so that all other characters keep their offsets.
 */
function blankUntil(text: string, end: number): string {
  return text.slice(0, end).replace(/[^\n]/g, " ") + text.slice(end);
}
