/**
 * Test data from the API's repository (k8s.io/api 0.37.1, testdata): an object of each kind with all fields set. The
 * CBOR is apimachinery's encoding of the JSON.
 */
import { expect, test } from "vitest";
import { cborCodec } from "../../src/server/http/cbor-codec.ts";
import { jsonCodec } from "../../src/server/http/json-codec.ts";
import { yamlCodec } from "../../src/server/http/yaml-codec.ts";
import { unwrapEnvelope, wrapEnvelope } from "../../src/wire/envelope.ts";
import { decodeMessage, encodeMessage } from "../../src/wire/message.ts";
import { recordedLines } from "../recorded-lines.ts";
import { type Identity, schemaOf } from "./schema-of.ts";

interface Recorded {
  /** The release; `HEAD` is 1.37. */
  readonly release: string;
  /** The file name, such as `apps.v1.Deployment`. */
  readonly file: string;
  readonly json: string;
  /** Protobuf in hexadecimal. */
  readonly pb: string;
  /** The encoding of 1.37 in hexadecimal, if it differs from `pb`. */
  readonly written?: string;
  /** YAML, only for 1.37. */
  readonly yaml?: string;
  /** CBOR in hexadecimal, only for 1.37; absent if apimachinery does not know the kind. */
  readonly cbor?: string;
}

const recorded = recordedLines(new URL("data/api-testdata.jsonl.br", import.meta.url)).map(
  (line) => JSON.parse(line) as Recorded,
);
const newest = recorded.filter(({ release }) => release === "HEAD");
const shapeOf = ({ apiVersion, kind }: Identity) => ({
  apiVersion,
  kind,
  schema: schemaOf({ apiVersion, kind }) ?? {},
});

/**
 * Versions that no API server since 1.30 serves, options that are sent as queries, and discovery documents, which
 * clustervet never encodes as Protobuf.
 */
const unserved = [
  /^(?:apps\.v1beta[12]|extensions\.v1beta1|rbac.*\.v1(?:alpha|beta)1|node.*\.v1(?:alpha|beta)1|batch\.v1beta1|policy\.v1beta1)\./,
  /^(?:events|discovery|networking|autoscaling|flowcontrol|scheduling|coordination|certificates)\..*v[12](?:alpha|beta)[12]\./,
  /^(?:authentication|authorization|storage|admissionregistration)\..*v1(?:alpha|beta)1\./,
  /^core\.v1\.(?:API|\w+Options|RangeAllocation|SerializedReference|WatchEvent)|^apidiscovery.*v2beta1/,
];

test.each(newest)(
  "$file has the same value in JSON and YAML, and the same bytes in CBOR",
  ({ json, yaml = "", cbor }) => {
    const value = JSON.parse(json);
    const shape = shapeOf(value);
    expect(jsonCodec.decode(Buffer.from(json), shape)).toEqual({ value, strictFaults: [] });
    expect(yamlCodec.decode(Buffer.from(yaml), shape)).toEqual({ value, strictFaults: [] });
    if (cbor === undefined) return;
    expect(cborCodec.decode(Buffer.from(cbor, "hex"), shape).value).toEqual(value);
    if (schemaOf(value)) expect(hexOf(cborCodec.encodeValue(sortMembers(value) as object, shape))).toBe(cbor);
  },
);

test.each(recorded.filter(({ json }) => schemaOf(JSON.parse(json))))(
  "$release $file has the same value and bytes in Protobuf",
  (row) => {
    const { release, file, json, pb, written = pb } = row;
    const { apiVersion, kind, ...fields } = JSON.parse(json);
    const { schema } = shapeOf({ apiVersion, kind });
    const bytes = Buffer.from(pb, "hex");
    const envelope = unwrapEnvelope(bytes);
    // A spec without fields is decoded as absent.
    const { spec, ...others } = fields;
    const value = kind === "StorageVersion" ? others : fields;
    expect(decodeMessage(envelope.ok ? envelope.value.raw : bytes, schema)).toEqual({ ok: true, value });
    // The kind has a field that 1.34 lost and one that 1.35 gained, so this encoding equals that of no release.
    if (file === "resource.k8s.io.v1alpha3.DeviceTaintRule" && /^v1\.3[34]/.test(release)) return;
    expect([pb, written]).toContain(hexOf(wrapEnvelope({ apiVersion, kind }, encodeMessage(fields, schema))));
  },
);

test("only kinds that are not served are left out", () => {
  expect(newest).toHaveLength(193);
  const unknown = recorded.filter(({ json }) => !schemaOf(JSON.parse(json))).map(({ file }) => file);
  expect(unknown.filter((file) => !unserved.some((pattern) => pattern.test(file)))).toEqual([]);
  expect(new Set(unknown).size).toBe(77);
});

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** Sorts members as apimachinery writes them: by length, then alphabetically. */
function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, sortMembers(item)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)));
}
