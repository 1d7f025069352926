/**
 * Applies of two managers and patches of a third to custom resources with random schemas, each with the managed fields
 * after it or the error. The same for every server.
 */
import { isPlainObject } from "../../src/json/plain-object.ts";
import { sortKeys } from "../../src/patch/key-order.ts";
import type { Exchange } from "./custom-resources/compare-resources.ts";
import { formatExact, number, parseExact } from "./custom-resources/exact-json.ts";
import { Random } from "./random.ts";

export interface AppliesServer {
  readonly exchange: Exchange;
}

type Json = Readonly<Record<string, unknown>>;

const group = "applies.example.com";
const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const mergePatch = "application/merge-patch+json";
const applyPatch = "application/apply-patch+yaml";

const preserve = "x-kubernetes-preserve-unknown-fields";
const names = ["a", "b", "c"];

/** Generates structural schemas. */
class Schemas {
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  private chance(share: number): boolean {
    return this.random.next() < share;
  }

  draw(depth: number): Json {
    const kinds = depth > 0 ? ["scalar", "object", "object", "dict", "list", "list", "any", "embedded"] : ["scalar"];
    const schema = this.drawKind(this.random.pick(kinds) ?? "");
    return schema(depth);
  }

  private drawKind(kind: string): (depth: number) => Json {
    switch (kind) {
      case "object":
        return (depth) => this.object(depth);
      case "dict":
        return (depth) => this.dict(depth);
      case "list":
        return (depth) => this.list(depth);
      case "any":
        return (depth) => ({ [preserve]: true, ...(this.chance(0.4) ? this.fields(depth) : {}) });
      case "embedded":
        return (depth) => ({ ...this.object(depth), [preserve]: true, "x-kubernetes-embedded-resource": true });
      default:
        return () => this.scalar();
    }
  }

  private scalar(): Json {
    const types: readonly Json[] = [
      { type: "string" },
      { type: "string", format: "date-time" },
      { type: "string", format: "byte" },
      { type: "string", nullable: true },
      { type: "integer" },
      { type: "integer", format: "int32", nullable: true },
      { type: "number" },
      { type: "boolean" },
      { "x-kubernetes-int-or-string": true },
    ];
    return this.random.pick(types) ?? {};
  }

  private fields(depth: number): Json {
    const own = names.filter(() => this.chance(0.6));
    const properties = Object.fromEntries(own.map((name) => [name, this.draw(depth - 1)]));
    const required = own.filter(() => this.chance(0.1));
    return { ...(own.length > 0 ? { properties } : {}), ...(required.length > 0 ? { required } : {}) };
  }

  private object(depth: number): Json {
    return {
      type: "object",
      ...this.fields(depth),
      ...(this.chance(0.2) ? { [preserve]: true } : {}),
      ...(this.chance(0.15) ? { "x-kubernetes-map-type": this.random.pick(["atomic", "granular"]) } : {}),
    };
  }

  private dict(depth: number): Json {
    return {
      type: "object",
      additionalProperties: this.chance(0.15) ? true : this.draw(depth - 1),
      ...(this.chance(0.15) ? { [preserve]: true } : {}),
      ...(this.chance(0.15) ? { "x-kubernetes-map-type": "atomic" } : {}),
    };
  }

  private list(depth: number): Json {
    const type = this.random.pick(["", "atomic", "set", "set", "map", "map", "map"]) ?? "";
    const plain = [{ type: "string" }, { type: "integer" }, { type: "number" }, { type: "boolean" }];
    switch (type) {
      case "":
        return { type: "array", items: this.draw(depth - 1) };
      case "atomic":
        return { type: "array", items: this.draw(depth - 1), "x-kubernetes-list-type": type };
      case "set":
        return { type: "array", items: this.random.pick(plain), "x-kubernetes-list-type": type };
      default:
        return this.listMap(depth);
    }
  }

  private listMap(depth: number): Json {
    const { properties = {} } = this.fields(depth);
    const keys = this.chance(0.3) ? ["k", "l"] : ["k"];
    const k = this.random.pick([{ type: "string" }, { type: "integer" }]);
    const l = { type: "string", default: "x" };
    const withDefault = this.chance(0.25);
    const first = withDefault && k?.type === "string" ? { k: { ...k, default: "y" } } : { k };
    const required = "default" in (first.k ?? {}) ? {} : { required: ["k"] };
    return {
      type: "array",
      items: {
        type: "object",
        properties: { ...(properties as Json), ...first, ...(keys.includes("l") ? { l } : {}) },
        ...required,
        ...(this.chance(0.1) ? { [preserve]: true } : {}),
      },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": keys,
    };
  }
}

