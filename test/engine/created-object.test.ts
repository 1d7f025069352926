import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { createdObject } from "../../src/engine/created-object.ts";
import { settle } from "../../src/engine/options.ts";
import { decodeWithDefaults } from "../../src/engine/validate.ts";
import { detectKind } from "../../src/kind/detect.ts";
import { storedValue } from "../../src/schema/go-values.ts";
import { type JsonObject, recordedObjects } from "./recorded-objects.ts";

const settings = settle({});

/** Admits a request by the administrator to create the object in the namespace that it names, or in `default`. */
function admit(sent: JsonObject): { readonly admitted: JsonObject; readonly stored: unknown } {
  const detection = detectKind(sent, settings.catalog);
  if (!("kind" in detection)) throw new Error(`no kind: ${JSON.stringify(sent)}`);
  const { kind, version } = detection;
  const context = settings.contextFor(version.name);
  const subject = { kind, version, context };
  const held = decodeWithDefaults(sent, subject) as { metadata?: { namespace?: string; managedFields?: unknown } };
  delete held.metadata?.managedFields;
  const namespace = kind.resource?.scope === "Namespaced" ? held.metadata?.namespace || "default" : "";
  const admitted = createdObject({ ...held }, { kind, namespace, context, user: settings.user });
  // Sets defaults again, as when the object is read from the store.
  return { admitted, stored: storedValue(decodeWithDefaults(admitted, subject), version.schema) };
}

const allObjects = [...recordedObjects()];

test("objects with explicit zero values are admitted and stored as in the API server", () => {
  const unlike = allObjects.filter(({ sent, admitted, stored }) => {
    const own = admit(sent);
    return !isDeepStrictEqual(own.admitted, admitted) || !isDeepStrictEqual(own.stored, stored);
  });
  expect(unlike.map(({ sent, admitted }) => ({ sent, own: admit(sent).admitted, admitted })).slice(0, 3)).toEqual([]);
});

test("the recording has more than 700 objects of more than 50 kinds", () => {
  expect(allObjects.length).toBeGreaterThan(700);
  expect(new Set(allObjects.map(({ sent }) => `${sent["apiVersion"]}/${sent["kind"]}`)).size).toBeGreaterThan(50);
});
