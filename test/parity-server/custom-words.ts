/**
 * Writes of custom resources that their definitions reject, and nulls that may be accepted, each with the error message
 * or the resulting object. The same for every server.
 */
import { isPlainObject } from "../../src/json/plain-object.ts";
import { sortKeys } from "../../src/patch/key-order.ts";
import type { Exchange } from "./custom-resources/compare-resources.ts";

/** A server that is called as an administrator. */
export interface WordsServer {
  readonly exchange: Exchange;
}

type Json = Readonly<Record<string, unknown>>;

const group = "words.example.com";
const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const mergePatch = "application/merge-patch+json";
const jsonPatch = "application/json-patch+json";
const applyPatch = "application/apply-patch+yaml";

const map = (properties: Json, more: Json = {}): Json => ({ type: "object", properties, ...more });
const anyObject = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const anyValue = { "x-kubernetes-preserve-unknown-fields": true };
const text = { type: "string" };
const integer = { type: "integer" };
const withRules = (schema: Json, ...rules: readonly Json[]): Json => ({ ...schema, "x-kubernetes-validations": rules });

/** A play with a separate kind. */
interface Play {
  readonly plural: string;
  readonly schema: Json;
  readonly version?: Json;
  steps(kind: PlayedKind): AsyncGenerator<string>;
}