/** Contains no whole number with a decimal point, for which only kube-apiserver increments the generation. */
const oddValues: readonly unknown[] = [
  null,
  {},
  [],
  "x",
  5,
  true,
  number("1.5"),
  number("9223372036854775808"),
  number("9223372036854775807"),
  { zz: 1 },
  { zz: { y: [1] } },
  [1, {}],
  [{}],
  [null],
  ["a", "a"],
  { a: null },
];

/** Generates values of a schema, some of them invalid. */
class Values {
  private readonly random: Random;
  private readonly oddShare: number;

  constructor(random: Random, oddShare: number) {
    this.random = random;
    this.oddShare = oddShare;
  }

  draw(schema: Json): unknown {
    if (this.random.next() < this.oddShare) return this.random.pick(oddValues);
    const type = schema["type"] ?? (schema["properties"] ? "object" : "");
    switch (type) {
      case "object":
        return this.object(schema);
      case "array":
        return Array.from({ length: Math.floor(this.random.next() * 3) }, () => this.draw(schema["items"] as Json));
      default:
        return this.scalar(String(type), schema["format"]);
    }
  }

  private object(schema: Json): Json {
    const { properties = {}, additionalProperties: values } = schema as Record<string, Json>;
    const { required = [] } = schema as { readonly required?: readonly string[] };
    const found: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(properties)) {
      const share = required.includes(name) ? 0.97 : 0.7;
      if (this.random.next() < share) found[name] = this.draw(field as Json);
    }
    if (values !== undefined || schema[preserve]) {
      for (const name of ["m", "n"])
        if (this.random.next() < 0.4) found[name] = isPlainObject(values) ? this.draw(values) : this.free();
    }
    if (schema["x-kubernetes-embedded-resource"]) {
      const own = { apiVersion: "v1", kind: "Some", metadata: { name: "e", labels: { l: "1" } } };
      for (const [name, value] of Object.entries(own)) if (this.random.next() < 0.9) found[name] = value;
    }
    return found;
  }

  private free(): unknown {
    return this.random.pick(oddValues);
  }

  private scalar(type: string, format: unknown): unknown {
    switch (type) {
      case "string":
        if (format === "date-time") return this.random.pick(["2026-01-02T03:04:05Z", "2026-01-02T03:04:06Z"]);
        return this.random.pick(["YQ==", "Yg=="]);
      case "integer":
        return this.random.pick([1, 2, 1]);
      case "number":
        return this.random.pick([1, 2, number("2.5")]);
      case "boolean":
        return this.random.pick([true, false]);
      default:
        return this.random.pick([1, "1", ...oddValues]);
    }
  }
}

const fieldsInKind = 20;

/** Plays applies to one field; its objects are used for no other field. */
class PlayedField {
  private readonly server: AppliesServer;
  private readonly apiVersion: string;
  private readonly field: string;
  private readonly name: string;

  constructor(server: AppliesServer, version: string, field: string) {
    this.server = server;
    this.apiVersion = `${group}/${version}`;
    this.field = field;
    this.name = field;
  }

  private get path(): string {
    return `/apis/${this.apiVersion}/things/${this.name}`;
  }

  apply(value: unknown, manager: string, force = false): Promise<string> {
    const spec = value === undefined ? {} : { [this.field]: value };
    const object = { apiVersion: this.apiVersion, kind: "Thing", metadata: { name: this.name }, spec };
    const query = `?fieldManager=${manager}${force ? "&force=true" : ""}`;
    return this.line(`${manager} applies${force ? " with force" : ""}`, value, [
      "PATCH",
      this.path + query,
      formatExact(object),
      applyPatch,
    ]);
  }

  patch(value: unknown): Promise<string> {
    const text = formatExact({ spec: { [this.field]: value } });
    return this.line("m3 patches", value, ["PATCH", `${this.path}?fieldManager=m3`, text, mergePatch]);
  }

