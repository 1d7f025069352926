/**
 * Encodes an OpenAPI v2 document as Protobuf, the only form that kubectl requests. The messages are those of gnostic: a
 * map is a list of name-value pairs, a union is a separate message, and free-form values are text.
 *
 * @module
 */
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { formatJson } from "../../json/format-json.ts";
import { memberOf } from "../../json/member.ts";

/** Writes a value as the field with that number. */
type Write = (writer: BinaryWriter, number: number, value: unknown) => void;

interface Message {
  /** Field number and writer of each member. */
  readonly members: Readonly<Record<string, readonly [number, Write]>>;
  /** The field number for members that begin with `x-`. */
  readonly extensions?: number;
}

/** Number of paths or definitions that are written in each step. */
const entriesPerStep = 20;

/** Encodes the document in steps, because all of it takes as long as a hundred requests. */
export function* encodeOpenApi2(document: object): Generator<void, Uint8Array> {
  const writer = new BinaryWriter();
  for (const [name, member] of Object.entries(document)) {
    const map = largeMaps.get(name);
    if (map) writer.tag(map.number, WireType.LengthDelimited).bytes(yield* encodeEntries(map, member));
    else writeMembers(writer, documentMessage, { [name]: member });
  }
  return writer.finish();
}

function* encodeEntries({ entryNumber, write }: LargeMap, map: object): Generator<void, Uint8Array> {
  const entries = Object.entries(map);
  const writer = new BinaryWriter();
  for (let at = 0; at < entries.length; at += entriesPerStep) {
    write(writer, entryNumber, Object.fromEntries(entries.slice(at, at + entriesPerStep)));
    yield;
  }
  return writer.finish();
}

function writeMembers(writer: BinaryWriter, { members, extensions }: Message, value: object): void {
  for (const [name, member] of Object.entries(value)) {
    const known = memberOf(members, name);
    if (known) known[1](writer, known[0], member);
    else if (extensions !== undefined && name.startsWith("x-"))
      namedValues(any, [])(writer, extensions, { [name]: member });
    else throw new Error(`OpenAPI v2 in protobuf has no member ${name}`);
  }
}

const text: Write = (writer, number, value) => writer.tag(number, WireType.LengthDelimited).string(String(value));
const bool: Write = (writer, number, value) => writer.tag(number, WireType.Varint).bool(value === true);
const integer: Write = (writer, number, value) => writer.tag(number, WireType.Varint).int64(String(value));
const double: Write = (writer, number, value) => writer.tag(number, WireType.Bit64).double(Number(value));

const repeated =
  (write: Write): Write =>
  (writer, number, value) => {
    for (const item of value as readonly unknown[]) write(writer, number, item);
  };

/** @param message - called when it is needed, because messages may contain themselves */
const message =
  (message: () => Message): Write =>
  (writer, number, value) => {
    writer.tag(number, WireType.LengthDelimited).fork();
    writeMembers(writer, message(), value as object);
    writer.join();
  };

/**
 * Wraps a value in nested messages that contain only it.
 *
 * @param numbers - the field number in each message, the outermost first; the last is the number of the value
 */
function wrapped(numbers: readonly number[], write: Write): Write {
  return numbers.reduceRight<Write>(
    (inner, own) => (writer, number, value) => {
      writer.tag(number, WireType.LengthDelimited).fork();
      inner(writer, own, value);
      writer.join();
    },
    write,
  );
}

/**
 * Writes a map as a list of name-value pairs.
 *
 * @param path - field numbers of the messages around each value
 */
function namedValues(write: Write, path: readonly number[]): Write {
  const writeValue = wrapped(path, write);
  return (writer, number, value) => {
    for (const [name, item] of Object.entries(value as object)) {
      writer.tag(number, WireType.LengthDelimited).fork();
      text(writer, 1, name);
      writeValue(writer, 2, item);
      writer.join();
    }
  };
}

/** A free-form value. gnostic expects YAML, and JSON is YAML. */
const any: Write = wrapped([2], (writer, number, value) => text(writer, number, formatJson(value)));