const plays: readonly Play[] = [
  {
    plural: "scaled",
    schema: map({ spec: anyObject, status: anyObject }),
    version: {
      subresources: {
        status: {},
        scale: {
          specReplicasPath: ".spec.replicas",
          statusReplicasPath: ".status.replicas",
          labelSelectorPath: ".status.selector",
        },
      },
    },
    async *steps(kind) {
      for (const replicas of [-1, 3e9, "a", 1.5, { a: { b: [1, "x"] } }, [1, true, null], null, true])
        yield await kind.create("n", { spec: { replicas } });
      yield await kind.create("a", { spec: { replicas: 1 } });
      for (const status of [{ replicas: -1 }, { replicas: "q" }, { selector: 5 }, { selector: null }])
        yield await kind.replace("a", { status }, "status");
      for (const status of [{ selector: { a: 1 } }, { replicas: -4, selector: [1] }, 5, [], null])
        yield await kind.replace("a", { status }, "status");
      yield await kind.replace("a", { spec: { replicas: -1 }, status: { replicas: -1 } });
      yield await kind.patch("a", { spec: { replicas: -2 } }, mergePatch, "scale");
    },
  },
  {
    plural: "states",
    schema: map({ spec: anyObject, status: anyObject }),
    version: { subresources: { status: {} } },
    async *steps(kind) {
      yield await kind.create("a", { spec: { x: 5, list: [1, 1], pod: {} } });
      const states: readonly unknown[] = [
        ...[4, 9, 6, 5, "x"].map((n) => ({ n })),
        { m: { "a.b": "xxx", b: 5 } },
        { req: {} },
        { set: ["a", "a", "a"] },
        {},
        null,
      ];
      for (const schema of schemasOfStates) {
        yield await kind.change(schema);
        yield await kind.replace("a", {}, "status");
        for (const status of states) yield await kind.replace("a", { status }, "status");
        yield await kind.replace("a", { status: undefined }, "status");
        yield await kind.patch(
          "a",
          { metadata: { labels: { a: JSON.stringify(schema).length.toString() } } },
          mergePatch,
        );
        yield await kind.create("n", { spec: { x: 8 }, status: { n: 4 } });
      }
    },
  },
  ...nullSchemas().map(
    ([spec, root, hasStatus], index): Play => ({
      plural: `nulls${index}`,
      schema: map({ spec, status: { type: "object", nullable: true } }, root),
      version: hasStatus ? { subresources: { status: {} } } : {},
      async *steps(kind) {
        yield await kind.create("a", { spec: null, status: null });
        yield await kind.create("b", { spec: null, extra: null, data: { a: null } });
        yield await kind.create("c", {});
        for (const name of ["a", "c"]) {
          yield await kind.replace(name, { spec: null, status: null });
          yield await kind.replace(name, { spec: null, status: null }, hasStatus ? "status" : "");
          yield await kind.patch(name, { spec: null }, mergePatch);
          yield await kind.patch(name, [{ op: "add", path: "/spec", value: null }], jsonPatch);
          if (spec !== anyValue) yield await kind.apply(name, { spec: null });
          yield await kind.read(name);
        }
      },
    }),
  ),
  {
    plural: "applied",
    schema: map({
      spec: map({
        a: text,
        n: { type: "string", nullable: true },
        d: { type: "string", default: "x" },
        o: map({ p: integer }),
        l: { type: "array", items: text },
        m: { type: "object", additionalProperties: text },
        any: anyValue,
      }),
    }),
    async *steps(kind) {
      const full = { a: "1", n: "1", d: "1", o: { p: 1 }, l: ["1"], m: { k: "1" }, any: { z: 1 } };
      const specs: readonly Json[] = [
        ...["a", "n", "d", "o", "l", "m"].map((name) => ({ [name]: null })),
        { o: { p: null } },
        { l: [null] },
        { m: { k: null } },
        { any: { z: null } },
        { z: null },
      ];
      for (const [index, spec] of specs.entries()) {
        yield await kind.apply(`n${index}`, { spec });
        yield await kind.create(`c${index}`, { spec });
        yield await kind.create(`f${index}`, { spec: full });
        yield await kind.apply(`f${index}`, { spec });
        yield await kind.patch(`f${index}`, { spec: { ...spec, zz: 1, aa: { b: 2 } }, bb: 1 }, mergePatch);
        yield await kind.patch(`f${index}`, [{ op: "replace", path: "/spec", value: spec }], jsonPatch);
      }
    },
  },
  {
    plural: "worded",
    schema: map({
      spec: map(
        {
          short: { type: "string", maxLength: 3, minLength: 2, pattern: "^[a-z<>]*$" },
          uuid: { type: "string", format: "uuid" },
          byte: { type: "string", format: "byte" },
          count: { type: "integer", format: "int32", minimum: -2, maximum: 5, multipleOf: 3 },
          ratio: { type: "number", minimum: 0.5, exclusiveMinimum: true, maximum: 1e7 },
          flag: { type: "boolean" },
          either: { "x-kubernetes-int-or-string": true },
          color: { type: "string", enum: ["red", "green", 'blue"'] },
          size: { type: "integer", enum: [1, 2] },
          set: { type: "array", items: text, "x-kubernetes-list-type": "set", minItems: 1, maxItems: 3 },
          map: {
            type: "array",
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["k", "p"],
            items: map({ k: text, p: { type: "integer", default: 1 }, v: text }, { required: ["k"] }),
          },
          names: { type: "object", additionalProperties: integer, minProperties: 1, maxProperties: 2 },
          any: { ...map({ a: text, b: text, c: integer }), anyOf: [{ required: ["a"] }, { required: ["b"] }] },
          one: { ...map({ a: text, b: text }), oneOf: [{ required: ["a"] }, { required: ["b"] }] },
          all: { type: "string", allOf: [{ minLength: 2 }, { pattern: "^a" }] },
          none: { type: "string", not: { enum: ["x"] } },
          pod: { ...anyObject, "x-kubernetes-embedded-resource": true },
        },
        {},
      ),
    }),
    async *steps(kind) {
      const values: readonly Json[] = [
        ...["", "a", "abcd", "A1", "\u00e9\n", 5, true, [], {}].map((short) => ({ short })),
        ...["x", 5, 1.5, {}, ["a"]].flatMap((value) => [{ uuid: value }, { byte: value }]),
        ...[-3, 6, 4, 1.5, "4", 2 ** 31, 1e19].map((count) => ({ count })),
        ...[0.5, 0, -1, 12_345_678.9, "1", {}].map((ratio) => ({ ratio })),
        ...["true", 0].map((flag) => ({ flag })),
        ...[1.5, true, {}].map((either) => ({ either })),
        ...["Red", "<&>", 3].map((color) => ({ color })),
        ...[3, "1", 1.5].map((size) => ({ size })),
        ...[[], ["a", "b", "a", "a"], ["a", 5], "a"].map((set) => ({ set })),
        { map: [{ k: "a" }, { k: "a", p: 1 }] },
        { map: [{ v: "<x>" }, { p: "1", v: 5 }] },
        { map: [{ k: "a" }, "a", { k: "a" }] },
        { names: {} },
        { names: { a: 1, "b.c": "x", d: 1.5 } },
        ...[{}, { c: 1 }, { a: 1 }, { c: "x", b: 1 }, []].flatMap((value) => [{ any: value }, { one: value }]),
        { one: { a: "", b: "" } },
        ...["", "a", "bb", "b", 5].map((all) => ({ all })),
        { none: "x" },
        { pod: {} },
        { pod: { apiVersion: "", kind: "" } },
        {
          pod: {
            apiVersion: "a/b/c",
            kind: "a b",
            metadata: { name: "A_", namespace: "x y", labels: { "a b": "c d" } },
          },
        },
        { short: "", count: 9, flag: 1, color: "x", set: ["a", "a"], pod: {} },
      ];
      for (const spec of values) yield await kind.create("n", { spec });
      yield await kind.create("n", { metadata: { labels: { "a b": "c d" }, finalizers: ["x y"] } });
      yield await kind.create("UP_", {});
    },
  },
  {
    plural: "ruled",
    schema: map({
      spec: withRules(
        map({
          text: withRules(
            { type: "string", maxLength: 20 },
            { rule: "self != 'a\"<'" },
            { rule: "self != 'b'", message: " not b " },
          ),
          count: withRules(integer, {
            rule: "self < 1000000",
            messageExpression: "self > 5000000 ? 'far too many' : 'too many'",
          }),
          ratio: withRules(
            { type: "number" },
            { rule: "self < 5.0" },
            { rule: "self > -1.0", reason: "FieldValueForbidden" },
          ),
          flag: withRules({ type: "boolean" }, { rule: "self" }),
          either: withRules({ "x-kubernetes-int-or-string": true }, { rule: "self != 5 && self != 'x'" }),
          list: withRules(
            { type: "array", maxItems: 5, items: withRules(integer, { rule: "self > 0" }) },
            { rule: "self.size() < 3" },
          ),
          names: withRules(
            { type: "object", maxProperties: 5, additionalProperties: withRules(integer, { rule: "self > 0" }) },
            { rule: "self.size() < 3", reason: "FieldValueDuplicate" },
          ),
          dup: withRules(
            { type: "string", maxLength: 9 },
            { rule: "self == oldSelf", reason: "FieldValueDuplicate", message: "same" },
          ),
          fixed: withRules(
            { type: "string", maxLength: 9 },
            { rule: "self == oldSelf", reason: "FieldValueRequired", message: "must stay" },
          ),
          any: withRules({ ...anyValue, type: "object" }, { rule: "true" }),
        }),
        { rule: "!has(self.text) || self.text != 'far'", fieldPath: ".list", message: "of the list" },
        { rule: "!has(self.text) || 10 / (self.text == 'zero' ? 0 : 1) > 1" },
      ),
    }),
    async *steps(kind) {
      const values: readonly Json[] = [
        ...['a"<', "b", "far", "zero"].map((each) => ({ text: each })),
        { count: 1_000_000 },
        ...[5, 12_345_678.9, -1].map((ratio) => ({ ratio })),
        { flag: false },
        ...[5, "x", "y"].map((either) => ({ either })),
        ...[
          [0, -1],
          [1, 2, 3],
        ].map((list) => ({ list })),
        { names: { "a.b": 0, c: 1, d: 2 } },
        { text: "far", list: [0] },
        { text: "b", count: "x" },
      ];
      for (const spec of values) yield await kind.create("n", { spec });
      yield await kind.create("a", { spec: { dup: "1", fixed: "1" } });
      yield await kind.replace("a", { spec: { dup: "2", fixed: "2" } });
      yield await kind.replace("a", { spec: { dup: "2", fixed: "1" } });
    },
  },
];

