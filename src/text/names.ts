/**
 * The name formats of the Kubernetes API. Each function returns the API server's error messages for a name; an empty
 * list means valid. Lengths are in UTF-8 bytes.
 *
 * @module
 */
import { memoizeByText } from "./memoize-by-text.ts";
import { utf8Length } from "./utf8.ts";

/** A pattern and the API server's message for names that do not match it. */
interface NamePattern {
  readonly regex: RegExp;
  readonly message: string;
}

/** Short messages by the long messages of this module; they follow the invalid name in a sentence. */
const briefByMessage = new Map<string, string>();

/**
 * Creates a pattern and its message. The message shows `source` as the API server spells it, so it must have the same
 * meaning in JavaScript.
 *
 * @param brief - a short version of `description`
 */
function namePattern(source: string, brief: string, description: string, ...examples: readonly string[]): NamePattern {
  const list = examples.map((example) => `'${example}', `).join(" or ");
  const hint = examples.length === 0 ? "" : `e.g. ${list}`;
  const message = `${description} (${hint}regex used for validation is '${source}')`;
  briefByMessage.set(message, brief);
  return { regex: new RegExp(`^${source}$`), message };
}

const labelSource = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomainSource = `${labelSource}(\\.${labelSource})*`;
const keyNameSource = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

const dns1123LabelPattern = namePattern(
  labelSource,
  'is not a DNS label: use a-z, 0-9 and "-", with a letter or digit at both ends',
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  "my-name",
  "123-abc",
);
const dns1123SubdomainPattern = namePattern(
  subdomainSource,
  'is not a DNS subdomain: use a-z, 0-9, "-" and ".", with a letter or digit at both ends of each part',
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  "example.com",
);
const anyCaseSubdomainPattern: NamePattern = {
  ...namePattern(
    subdomainSource,
    'is not a DNS subdomain: use letters, 0-9, "-" and ".", with a letter or digit at both ends of each part',
    "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
    "Example.com",
  ),
  // The API server's message does not mention that case is ignored.
  regex: new RegExp(`^${subdomainSource}$`, "i"),
};
const wildcardSubdomainPattern = namePattern(
  `\\*\\.${subdomainSource}`,
  'is not a wildcard host: use "*." and a DNS subdomain, such as "*.example.com"',
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  "*.example.com",
);
const dns1035LabelPattern = namePattern(
  "[a-z]([-a-z0-9]*[a-z0-9])?",
  'is not a DNS-1035 label: use a-z, 0-9 and "-", with a letter first and a letter or digit last',
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  "my-name",
  "abc-123",
);
const keyNamePattern = namePattern(
  keyNameSource,
  'is not a key name: use letters, digits, "-", "_" and ".", with a letter or digit at both ends',
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  "MyName",
  "my.name",
  "123-abc",
);
const labelValuePattern = namePattern(
  `(${keyNameSource})?`,
  'is not a label value: use letters, digits, "-", "_" and ".", with a letter or digit at both ends',
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  "MyValue",
  "my_value",
  "12345",
);
const configMapKeyPattern = namePattern(
  "[-._a-zA-Z0-9]+",
  'is not a data key: use letters, digits, "-", "_" and "."',
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  "key.name",
  "KEY_NAME",
  "key-name",
);
const underscoreLabelSource = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const underscoreSubdomainPattern = namePattern(
  `${underscoreLabelSource}(\\.${underscoreLabelSource})*`,
  'is not a search domain: use a-z, 0-9, "_", "-" and ".", with a letter or digit at both ends of each part',
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
  "example.com",
);
const variableNamePattern = namePattern(
  "[-._a-zA-Z][-._a-zA-Z0-9]*",
  'is not a variable name: use letters, digits, "_", "-" and ".", with no digit first',
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
  "my.env-name",
  "MY_ENV.NAME",
  "MyEnvName1",
);
const httpHeaderPattern = namePattern(
  "[-A-Za-z0-9]+",
  'is not an HTTP header: use letters, digits and "-", such as "X-Header-Name"',
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  "X-Header-Name",
);
const percentPattern = namePattern(
  "[0-9]+%",
  'is not a percentage, such as "25%"',
  "a valid percent string must be a numeric string followed by an ending '%'",
  "1%",
  "93%",
);

interface LengthLimit {
  readonly max: number;
  readonly unit: "characters" | "bytes";
}

const maxLabelLength = 63;
/** The maximum length of an object's name, in UTF-16 units. */
export const maxSubdomainLength = 253;
const maxPortNameLength = 15;

