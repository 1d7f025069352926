/**
 * How Ajv is set up, with the keywords of our schemas.
 *
 * @module
 */
import { _, type CodeKeywordDefinition, type KeywordCxt, type Options } from "ajv";
import { formats } from "../../src/schema/formats.ts";

export const ajvOptions: Options = {
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  messages: false,
  verbose: true,
  formats: Object.fromEntries(formats),
};

/** A whole number that fits 32 or 64 bits; null means absent. Values beyond 2^53 are bigint. */
const int: CodeKeywordDefinition & { keyword: string } = {
  keyword: "x-int",
  schemaType: "number",
  code(cxt: KeywordCxt) {
    const { data, schema } = cxt;
    const limit = schema === 32 ? 2 ** 31 : 2 ** 53;
    const small = _`typeof ${data} == "number" && Number.isInteger(${data}) && ${data} >= ${-limit} && ${data} < ${limit}`;
    const large =
      schema === 64
        ? _`typeof ${data} == "bigint" && ${data} >= BigInt("-9223372036854775808") && ${data} < BigInt("9223372036854775808")`
        : _`false`;
    cxt.pass(_`${data} === null || (${small}) || (${large})`);
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

/** Any number is a quantity, also one beyond 2^53; text has a grammar. */
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

/** Text has the grammar of durations; a number counts nanoseconds. */
const durationOrNanos: CodeKeywordDefinition & { keyword: string } = {
  keyword: "x-duration-or-nanos",
  schemaType: "boolean",
  code(cxt: KeywordCxt) {
    const { data } = cxt;
    const isNumber = _`typeof ${data} == "bigint" || (typeof ${data} == "number" && Number.isInteger(${data}))`;
    cxt.pass(
      _`${data} === null || ${isNumber} || (typeof ${data} == "string" && ${formatIn(cxt, "go-duration")}(${data}))`,
    );
  },
};

/** The name by which generated code calls a format. */
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
  durationOrNanos,
];