function nullSchemas(): readonly (readonly [spec: Json, root: Json, hasStatus: boolean])[] {
  const withDefault = { default: { a: "x" } };
  return [
    [anyObject, {}, false],
    [{ ...anyObject, nullable: true }, {}, true],
    [map({ a: text }, withDefault), {}, false],
    [map({ a: text }, { nullable: true, ...withDefault }), {}, true],
    [{ type: "object", nullable: true }, { required: ["spec"] }, false],
    [anyObject, { required: ["spec"] }, true],
    [anyObject, anyValue, false],
    [{ type: "string", nullable: true, enum: ["a"] }, {}, true],
    [{ type: "array", items: text, nullable: true }, {}, false],
    [{ "x-kubernetes-int-or-string": true, nullable: true }, {}, true],
    [anyValue, {}, false],
  ];
}

const schemasOfStates: readonly Json[] = [
  map({
    spec: map({ x: text }),
    status: map({
      n: { type: "integer", maximum: 5 },
      m: { type: "object", additionalProperties: { type: "string", maxLength: 2 } },
      req: map({ a: text }, { required: ["a"] }),
      set: { type: "array", "x-kubernetes-list-type": "set", items: text },
    }),
  }),
  map({ spec: map({ x: text }, anyValue), status: map({ n: integer }) }, { required: ["spec", "status"] }),
  map({
    spec: map({ x: integer, list: { type: "array", "x-kubernetes-list-type": "set", items: integer } }),
    status: anyObject,
  }),
  map({ spec: map({ x: integer, pod: { ...anyObject, "x-kubernetes-embedded-resource": true } }), status: anyObject }),
  map({
    spec: map({ x: withRules(integer, { rule: "self > 7" }) }),
    status: withRules(
      map({
        n: withRules(
          integer,
          { rule: "self < 3", message: " small " },
          { rule: "self != 4", reason: "FieldValueForbidden", message: "not 4" },
          { rule: "self != 5", reason: "FieldValueRequired", message: "not 5" },
          { rule: "self != 6", reason: "FieldValueDuplicate", message: "not 6" },
        ),
      }),
      { rule: "!has(self.n) || self.n != 9", message: "nine", fieldPath: ".n" },
      { rule: "!has(self.n) || self.n != 6", reason: "FieldValueDuplicate", message: "six" },
    ),
  }),
  map({ spec: anyObject, status: map({ n: integer }, { nullable: true, required: ["n"] }) }),
];

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** The kind of a play. Returns each request with its response as a line. */
class PlayedKind {
  private readonly server: WordsServer;
  private readonly play: Play;
  private readonly kind: string;
  private changes = 0;

