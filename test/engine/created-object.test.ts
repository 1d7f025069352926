import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { createdObject } from "../../src/engine/created-object.ts";
import { settle } from "../../src/engine/options.ts";
import { hold } from "../../src/engine/validate.ts";
import { detectKind } from "../../src/kind/detect.ts";
import { storedValue } from "../../src/schema/go-values.ts";
import { readSource } from "../../src/source/read-source.ts";

type Path = readonly (string | number)[];
type Change = readonly [path: Path, value?: unknown];
type Object = Readonly<Record<string, unknown>>;

/** See the first line of the recording. */
interface Line {
  readonly file?: string;
  readonly index?: number;
  readonly sent: readonly Change[];
  readonly changes: readonly Change[];
  readonly stored: readonly Change[];
}

interface Recorded {
  readonly sent: Object;
  readonly admitted: Object;
  readonly stored: Object;
}

function changed(object: Object, changes: readonly Change[]): Object {
  const copy: { root: unknown } = { root: structuredClone(object) };
  for (const [path, ...value] of changes) {
    const full = ["root", ...path];
    const holder = full.slice(0, -1).reduce<unknown>((at, step) => Reflect.get(at as object, step), copy) as object;
    const name = full.at(-1) ?? "";
    if (value.length > 0) Reflect.set(holder, name, structuredClone(value[0]));
    else Reflect.deleteProperty(holder, name);
  }
  return copy.root as Object;
}

function* recorded(): Generator<Recorded> {
  const [, ...lines] = readFileSync(join(import.meta.dirname, "data/admitted.jsonl"), "utf8")
    .trim()
    .split("\n");
  let fixture: Object = {};
  let admittedFixture: Object | undefined;
  for (const line of lines) {
    const { file, index = 0, sent: edits, changes, stored } = JSON.parse(line) as Line;
    if (file) {
      const { value } = readSource(file, readFileSync(file)).documents[index] ?? {};
      fixture = changed({ metadata: {}, ...(value as object) }, edits);
      admittedFixture = undefined;
    }
    const sent = file ? fixture : changed(fixture, edits);
    const admitted = changed(admittedFixture ?? sent, changes);
    admittedFixture ??= admitted;
    yield { sent, admitted, stored: changed(admitted, stored) };
  }
}

const settings = settle({});

/** Of a request by the administrator to create the object in the namespace that it names, or in `default`. */
function admit(sent: Object): { readonly admitted: Object; readonly stored: unknown } {
  const detection = detectKind(sent, settings.catalog);
  if (!("kind" in detection)) throw new Error(`no kind: ${JSON.stringify(sent)}`);
  const { kind, version } = detection;
  const context = settings.contextFor(version.name);
  const subject = { kind, version, context };
  const held = hold(sent, subject) as { metadata?: { namespace?: string; managedFields?: unknown } };
  delete held.metadata?.managedFields;
  const namespace = kind.resource?.scope === "Namespaced" ? held.metadata?.namespace || "default" : "";
  const admitted = createdObject({ ...held }, { kind, namespace, context, user: settings.user });
  // Defaults are filled in again when it is read from the store.
  return { admitted, stored: storedValue(hold(admitted, subject), version.schema) };
}

const all = [...recorded()];

test("objects with explicit zero values are admitted and stored as in the API server", () => {
  const unlike = all.filter(({ sent, admitted, stored }) => {
    const own = admit(sent);
    return !isDeepStrictEqual(own.admitted, admitted) || !isDeepStrictEqual(own.stored, stored);
  });
  expect(unlike.map(({ sent, admitted }) => ({ sent, own: admit(sent).admitted, admitted })).slice(0, 3)).toEqual([]);
});

test("the recording has objects of every kind", () => {
  expect(all.length).toBeGreaterThan(700);
  expect(new Set(all.map(({ sent }) => `${sent["apiVersion"]}/${sent["kind"]}`)).size).toBeGreaterThan(50);
});
