/**
 * The configuration files of k3s and RKE2: command-line flags as YAML, in `config.yaml` and its drop-ins. The files
 * have neither `apiVersion` nor `kind`.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { Kind } from "../../kind/kind.ts";
import type { Place } from "../../rule/place.ts";
import { type ProjectDocument, rule, ruleAcross } from "../../rule/rule.ts";
import { raw, struct } from "../../schema/fields.ts";
import type { Notes } from "../../schema/notes.ts";
import { parseDuration } from "../../text/duration.ts";
import { flagNameOf } from "./component-arguments.ts";
import { type Distribution, distributionFlags, type FlagType, secretFlags } from "./distribution-flags.ts";

type Configuration = Readonly<Record<string, unknown>>;

interface TypeOfFlag {
  readonly must: string;
  accepts(text: string): boolean;
}

const flagTypes: ReadonlyMap<FlagType, TypeOfFlag> = new Map([
  [
    "boolean",
    {
      must: "must be true or false",
      accepts: (text) => /^(?:1|0|[tTfF]|true|TRUE|True|false|FALSE|False)$/.test(text),
    },
  ],
  [
    "integer",
    {
      must: "must be a whole number",
      accepts: (text) => /^[-+]?(?:0[xX][\da-fA-F]+|0[oO]?[0-7]*|0[bB][01]+|[1-9]\d*)$/.test(text),
    },
  ],
  ["duration", { must: 'must be a duration, such as "5m"', accepts: (text) => parseDuration(text).ok }],
]);

const flagValues = (distribution: Distribution) =>
  rule<Configuration>(
    {
      id: "k3s/flag-value",
      severity: "error",
      summary: "values in the configuration of k3s and RKE2 have the types of their flags",
    },
    (object, place) => {
      for (const [key, value] of Object.entries(object)) {
        const type = flagTypes.get(distributionFlags[distribution].get(flagNameOf(key))?.type ?? "text");
        for (const [item, at] of itemsOf(value, place.at(key))) checkValue(item, at, type);
      }
    },
  );

const itemsOf = (value: unknown, place: Place): readonly (readonly [unknown, Place])[] =>
  Array.isArray(value) ? value.map((item, index) => [item, place.along([index])] as const) : [[value, place]];

function checkValue(value: unknown, place: Place, type: TypeOfFlag | undefined): void {
  const isText = typeof value !== "object" || value === null;
  if (type && !(isText && type.accepts(String(value ?? "")))) {
    place.say(`${type.must}; got ${isText ? JSON.stringify(value) : "a map or a list"}`);
  } else if (!isText) {
    const help = "write text, or a list of texts";
    place.say("must be a value of a flag; got a map or a list", { severity: "warning", help });
  }
}

/** File modes that users commonly write. */
const commonModes: ReadonlySet<number> = new Set([0o400, 0o440, 0o444, 0o600, 0o640, 0o644, 0o660, 0o664, 0o666]);

const fileMode = rule<Configuration>(
  { id: "k3s/file-mode", severity: "warning", summary: "`write-kubeconfig-mode` is in quotes" },
  (object, place) => {
    const mode = memberOf(object, "write-kubeconfig-mode");
    if (typeof mode !== "number" || !commonModes.has(mode)) return;
    const written = `0${mode.toString(8)}`;
    const effect = /[89]/.test(String(mode)) ? "which is no mode" : `which is the mode 0${mode}`;
    place.at("write-kubeconfig-mode").say(`must be text: YAML reads ${written} as the number ${mode}, ${effect}`, {
      help: `write "${written}"`,
      value: mode,
    });
  },
);

const replacedList = ruleAcross(
  {
    id: "k3s/replaced-list",
    severity: "warning",
    summary: "a drop-in of k3s or RKE2 adds to the lists of earlier files",
    kinds: ["K3sConfiguration", "RKE2Configuration"],
  },
  (documents, placeIn) => {
    const seen = new Map<string, ProjectDocument>();
    for (const document of [...documents].sort((a, b) => (a.file < b.file ? -1 : 1))) {
      if (!isPlainObject(document.object)) continue;
      for (const [key, value] of Object.entries(document.object)) {
        const identity = `${baseOf(document.file)}\n${flagNameOf(key)}`;
        const earlier = seen.get(identity);
        if (Array.isArray(value) || earlier === undefined) seen.set(identity, document);
        if (!earlier || key.endsWith("+") || !isReplaced(earlier, key, value)) continue;
        placeIn<Configuration>(document)
          .at(key)
          .say(`replaces \`${key}\` of ${earlier.file}`, {
            atKey: true,
            help: `write \`${key}+\` to add to it`,
          });
      }
    }
  },
);

/** Returns the keys of each file that a later file replaces. A key without `+` replaces those of earlier files. */
function replacedValues(documents: readonly ProjectDocument[]): ReadonlyMap<ProjectDocument, readonly FieldPath[]> {
  const replaced = new Set<string>();
  const paths = new Map<ProjectDocument, readonly FieldPath[]>();
  for (const document of [...documents].sort((a, b) => (a.file < b.file ? 1 : -1))) {
    const keys = isPlainObject(document.object) ? Object.keys(document.object) : [];
    const identityOf = (key: string) => `${baseOf(document.file)}\n${flagNameOf(key)}`;
    const unread = keys.filter((key) => replaced.has(identityOf(key)));
    if (unread.length > 0)
      paths.set(
        document,
        unread.map((key) => [key]),
      );
    for (const key of keys) if (!key.endsWith("+")) replaced.add(identityOf(key));
  }
  return paths;
}

/**
 * Returns the path without the file name of a drop-in: `config.yaml` for `config.yaml.d/10-audit.yaml`. Other files
 * have no drop-ins.
 */
function baseOf(file: string): string {
  const folder = file.slice(0, file.lastIndexOf("/"));
  return folder.endsWith(".d") ? folder.slice(0, -".d".length) : file;
}

/** Whether a list of an earlier file has items that the new list lacks. */
function isReplaced(earlier: ProjectDocument, key: string, value: unknown): boolean {
  if (!isPlainObject(earlier.object) || !Array.isArray(value)) return false;
  const before = memberOf(earlier.object, key) ?? memberOf(earlier.object, `${key}+`);
  return Array.isArray(before) && before.some((item) => !value.includes(item));
}

function schemaOf(distribution: Distribution) {
  const fields = [...distributionFlags[distribution]].flatMap(([name, { type, since }]) => {
    const notes: Notes = {
      "x-null-is-value": true,
      ...(since === undefined ? {} : { "x-since": since }),
      ...(secretFlags.has(name) ? { "x-sensitive": true } : {}),
    };
    const keys = type === "text" ? [name, `${name}+`] : [name];
    return keys.map((key) => [key, raw(notes)] as const);
  });
  return struct(Object.fromEntries(fields));
}

const configurationOf = (kind: string, distribution: Distribution, name: string): Kind<Configuration> => ({
  kind,
  group: "clustervet",
  versions: [{ name: "v1", schema: schemaOf(distribution) }],
  description: `Flags of ${name} in config.yaml and its drop-ins.`,
  loader: { flag: "--config", emptyFile: "empty-object", unknownFields: "warning", mayOmit: "identity" },
  rules: [flagValues(distribution), fileMode],
  projectRules: [replacedList],
  unread: replacedValues,
});

export const k3sConfiguration = configurationOf("K3sConfiguration", "k3s", "k3s");
export const rke2Configuration = configurationOf("RKE2Configuration", "rke2", "RKE2");
