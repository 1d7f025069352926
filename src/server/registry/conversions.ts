/**
 * Conversions by a webhook for synchronous code: the code stops where it needs a conversion, the webhook is called, and
 * the code starts again with the result.
 *
 * @module
 */
import { formatJson } from "../../json/format-json.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { ConvertObjects, ObjectType } from "../request/served-resource.ts";
import { StatusError } from "../request/status.ts";

/** Converted objects, or the error messages of failed conversions, by `conversionKey`. */
export type Conversions = ReadonlyMap<string, ApiObject | string>;

/** A conversion that the webhook has to do. */
export interface Conversion {
  readonly object: ApiObject;
  /** `from` and `to` are values of `apiVersion` from the definition. */
  readonly from: string;
  readonly to: string;
}

const conversionKey = ({ object, from, to }: Conversion): string => `${from} ${to} ${formatJson(object)}`;

/** Thrown by code that must run again once its `Conversions` contain the result. */
export class ConversionNeeded extends Error {
  override readonly name = "ConversionNeeded";
  readonly conversion: Conversion;

  constructor(conversion: Conversion) {
    super(`an object is needed in ${conversion.to}`);
    this.conversion = conversion;
  }
}

/**
 * Returns the converted object, or the error message of the webhook.
 *
 * @throws {ConversionNeeded} if the conversion has not been done yet
 */
export function knownConversion(conversions: Conversions, conversion: Conversion): ApiObject | string {
  const found = conversions.get(conversionKey(conversion));
  if (found === undefined) throw new ConversionNeeded(conversion);
  return found;
}

const none: Conversions = new Map();

/** The forms of an object, by `apiVersion`. */
type Forms = ReadonlyMap<string, ObjectType>;

/**
 * Runs code again and again until it has all conversions that it needs.
 *
 * @param convert - absent if no webhook converts the objects
 * @param run - must have no side effects before it has all its conversions, and must need the same ones on each run
 */
export function runWithConversions<T>(
  convert: ConvertObjects | undefined,
  forms: Forms,
  run: (conversions: Conversions) => T | Promise<T>,
): T | Promise<T> {
  return convert ? runUntilConverted(convert, forms, run) : run(none);
}

async function runUntilConverted<T>(
  convert: ConvertObjects,
  forms: Forms,
  run: (conversions: Conversions) => T | Promise<T>,
): Promise<T> {
  const known = new Map<string, ApiObject | string>();
  for (;;) {
    try {
      return await run(known);
    } catch (error) {
      if (!(error instanceof ConversionNeeded)) throw error;
      const { conversion } = error;
      const key = conversionKey(conversion);
      // The conversion is known, so another run would fail in the same way forever.
      if (known.has(key)) throw error;
      known.set(key, await convertOne(conversion, convert, forms));
    }
  }
}

async function convertOne(
  { object, from, to }: Conversion,
  convert: ConvertObjects,
  forms: Forms,
): Promise<ApiObject | string> {
  const [fromForm, toForm] = [forms.get(from), forms.get(to)];
  if (!fromForm || !toForm) throw new Error(`${from} or ${to} is no version of the definition`);
  try {
    const [converted] = await convert([object], fromForm, toForm);
    return converted ?? "the webhook returned no object";
  } catch (error) {
    if (error instanceof StatusError) return error.message;
    throw error;
  }
}