  constructor(server: WordsServer, play: Play) {
    this.server = server;
    this.play = play;
    this.kind = play.plural.replace(/^./, (first) => first.toUpperCase());
  }

  private get mark(): string {
    return `mark${this.changes}`;
  }

  private path(name = "", subresource = ""): string {
    return `/apis/${group}/v1/${this.play.plural}${name && `/${name}`}${subresource && `/${subresource}`}`;
  }

  private object(name: string, { metadata = {}, ...rest }: Json): Json {
    return { apiVersion: `${group}/v1`, kind: this.kind, metadata: { name, ...(metadata as Json) }, ...rest };
  }

  /** Adds a field with the current mark to the schema, which shows when the server uses the schema. */
  private marked(schema: Json): Json {
    const properties = { ...(schema["properties"] as Json), [this.mark]: { type: "string", default: "" } };
    return { ...schema, properties };
  }

  async define(): Promise<void> {
    const { plural, schema, version = {} } = this.play;
    const versions = [
      { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: this.marked(schema) }, ...version },
    ];
    const names = { plural, kind: this.kind };
    const definition = { metadata: { name: `${plural}.${group}` }, spec: { group, scope: "Cluster", names, versions } };
    const { code, text: answer } = await this.server.exchange("POST", definitionsPath, JSON.stringify(definition));
    if (code !== 201) throw new Error(answer);
    await this.served();
  }

  private async served(): Promise<void> {
    const probe = JSON.stringify(this.object("probe", {}));
    for (let tries = 0; tries < 400; tries++) {
      const { text: answer } = await this.server.exchange("POST", `${this.path()}?dryRun=All`, probe);
      if (answer.includes(`"${this.mark}":`) || answer.includes("is invalid")) return;
      await pause();
    }
    throw new Error(`${this.play.plural} is not served`);
  }

  async change(schema: Json): Promise<string> {
    this.changes++;
    const path = `${definitionsPath}/${this.play.plural}.${group}`;
    const patch = [{ op: "replace", path: "/spec/versions/0/schema/openAPIV3Schema", value: this.marked(schema) }];
    const { code, text: answer } = await this.server.exchange("PATCH", path, JSON.stringify(patch), jsonPatch);
    if (code !== 200) throw new Error(answer);
    await this.changed();
    return `change ${JSON.stringify(schema)}`;
  }

  private async changed(): Promise<void> {
    for (let tries = 0; tries < 400; tries++) {
      const { text: answer } = await this.server.exchange("GET", this.path());
      if (answer.includes(`"${this.mark}":`)) return;
      await pause();
    }
    throw new Error(`${this.play.plural} is not served as it was changed`);
  }

  create(name: string, rest: Json): Promise<string> {
    const body = this.object(name, rest);
    const query = name === "n" ? "?dryRun=All" : "";
    return this.line("create", [name, rest], ["POST", this.path() + query, JSON.stringify(body)]);
  }

  async replace(name: string, fields: Json, subresource = ""): Promise<string> {
    const { text: answer } = await this.server.exchange("GET", this.path(name));
    const body = { ...(JSON.parse(answer) as Json), ...fields };
    const exchangeArguments = [
      "PUT",
      this.path(name, subresource),
      JSON.stringify(body),
    ] satisfies Parameters<Exchange>;
    return this.line(`replace ${subresource}`, [name, fields], exchangeArguments);
  }

  patch(name: string, patch: unknown, type: string, subresource = ""): Promise<string> {
    const exchangeArguments = [
      "PATCH",
      this.path(name, subresource),
      JSON.stringify(patch),
      type,
    ] satisfies Parameters<Exchange>;
    return this.line(`patch ${subresource}`, [name, patch], exchangeArguments);
  }

  apply(name: string, rest: Json): Promise<string> {
    const path = `${this.path(name)}?fieldManager=m&force=true`;
    return this.line("apply", [name, rest], ["PATCH", path, JSON.stringify(this.object(name, rest)), applyPatch]);
  }

  read(name: string): Promise<string> {
    return this.line("read", [name], ["GET", this.path(name)]);
  }

  private async line(verb: string, about: readonly unknown[], exchangeArguments: Parameters<Exchange>) {
    const { code, text: answer, warnings } = await this.server.exchange(...exchangeArguments);
    const warningsText = warnings.length > 0 ? ` warns ${JSON.stringify(warnings)}` : "";
    return `${this.play.plural} ${verb} ${about.map((each) => JSON.stringify(each)).join(" ")}: ${code} ${shownAnswer(answer)}${warningsText}`;
  }
}

/**
 * Returns the object without its metadata, or the error, in sorted order: kube-apiserver visits fields in random order.
 */
function shownAnswer(answer: string): string {
  const value: unknown = JSON.parse(answer);
  if (!isPlainObject(value)) return answer;
  const { apiVersion: _version, kind, metadata: _metadata, details, message, ...rest } = value;
  for (const name of Object.keys(rest)) if (name.startsWith("mark")) Reflect.deleteProperty(rest, name);
  if (kind !== "Status") return JSON.stringify(sortKeys(rest));
  const { causes = [] } = (details ?? {}) as { readonly causes?: readonly Record<"field" | "message", string>[] };
  const causeTexts = [...new Set(causes.map((cause) => `${cause.field}: ${cause.message}`))].sort();
  return causeTexts.length > 0 ? causeTexts.join(" | ") : String(message);
}

/** @returns a line for each request with its response */
export async function* playWords(server: WordsServer): AsyncGenerator<string> {
  for (const play of plays) {
    const kind = new PlayedKind(server, play);
    await kind.define();
    yield* play.steps(kind);
  }
}

export async function removeWords(server: WordsServer): Promise<void> {
  for (const { plural } of plays) await server.exchange("DELETE", `${definitionsPath}/${plural}.${group}`);
}