const labelLength: LengthLimit = { max: maxLabelLength, unit: "characters" };
const subdomainLength: LengthLimit = { max: maxSubdomainLength, unit: "characters" };
const keyNameLength: LengthLimit = { max: maxLabelLength, unit: "bytes" };
const portNameLength: LengthLimit = { max: maxPortNameLength, unit: "characters" };
const keyPrefixLength: LengthLimit = { max: maxSubdomainLength, unit: "bytes" };

/** The errors of a valid name; a shared constant, since nearly all names are valid. */
const noFaults: readonly string[] = [];

const mismatch = (value: string, pattern: NamePattern): readonly string[] =>
  pattern.regex.test(value) ? noFaults : [pattern.message];

const tooLong = (value: string, { max, unit }: LengthLimit): readonly string[] =>
  utf8Length(value) > max ? [`must be no more than ${max} ${unit}`] : noFaults;

/** Returns the errors of length and pattern. All patterns match only ASCII, where each character is one byte. */
function faultsOf(value: string, pattern: NamePattern, limit: LengthLimit): readonly string[] {
  if (value.length <= limit.max && pattern.regex.test(value)) return noFaults;
  return [...tooLong(value, limit), ...mismatch(value, pattern)];
}

/** Validates one label of a host name, as most object names must be. */
export function validateDns1123Label(value: string): readonly string[] {
  const faults = faultsOf(value, dns1123LabelPattern, labelLength);
  const isSubdomain = faults.length > 0 && value.includes(".") && dns1123SubdomainPattern.regex.test(value);
  return isSubdomain ? [...tooLong(value, labelLength), "must not contain dots"] : faults;
}

/** Validates labels joined by dots; the API does not limit the length of each label. */
export const validateDns1123Subdomain = (value: string): readonly string[] =>
  faultsOf(value, dns1123SubdomainPattern, subdomainLength);

/** Validates a subdomain in any case. */
export const validateSubdomainOfAnyCase = (value: string): readonly string[] =>
  faultsOf(value, anyCaseSubdomainPattern, subdomainLength);

/** Validates `*.` and a subdomain. */
export const validateWildcardSubdomain = (value: string): readonly string[] =>
  faultsOf(value, wildcardSubdomainPattern, subdomainLength);

/** Validates a DNS-1123 label whose first character is a letter, as in names of Services. */
export const validateDns1035Label = (value: string): readonly string[] =>
  faultsOf(value, dns1035LabelPattern, labelLength);

/** Matches nearly all label keys; with a limited total length, neither part can be too long. */
const shortQualifiedName = new RegExp(`^(?:${subdomainSource}/)?${keyNameSource}$`);

/** Validates a label key: a name, or a subdomain, a slash and a name. */
export function validateQualifiedName(value: string): readonly string[] {
  return qualifiedNameFaults(value);
}

