/**
 * Objects in versions that only a webhook can make, for code that cannot wait: it stops where it needs one, the webhook is asked, and
 * it begins again with the answer.
 *
 * @module
 */
import { formatJson } from "../../json/format-json.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { ConvertObjects, ObjectType } from "../request/served-resource.ts";
import { StatusError } from "../request/status.ts";

/** Objects that the webhook made, or why it made none; by `conversionKey`. */
export type Conversions = ReadonlyMap<string, ApiObject | string>;

/** A question for the webhook. */
export interface Conversion {
  readonly object: ApiObject;
  /** Both are an `apiVersion` of the definition. */
  readonly from: string;
  readonly to: string;
}

const conversionKey = ({ object, from, to }: Conversion): string => `${from} ${to} ${formatJson(object)}`;

/** Thrown by code that goes on once its `Conversions` have the answer. */
export class ConversionNeeded extends Error {
  override readonly name = "ConversionNeeded";
  readonly conversion: Conversion;

  constructor(conversion: Conversion) {
    super(`an object is needed in ${conversion.to}`);
    this.conversion = conversion;
  }
}

/** The converted object, or the fault of the webhook. @throws {ConversionNeeded} */
export function convertedIn(conversions: Conversions, conversion: Conversion): ApiObject | string {
  const found = conversions.get(conversionKey(conversion));
  if (found === undefined) throw new ConversionNeeded(conversion);
  return found;
}

const none: Conversions = new Map();

/** The forms of an object, by `apiVersion`. */
type Forms = ReadonlyMap<string, ObjectType>;

/**
 * @param convert - absent: no webhook converts
 * @param run - changes nothing before it has all conversions that it needs, and needs the same ones each time
 */
export function converting<T>(
  convert: ConvertObjects | undefined,
  forms: Forms,
  run: (conversions: Conversions) => T | Promise<T>,
): T | Promise<T> {
  return convert ? convertingBy(convert, forms, run) : run(none);
}

async function convertingBy<T>(
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
      // It would never end.
      if (known.has(key)) throw error;
      known.set(key, await answerOf(conversion, convert, forms));
    }
  }
}

async function answerOf(
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