  private async line(verb: string, value: unknown, exchangeArguments: Parameters<Exchange>): Promise<string> {
    const { code, text } = await this.server.exchange(...exchangeArguments);
    const about = value === undefined ? "nothing" : formatExact(value);
    return `${this.field} ${verb} ${about}: ${code} ${this.shown(text)}`;
  }

  /**
   * Returns the field and its managers, or the error, in sorted order: kube-apiserver visits fields in random order.
   */
  private shown(text: string): string {
    const answer = parseExact(text);
    if (!isPlainObject(answer)) return text;
    const { kind, metadata, spec, details, message } = answer;
    if (kind === "Status") return refusal(String(message), details as Json | undefined);
    const value = isPlainObject(spec) && this.field in spec ? formatExact(sortKeys(spec[this.field])) : "nothing";
    const { generation, managedFields = [] } = metadata as Json;
    const owned = (managedFields as readonly Json[]).map(({ manager, fieldsV1 }) => {
      const { "f:spec": fields = {} } = fieldsV1 as Json;
      return `${manager}=${formatExact(sortKeys((fields as Json)[`f:${this.field}`] ?? null))}`;
    });
    return `${value} generation ${formatExact(generation)} ${owned.sort().join(" ")}`;
  }
}

function refusal(message: string, details: Json | undefined): string {
  const causes = (details?.["causes"] ?? []) as readonly Readonly<Record<"field" | "message", string>>[];
  if (causes.length === 0) return message.split("\n").sort().join(" ");
  return [...new Set(causes.map((cause) => `${cause.field}: ${cause.message}`))].sort().join(" | ");
}

async function define(server: AppliesServer, version: string, properties: Json): Promise<void> {
  const spec = { type: "object", properties: { ...properties, [version]: { type: "string", default: "is served" } } };
  const definition = {
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: "Cluster",
      names: { plural: "things", kind: "Thing" },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
        },
      ],
    },
  };
  await removeApplies(server);
  const { code, text } = await server.exchange("POST", definitionsPath, JSON.stringify(definition));
  if (code !== 201) throw new Error(text);
  const probe = { apiVersion: `${group}/${version}`, kind: "Thing", metadata: { name: "probe" }, spec: {} };
  await waitUntil(async () => {
    const path = `/apis/${group}/${version}/things?dryRun=All`;
    return (await server.exchange("POST", path, JSON.stringify(probe))).text.includes("is served");
  });
}

/** Deletes the definition and waits until it is gone. */
export async function removeApplies(server: AppliesServer): Promise<void> {
  const path = `${definitionsPath}/things.${group}`;
  await waitUntil(async () => (await server.exchange("DELETE", path)).code === 404);
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("took too long");
}

export interface AppliesPlan {
  readonly seed: number;
  readonly kinds: number;
}

export const recordedApplies: AppliesPlan = { seed: 2, kinds: 4 };

/** @returns a line for each schema, and for each request with its response */
export async function* playApplies(server: AppliesServer, { seed, kinds }: AppliesPlan): AsyncGenerator<string> {
  for (let index = 0; index < kinds; index++) {
    const random = new Random(seed * 1000 + index);
    const schemas = new Schemas(random);
    const fields = Array.from({ length: fieldsInKind }, (_, each) => [`p${each}`, schemas.draw(3)] as const);
    const version = `v${index + 1}`;
    await define(server, version, Object.fromEntries(fields));
    for (const [field, schema] of fields) {
      yield `${version} ${field} ${JSON.stringify(schema)}`;
      yield* playField(new PlayedField(server, version, field), schema, random);
    }
  }
}

async function* playField(played: PlayedField, schema: Json, random: Random): AsyncGenerator<string> {
  const [plain, odd] = [new Values(random, 0.03), new Values(random, 0.2)];
  const values = [plain, odd, plain, odd, plain, odd].map((each) => each.draw(schema));
  yield await played.apply(values[0], "m1");
  yield await played.apply(values[1], "m1");
  yield await played.apply(values[2], "m2");
  yield await played.apply(values[0], "m2");
  yield await played.apply(values[2], "m2", true);
  yield await played.apply(values[3], "m2", true);
  yield await played.patch(values[4]);
  yield await played.patch(values[5]);
  yield await played.apply(values[4], "m1", true);
  yield await played.apply(undefined, "m1");
  yield await played.apply(undefined, "m2");
}