const manySlashes = `a valid label key ${keyNamePattern.message} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;
briefByMessage.set(manySlashes, 'is not a key: use at most one "/", after a DNS subdomain, such as "example.com/name"');

/** Cached, since the same few label keys are in every object. */
const qualifiedNameFaults = memoizeByText((value): readonly string[] => {
  if (value.length <= maxLabelLength && shortQualifiedName.test(value)) return noFaults;
  const slash = value.indexOf("/");
  if (slash < 0) return withPartName("name", validateKeyName(value));
  if (value.includes("/", slash + 1)) {
    return [manySlashes];
  }
  const prefixFaults = withPartName("prefix", validateKeyPrefix(value.slice(0, slash)));
  const nameFaults = withPartName("name", validateKeyName(value.slice(slash + 1)));
  return prefixFaults.length === 0 ? nameFaults : [...prefixFaults, ...nameFaults];
});

const withPartName = (part: "prefix" | "name", faults: readonly string[]): readonly string[] =>
  faults.length === 0 ? noFaults : faults.map((fault) => `${part} part ${fault}`);

/** Validates a label key that must have a domain. */
export function validateDomainPrefixedKey(value: string): readonly string[] {
  const faults = validateQualifiedName(value);
  return faults.length > 0 || value.includes("/") ? faults : ['must be a domain-prefixed key (such as "acme.io/foo")'];
}

const validateKeyPrefix = (prefix: string): readonly string[] =>
  prefix === "" ? ["must be non-empty"] : faultsOf(prefix, dns1123SubdomainPattern, keyPrefixLength);

const validateKeyName = (name: string): readonly string[] =>
  name === "" ? ["must be non-empty", keyNamePattern.message] : faultsOf(name, keyNamePattern, keyNameLength);

export const validateLabelValue = (value: string): readonly string[] =>
  faultsOf(value, labelValuePattern, keyNameLength);

/** Validates a name in a request path: names of RBAC objects, and others without a stricter format. */
export const validatePathSegmentName = (value: string): readonly string[] =>
  value === "." || value === ".." ? [`may not be '${value}'`] : validatePathSegmentPrefix(value);

/** Validates the prefix of a generated name for a request path. */
export const validatePathSegmentPrefix = (value: string): readonly string[] =>
  value.includes("/") || value.includes("%")
    ? ["/", "%"].filter((illegal) => value.includes(illegal)).map((illegal) => `may not contain '${illegal}'`)
    : noFaults;

/** At least one letter, and only single hyphens inside. */
const portName = /^(?=[0-9-]*[a-z])[a-z0-9](?:-?[a-z0-9])*$/;

/** Validates the name of a container port or Service port. */
export function validatePortName(value: string): readonly string[] {
  if (value.length <= maxPortNameLength && portName.test(value)) return noFaults;
  const requirements: readonly (readonly [holds: boolean, message: string])[] = [
    [/^[-a-z0-9]+$/.test(value), "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)"],
    [/[a-z]/.test(value), "must contain at least one letter (a-z)"],
    [!value.includes("--"), "must not contain consecutive hyphens"],
    [!value.startsWith("-") && !value.endsWith("-"), "must not begin or end with a hyphen"],
  ];
  const broken = requirements.filter(([holds]) => !holds).map(([, message]) => message);
  return [...tooLong(value, portNameLength), ...broken];
}

/** Validates a key of a ConfigMap or Secret, which is used as a file name. */
export function validateConfigMapKey(value: string): readonly string[] {
  const faults = faultsOf(value, configMapKeyPattern, subdomainLength);
  return value.startsWith(".") ? [...faults, ...validateNoParentDirectory(value)] : faults;
}

function validateNoParentDirectory(value: string): readonly string[] {
  if (value === "." || value === "..") return [`must not be '${value}'`];
  return value.startsWith("..") ? ["must not start with '..'"] : [];
}

/** Validates a DNS search domain, whose labels may contain underscores. */
export const validateSearchDomain = (value: string): readonly string[] =>
  faultsOf(value, underscoreSubdomainPattern, subdomainLength);

/** Validates the name of an environment variable as releases before 1.32 do. */
export function validateVariableName(value: string): readonly string[] {
  const faults = mismatch(value, variableNamePattern);
  return value.startsWith(".") ? [...faults, ...validateNoParentDirectory(value)] : faults;
}

/** Validates the name of an environment variable: printable ASCII characters except the equals sign. */
export const validateRelaxedVariableName = (value: string): readonly string[] =>
  /^[ -<>-~]+$/.test(value)
    ? noFaults
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];

export const validateHttpHeaderName = (value: string): readonly string[] => mismatch(value, httpHeaderPattern);

/** Validates a percentage such as `25%`, as in rolling updates. */
export const validatePercent = (value: string): readonly string[] => mismatch(value, percentPattern);

/**
 * Returns the text to validate for `generateName`. The suffix follows its trailing dash, so that the dash is allowed.
 */
export const maskTrailingDash = (prefix: string): string =>
  /[\0-\x7f]-$/.test(prefix) ? `${prefix.slice(0, -2)}a` : prefix;

/** The short version of a long message of this module. */
export interface BriefFault {
  /** The text before the message. */
  readonly lead: string;
  /** The short message, which follows the name: `is not a DNS label: ...`. */
  readonly brief: string;
}

/** Finds a long message in a text. @returns undefined if `text` contains none of this module's long messages */
export function briefNameFault(text: string): BriefFault | undefined {
  if (!text.includes("regex used for validation")) return undefined;
  for (const [message, brief] of briefByMessage) {
    const start = text.indexOf(message);
    // The message for several slashes contains that of key names.
    if (start < 0 || (message !== manySlashes && text.includes(manySlashes))) continue;
    const [, lead = "", part] = /^(.*?)(?:(prefix|name) part )?$/s.exec(text.slice(0, start)) ?? [];
    const ofPart = part === "prefix" ? brief.replace(":", ' before the "/":') : brief;
    return { lead, brief: ofPart };
  }
  return undefined;
}