const schema = message(() => schemaMessage);
const schemaMessage: Message = {
  members: {
    $ref: [1, text],
    format: [2, text],
    description: [4, text],
    title: [3, text],
    default: [5, any],
    multipleOf: [6, double],
    maximum: [7, double],
    exclusiveMaximum: [8, bool],
    minimum: [9, double],
    exclusiveMinimum: [10, bool],
    maxLength: [11, integer],
    minLength: [12, integer],
    pattern: [13, text],
    maxItems: [14, integer],
    minItems: [15, integer],
    uniqueItems: [16, bool],
    maxProperties: [17, integer],
    minProperties: [18, integer],
    required: [19, repeated(text)],
    enum: [20, repeated(any)],
    additionalProperties: [21, wrapped([1], schema)],
    type: [22, wrapped([1], text)],
    items: [23, wrapped([1], schema)],
    properties: [25, wrapped([1], namedValues(schema, []))],
  },
  extensions: 31,
};

const bodyParameter = message(() => ({
  members: { name: [2, text], in: [3, text], required: [4, bool], schema: [5, schema] },
}));
const pathParameter = message(() => ({
  members: { required: [1, bool], in: [2, text], name: [4, text], type: [5, text], uniqueItems: [19, bool] },
}));
const queryParameter = message(() => ({
  members: { in: [2, text], name: [4, text], type: [6, text], uniqueItems: [20, bool] },
}));

/** Writers of a parameter's messages, by the value of its `in`. */
const writeByPlace: ReadonlyMap<string, Write> = new Map(
  Object.entries({
    body: wrapped([1], bodyParameter),
    path: wrapped([2, 4], pathParameter),
    query: wrapped([2, 3], queryParameter),
  }),
);

const definedParameter: Write = (writer, number, value) => {
  const { in: place } = value as { readonly in: string };
  writeByPlace.get(place)?.(writer, number, value);
};

const parameterInPlace = wrapped([1], definedParameter);
const sharedParameter = wrapped(
  [2],
  message(() => ({ members: { $ref: [1, text] } })),
);

/** Writes the parameter itself, or its reference to a shared parameter of the document. */
const parameter: Write = (writer, number, value) => {
  const isShared = "$ref" in (value as object);
  (isShared ? sharedParameter : parameterInPlace)(writer, number, value);
};

const requirement: Write = (writer, number, value) => {
  writer.tag(number, WireType.LengthDelimited).fork();
  namedValues(
    message(() => ({ members: { values: [1, repeated(text)] } })),
    [],
  )(writer, 1, Object.fromEntries(Object.entries(value as object).map(([name, values]) => [name, { values }])));
  writer.join();
};

const apiKey = message(() => ({
  members: { type: [1, text], name: [2, text], in: [3, text], description: [4, text] },
}));

const response = message(() => ({ members: { description: [1, text], schema: [2, wrapped([1], schema)] } }));

const operation = message(() => ({
  members: {
    tags: [1, repeated(text)],
    operationId: [5, text],
    produces: [6, repeated(text)],
    consumes: [7, repeated(text)],
    parameters: [8, repeated(parameter)],
    responses: [9, wrapped([1], namedValues(response, [1]))],
    schemes: [10, repeated(text)],
  },
  extensions: 13,
}));

const pathItem = message(() => ({
  members: {
    get: [2, operation],
    put: [3, operation],
    post: [4, operation],
    delete: [5, operation],
    options: [6, operation],
    head: [7, operation],
    patch: [8, operation],
    parameters: [9, repeated(parameter)],
  },
}));

/** A member that makes up much of the document: a message of name-value pairs. */
interface LargeMap {
  readonly number: number;
  readonly entryNumber: number;
  readonly write: Write;
}

const largeMaps: ReadonlyMap<string, LargeMap> = new Map([
  ["paths", { number: 8, entryNumber: 2, write: namedValues(pathItem, []) }],
  ["definitions", { number: 9, entryNumber: 1, write: namedValues(schema, []) }],
]);

/** The other members of the document. */
const documentMessage: Message = {
  members: {
    swagger: [1, text],
    info: [2, message(() => ({ members: { title: [1, text], version: [2, text] } }))],
    parameters: [10, wrapped([1], namedValues(definedParameter, []))],
    security: [12, repeated(requirement)],
    securityDefinitions: [13, wrapped([1], namedValues(apiKey, [2]))],
  },
};
