/**
 * v1 Secret: confidential data.
 *
 * @module
 */
import type { Secret } from "../../api/types/core-v1.ts";
import { goJsonFault } from "../../json/go-json-fault.ts";
import { jsonType } from "../../json/go-value.ts";
import { tryParseBounded } from "../../json/parse-bounded.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { Demand } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { decodeBase64, encodeBase64 } from "../../text/base64.ts";
import { utf8Length } from "../../text/utf8.ts";
import { kind } from "../kind.ts";
import { ageColumn, nameColumn } from "../meta/columns.ts";
import { immutableFields, markedImmutableError } from "../meta/object-meta-update-rules.ts";
import { base64Bytes, checkKeys, maxDataBytes, sameData, totalBytes } from "./data-keys.ts";

const encoder = new TextEncoder();

/** Moves `stringData`, which is write-only, into `data`, as kube-apiserver does. */
function mergeStringData(object: Secret): void {
  const entries = Object.entries(object.stringData ?? {});
  delete object.stringData;
  if (entries.length === 0) return;
  const encoded = entries.map(([key, text]) => [key, encodeBase64(encoder.encode(text))] as const);
  object.data = { ...object.data, ...Object.fromEntries(encoded) };
}

const keys = rule<Secret>(
  { id: "secret/keys", severity: "error", summary: "keys of a Secret are valid file names" },
  ({ data, stringData }, place) => {
    checkKeys(data, place.at("data"));
    checkKeys(stringData, place.at("stringData"));
  },
);

const size = rule<Secret>(
  { id: "secret/size", severity: "error", cause: "too-long", summary: "a Secret holds at most 1 MiB" },
  ({ data = {}, stringData = {} }, place) => {
    const covered = Object.entries(data).filter(([key]) => !Object.hasOwn(stringData, key));
    const bytes = totalBytes(Object.fromEntries(covered), base64Bytes) + totalBytes(stringData, utf8Length);
    if (bytes <= maxDataBytes) return;
    place.at("data").say(`values must have at most ${maxDataBytes} bytes in total; got ${bytes}`, {
      cause: "too-long",
    });
  },
);

const decoder = new TextDecoder();

/** Returns the field and the decoded value of a key; undefined if it is absent. */
function valueAt(
  { data = {}, stringData = {} }: Secret,
  key: string,
): { field: "data" | "stringData"; text: string } | undefined {
  const plain = Object.hasOwn(stringData, key) ? stringData[key] : undefined;
  if (plain !== undefined) return { field: "stringData", text: plain };
  const encoded = Object.hasOwn(data, key) ? data[key] : undefined;
  if (encoded === undefined) return undefined;
  return { field: "data", text: decoder.decode(decodeBase64(encoded)) };
}

function requireKey(object: Secret, place: Place<Secret>, key: string): void {
  if (!valueAt(object, key)) place.at("data", key).required();
}

/** Requires a JSON object under a key: the configuration of a container registry's client. */
const requireJson =
  (key: string): Demand<Secret> =>
  (object, place) => {
    const value = valueAt(object, key);
    if (!value) place.at("data", key).required();
    else if (!isJsonObject(value.text)) {
      const serverText = `"<secret contents redacted>": ${jsonFault(value.text)}`;
      place.at(value.field, key).say("must be a JSON object", { cause: "invalid", serverText });
    }
  };

/** Returns Go's error about text that it cannot decode into a map. */
const jsonFault = (text: string): string =>
  goJsonFault(text) ??
  `json: cannot unmarshal ${jsonType(tryParseBounded(text, maxJsonDepth))} into Go value of type map[string]interface {}`;

/** The deepest nesting that Go's JSON decoder accepts. */
const maxJsonDepth = 10_000;

function isJsonObject(text: string): boolean {
  const value = tryParseBounded(text, maxJsonDepth);
  return value === null || isPlainObject(value);
}

const accountAnnotation = "kubernetes.io/service-account.name";

