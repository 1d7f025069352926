/**
 * Configures Ajv for the project's schemas and their keywords.
 *
 * @module
 */
import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, type Name, type Options } from "ajv";
import { formats } from "../../src/schema/formats.ts";

export const ajvOptions: Options = {
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  messages: false,
  verbose: true,
  formats: Object.fromEntries(formats),
};

const isWholeBelow = (data: Name, limit: number): Code =>
  _`(typeof ${data} == "number" && Number.isInteger(${data}) && ${data} >= ${-limit} && ${data} < ${limit})`;

function fitsInt64(data: Name): Code {
  const isInRange = _`${data} >= BigInt("-9223372036854775808") && ${data} < BigInt("9223372036854775808")`;
  return _`(${isWholeBelow(data, 2 ** 53)} || (typeof ${data} == "bigint" && ${isInRange}))`;
}

/** An integer that fits into 32 or 64 bits. Null means absent. Values beyond 2^53 are bigint. */
const int: CodeKeywordDefinition & { keyword: string } = {
  keyword: "x-int",
  schemaType: "number",
  code(cxt: KeywordCxt) {
    const { data, schema } = cxt;
    cxt.pass(_`${data} === null || ${schema === 64 ? fitsInt64(data) : isWholeBelow(data, 2 ** 31)}`);
  },
};

const uint: CodeKeywordDefinition & { keyword: string } = {
  keyword: "x-uint",
  schemaType: "number",
  code(cxt: KeywordCxt) {
    const { data, schema } = cxt;
    const isSmall = _`${data} >= 0 && ${data} < ${2 ** schema}`;
    cxt.pass(_`${data} === null || (typeof ${data} == "number" && Number.isInteger(${data}) && ${isSmall})`);
  },
};

const intOrString: CodeKeywordDefinition & { keyword: string } = {
  keyword: "x-int-or-string",
  schemaType: "boolean",
  code(cxt: KeywordCxt) {
    const { data } = cxt;
    cxt.pass(
      _`${data} === null || typeof ${data} == "string" || (typeof ${data} == "number" && (${data} | 0) === ${data})`,
    );
  },
};

/** A quantity: any number, also beyond 2^53, or a string with the syntax of quantities. */
const quantity: CodeKeywordDefinition & { keyword: string } = {
  keyword: "x-quantity",
  schemaType: "boolean",
  code(cxt: KeywordCxt) {
    const { data } = cxt;
    const isNumber = _`typeof ${data} == "number" || typeof ${data} == "bigint"`;
    cxt.pass(
      _`${data} === null || ${isNumber} || (typeof ${data} == "string" && ${formatIn(cxt, "quantity")}(${data}))`,
    );
  },
};

/** A floating point number. Integers beyond 2^53 are bigint. */
const float: CodeKeywordDefinition & { keyword: string } = {
  keyword: "x-float",
  schemaType: "boolean",
  code(cxt: KeywordCxt) {
    const { data } = cxt;
    cxt.pass(_`${data} === null || typeof ${data} == "number" || typeof ${data} == "bigint"`);
  },
};

/** Bytes as base64, or as a list of bytes in which null means 0. */
const bytes: CodeKeywordDefinition & { keyword: string } = {
  keyword: "x-bytes",
  schemaType: "boolean",
  code(cxt: KeywordCxt) {
    const { data, gen } = cxt;
    const item = gen.name("item");
    const isByte = _`${item} === null || (Number.isInteger(${item}) && ${item} >= 0 && ${item} < 256)`;
    const isList = _`Array.isArray(${data}) && ${data}.every((${item}) => ${isByte})`;
    cxt.pass(_`${data} === null || (${isList}) || (typeof ${data} == "string" && ${formatIn(cxt, "base64")}(${data}))`);
  },
};

/** A duration: a string with the syntax of Go durations, or a number of nanoseconds. */
const durationOrNanos: CodeKeywordDefinition & { keyword: string } = {
  keyword: "x-duration-or-nanos",
  schemaType: "boolean",
  code(cxt: KeywordCxt) {
    const { data } = cxt;
    const isNumber = fitsInt64(data);
    cxt.pass(
      _`${data} === null || ${isNumber} || (typeof ${data} == "string" && ${formatIn(cxt, "go-duration")}(${data}))`,
    );
  },
};

/** Returns the name of a format in the generated code. */
function formatIn({ gen }: KeywordCxt, format: string) {
  return gen.scopeValue("formats", {
    key: format,
    ref: formats.get(format),
  });
}

export const keywords: readonly (CodeKeywordDefinition & { keyword: string })[] = [
  int,
  uint,
  intOrString,
  quantity,
  float,
  bytes,
  durationOrNanos,
];
