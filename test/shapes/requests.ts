/**
 * The shapes as requests, which the attack sends to a server.
 *
 * @module
 */
import { apiVersionOf } from "../../src/kind/kind.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import { type Field, fieldShape, fieldsOf, valueNames } from "./fields.ts";
import { type Grammar, grammars } from "./grammars.ts";
import { repeat } from "./growth.ts";

interface ShapeRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: string | Buffer;
  /** A bearer token; default: the administrator's client certificate. */
  readonly as?: string;
}

const maps = "/api/v1/namespaces/default/configmaps";
/** The size of the repetitions in a body, in bytes; the server accepts 3 MiB. */
const bodyBytes = 1_000_000;
/** The size of the repetitions in the headers of a request, in bytes; the server accepts 64 KiB. */
const headBytes = 50_000;
/** The repetitions in the value of a field: within the limits of members and bytes, so that the object is validated. */
const repetitions = 5_000;

const post = (type: string, body: string | Buffer) => ({ method: "POST", path: maps, type, body });
const list = (selector: string) => (text: string) => ({
  method: "GET",
  path: `${maps}?${selector}=${encodeURIComponent(text).slice(0, headBytes)}`,
});

/** The kinds of requests that carry a text of each grammar to the server. */
const requestsByGrammar: ReadonlyMap<
  string,
  { readonly bytes: number; ask(text: string): Omit<ShapeRequest, "name"> }
> = new Map(
  Object.entries({
    YAML: { bytes: bodyBytes, ask: (text: string) => post("application/yaml", text) },
    JSON: { bytes: bodyBytes, ask: (text: string) => post("application/json", text) },
    Protobuf: {
      bytes: bodyBytes,
      ask: (text: string) => post("application/vnd.kubernetes.protobuf", Buffer.from(`k8s\0${text}`, "latin1")),
    },
    patches: {
      bytes: bodyBytes,
      ask: (body: string) => ({ method: "PATCH", path: `${maps}/wide`, type: "application/json-patch+json", body }),
    },
    "label selectors": { bytes: headBytes / 3, ask: list("labelSelector") },
    "field selectors": { bytes: headBytes / 3, ask: list("fieldSelector") },
    tokens: {
      bytes: headBytes,
      ask: (text: string) => ({ method: "GET", path: maps, as: `e30.${text.replace(/[^\w.-]/g, "")}.a` }),
    },
  }),
);

function grammarRequests({ name, frames, tokens }: Grammar): readonly (() => ShapeRequest)[] {
  const carrier = requestsByGrammar.get(name);
  if (!carrier) return [];
  return frames.flatMap(([before, after]) =>
    tokens.map((token) => () => {
      const text = before + repeat(token, Math.floor(carrier.bytes / (token.length + 4))) + after;
      return { name: `${name}: ${JSON.stringify([before, token, after])}`, ...carrier.ask(text) };
    }),
  );
}

function fieldRequests(field: Field): readonly (() => ShapeRequest)[] {
  const { kind } = field;
  const { resource, versions } = kind;
  const [version] = versions;
  if (!resource || !version) return [];
  const apiVersion = apiVersionOf(kind, version, "k8s.io");
  const scope = resource.scope === "Namespaced" ? "/namespaces/default" : "";
  const path = `/${apiVersion.includes("/") ? "apis" : "api"}/${apiVersion}${scope}/${resource.plural}`;
  return valueNames.map((value) => () => {
    const { name, text } = fieldShape(field, value);
    const body = JSON.stringify({ ...JSON.parse(text(repetitions)), apiVersion });
    return { name, method: "POST", path, type: "application/json", body };
  });
}

/** Selects `count` requests, half of grammars and half of fields, evenly spread; `seed` shifts the selection. */
export function shapeRequests(count: number, seed: number): readonly ShapeRequest[] {
  const pick = (all: readonly (() => ShapeRequest)[]) => {
    const stride = Math.max(1, Math.floor(all.length / (count / 2)));
    return all.filter((_make, index) => (index + seed) % stride === 0).map((make) => make());
  };
  return [...pick(grammars.flatMap(grammarRequests)), ...pick(fieldsOf(builtInKinds).flatMap(fieldRequests))];
}