/** Requires the keys that each type of secret must contain. Other types may contain any keys. */
const contentByType: Readonly<Record<string, Demand<Secret>>> = {
  "kubernetes.io/service-account-token": ({ metadata }, place) => {
    if (!metadata?.annotations?.[accountAnnotation]) {
      const field = ["metadata", `annotations[${accountAnnotation}]`];
      place.at("metadata", "annotations", accountAnnotation).required(undefined, { field });
    }
  },
  "kubernetes.io/dockercfg": requireJson(".dockercfg"),
  "kubernetes.io/dockerconfigjson": requireJson(".dockerconfigjson"),
  "kubernetes.io/basic-auth": (object, place) => {
    if (valueAt(object, "username") || valueAt(object, "password")) return;
    for (const key of ["username", "password"]) {
      place.at("data", key).required("`username` or `password` must be set", { serverText: "" });
    }
  },
  "kubernetes.io/ssh-auth": (object, place) => {
    if (!valueAt(object, "ssh-privatekey")?.text) place.at("data", "ssh-privatekey").required();
  },
  "kubernetes.io/tls": (object, place) => {
    for (const key of ["tls.crt", "tls.key"]) requireKey(object, place, key);
  },
};

const content = rule<Secret>(
  { id: "secret/content", severity: "error", summary: "a Secret has the keys that its type requires" },
  (object, place) => {
    const { type = "" } = object;
    if (Object.hasOwn(contentByType, type)) contentByType[type]?.(object, place);
  },
);

/** The host's error about a valid key that belongs to another certificate. */
const foreignKey = "the private key does not belong to the certificate";

const keyPair = rule<Secret>(
  {
    id: "secret/key-pair",
    severity: "warning",
    summary: "a TLS Secret holds a certificate and its private key, in PEM",
  },
  (object, place, { host }) => {
    if (object.type !== "kubernetes.io/tls") return;
    const [certificate, key] = [valueAt(object, "tls.crt"), valueAt(object, "tls.key")];
    if (!certificate || !key) return;
    const at = place.at(certificate.field, "tls.crt");
    if (!host?.keyPairFault) {
      at.say("clustervet did not check whether the certificate matches the key", { severity: "info" });
      return;
    }
    const fault = host.keyPairFault(certificate.text, key.text);
    if (fault === undefined) return;
    const pem = "tls: failed to find any PEM data in";
    const hasNoPem = (text: string) => !text.includes("-----BEGIN");
    const part = hasNoPem(certificate.text) ? "certificate" : hasNoPem(key.text) && "key";
    const ofPair = fault === foreignKey ? { serverWarning: "tls: private key does not match public key" } : {};
    at.say(
      `must be a certificate with its private key: ${fault}`,
      part ? { serverWarning: `${pem} ${part} input` } : ofPair,
    );
  },
);

const typeStays = immutableFields<Secret>({ id: "secret/type", summary: "the type of a Secret is immutable" }, [
  "type",
]);

/** Compares the request after moving its `stringData`, which stored secrets do not have. */
const immutable = rule<Secret>(
  { id: "secret/immutable", severity: "error", cause: "forbidden", summary: "an immutable Secret does not change" },
  (object, place, { oldObject }) => {
    const stored = oldObject;
    if (!stored?.immutable) return;
    const merged = { ...object };
    mergeStringData(merged);
    for (const name of ["immutable", "data"] as const) {
      if (!sameData(merged[name], stored[name])) {
        place.at(name).say("field is immutable", { atKey: true, ...markedImmutableError });
      }
    }
  },
);

export const secret = kind("core/v1.Secret", {
  rules: [keys, size, content, keyPair, typeStays, immutable],
  applyDefaults(object) {
    object.type ||= "Opaque";
  },
  resource: {
    columns: [
      nameColumn,
      { name: "Type", type: "string", description: "The type of the secret.", value: ({ type }) => type ?? "" },
      {
        name: "Data",
        type: "string",
        description: "Number of keys.",
        value: ({ data = {} }) => Object.keys(data).length,
      },
      ageColumn,
    ],
    selectableFields: ({ type }) => ({ type: type ?? "" }),
    moveWritten: mergeStringData,
    prepareForCreate: mergeStringData,
    prepareForUpdate: mergeStringData,
  },
});
