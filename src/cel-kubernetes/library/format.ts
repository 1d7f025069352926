/**
 * The format library of Kubernetes: named formats that validate strings and return error messages.
 *
 * @module
 */

import { defaultCost, estimatePatternOfSize, operandAt, trackPatternOfSize } from "../../cel/cost/model.ts";
import type { FunctionCost } from "../../cel/types/costs.ts";
import { declareFunction, type Library, member, overload } from "../../cel/types/declarations.ts";
import { listType, opaqueType, optionalType, stringType } from "../../cel/types/types.ts";
import { type OpaqueValue, Optional } from "../../cel/types/values.ts";
import { parseRequestUri } from "../../text/go-url.ts";
import {
  maskTrailingDash,
  validateDns1035Label,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateLabelValue,
  validateQualifiedName,
} from "../../text/names.ts";
import { isBase64, isDate, isDateTime, isUuid } from "../../text/string-formats.ts";

const formatType = opaqueType("kubernetes.NamedFormat");

/** Returns the error messages for a string; empty if it has the format. */
type Validate = (text: string) => readonly string[];

class FormatValue implements OpaqueValue {
  readonly celType = formatType;
  readonly name: string;
  readonly validate: Validate;
  /** The length in code points of the pattern that a string is matched against, or of an equivalent pattern. */
  readonly patternSize: number;

  constructor(name: string, validate: Validate, patternSize: number) {
    this.name = name;
    this.validate = validate;
    this.patternSize = patternSize;
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof FormatValue && this.name === other.name;
  }
}

/** Makes a validator accept the beginning of a name, to which more is appended later: it may end with a dash. */
const allowingTrailingDash =
  (validate: Validate): Validate =>
  (text) =>
    validate(maskTrailingDash(text));

const mustHold =
  (holds: (text: string) => boolean, message: string): Validate =>
  (text) =>
    holds(text) ? [] : [message];

function validateUri(text: string): readonly string[] {
  const uri = parseRequestUri(text);
  return uri.ok ? [] : [uri.error];
}

/** The formats, each a function `format.<name>()`. */
const formats: ReadonlyMap<string, FormatValue> = new Map(
  (
    [
      ["dns1123Label", validateDns1123Label, 30],
      ["dns1123Subdomain", validateDns1123Subdomain, 60],
      ["dns1035Label", validateDns1035Label, 30],
      ["qualifiedName", validateQualifiedName, 60],
      ["dns1123LabelPrefix", allowingTrailingDash(validateDns1123Label), 30],
      ["dns1123SubdomainPrefix", allowingTrailingDash(validateDns1123Subdomain), 60],
      ["dns1035LabelPrefix", allowingTrailingDash(validateDns1035Label), 30],
      ["labelValue", validateLabelValue, 40],
      ["uri", validateUri, 1103],
      ["uuid", mustHold(isUuid, "does not match the UUID format"), 70],
      ["byte", mustHold(isBase64, "invalid base64"), 84],
      ["date", mustHold(isDate, "invalid date"), 71],
      ["datetime", mustHold(isDateTime, "invalid datetime"), 71],
    ] as const
  ).map(([name, validate, patternSize]) => [name, new FormatValue(name, validate, patternSize)]),
);

/** The pattern size that estimates assume, since they do not know the format. */
const estimatedPatternSize = 128;

const validateCost: FunctionCost = {
  track: (format, text) => (format instanceof FormatValue ? trackPatternOfSize(text, format.patternSize) : 1),
  estimate: (operands) => ({ cost: estimatePatternOfSize(operandAt(operands, 1), estimatedPatternSize) }),
};

export const formatLibrary: Library = {
  name: "kubernetes.format",
  functions: [
    declareFunction(
      "validate",
      member("format-validate", [formatType, stringType], optionalType(listType(stringType)), findFaults),
    ),
    declareFunction("format.named", overload("format-named", [stringType], optionalType(formatType), formatNamed)),
    ...Array.from(formats, ([name, format]) =>
      declareFunction(
        `format.${name}`,
        overload(`format.${name}`, [], formatType, () => format),
      ),
    ),
  ],
  costs: {
    byName: {
      validate: ({ costsFormats }) => ({
        ...validateCost,
        track: costsFormats ? validateCost.track : defaultCost.track,
      }),
    },
  },
  since: "1.31",
};

/** Returns the messages of `validate`; `optional.none()` if the string has the format. */
function findFaults(format: FormatValue, text: string): Optional {
  const faults = format.validate(text);
  return faults.length === 0 ? Optional.none : new Optional(faults);
}

function formatNamed(name: string): Optional {
  const format = formats.get(name);
  return format === undefined ? Optional.none : new Optional(format);
}
