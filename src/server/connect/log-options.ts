/**
 * Reads the query parameters for the log of a pod, and validates them like kube-apiserver.
 *
 * @module
 */

import { goTimeError } from "../../text/go-time-error.ts";
import { int64Of } from "../../text/int64.ts";
import { formatUtcSeconds, parseTimestamp, zeroTimeS } from "../../text/timestamp.ts";
import { badRequest, invalid } from "../request/failures.ts";
import { fieldCause } from "../request/field-cause.ts";
import type { FieldFault } from "../request/server-words.ts";
import { encodeQuery } from "./pod-locations.ts";

export interface LogOptions {
  readonly container: string;
  readonly skipsVerification: boolean;
  /** The parameters for the kubelet. */
  readonly query: string;
}

const flags = ["follow", "previous", "timestamps"] as const;

/** Streams of a container that can be requested separately. */
const streams: readonly string[] = ["All", "Stderr", "Stdout"];

/**
 * @param name - of the pod
 * @param allowsStreamParameter - whether the parameter `stream` is allowed
 * @throws {StatusError} BadRequest for an invalid number or time, Invalid for values outside of the limits
 */
export function readLogOptions(query: URLSearchParams, name: string, allowsStreamParameter: boolean): LogOptions {
  const [limitBytes, sinceSeconds, tailLines] = ["limitBytes", "sinceSeconds", "tailLines"].map((each) =>
    integerOf(query, each),
  );
  const sinceTime = timeOf(query);
  const stream = query.get("stream") ?? (allowsStreamParameter ? "All" : undefined);
  const options = { limitBytes, sinceSeconds, tailLines, sinceTime, stream };
  const causes = logFaults(options, allowsStreamParameter).map(([field, fault]) => fieldCause(fault, field));
  if (causes.length > 0) throw invalid({ group: "", kind: "PodLogOptions", name }, causes);
  const pairs = [
    ...flags.filter((each) => parseQueryFlag(query.get(each))).map((each) => [each, "true"] as const),
    ...Object.entries(options).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)] as const])),
  ];
  return {
    container: query.get("container") ?? "",
    skipsVerification: parseQueryFlag(query.get("insecureSkipTLSVerifyBackend")),
    query: encodeQuery(pairs),
  };
}

/** Parses a flag of a query like Go: every value except `false` and `0` means true. */
export const parseQueryFlag = (text: string | null): boolean =>
  text !== null && !["false", "0"].includes(text.toLowerCase());

function integerOf(query: URLSearchParams, name: string): bigint | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const fault = (why: string) => badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`);
  if (!/^[+-]?\d+$/.test(text)) throw fault("invalid syntax");
  const value = int64Of(text);
  if (value === undefined) throw fault("value out of range");
  return value;
}

/** Returns the time in whole seconds; an empty text means Go's zero time. */
function timeOf(query: URLSearchParams): string | undefined {
  const text = query.get("sinceTime");
  if (text === null) return undefined;
  if (text === "" || text === "null") return formatUtcSeconds({ seconds: zeroTimeS });
  const time = parseTimestamp(text);
  if (time) return formatUtcSeconds(time);
  throw badRequest(goTimeError(text, false));
}

type Numbers = Readonly<Record<"limitBytes" | "sinceSeconds" | "tailLines", bigint | undefined>>;
interface LogParameters extends Numbers {
  readonly sinceTime: string | undefined;
  readonly stream: string | undefined;
}
type Fault = readonly [string, Omit<FieldFault, "path">];

/** Returns faults by field name; the name is `[]` if a fault is not about a single field. */
function logFaults({ stream, ...options }: LogParameters, allowsStreamParameter: boolean): readonly Fault[] {
  const { limitBytes, sinceSeconds, tailLines, sinceTime } = options;
  const faults: Fault[] = [];
  const requireAtLeast = (field: string, value: bigint | undefined, least: bigint, message: string) => {
    if (value !== undefined && value < least) faults.push([field, { cause: "invalid", value: Number(value), message }]);
  };
  const forbid = (field: string, message: string) => faults.push([field, { cause: "forbidden", message }]);
  requireAtLeast("tailLines", tailLines, 0n, "must be greater than or equal to 0");
  requireAtLeast("limitBytes", limitBytes, 1n, "must be greater than 0");
  if (sinceSeconds !== undefined && sinceTime !== undefined) {
    forbid("[]", "at most one of `sinceTime` or `sinceSeconds` may be specified");
  } else requireAtLeast("sinceSeconds", sinceSeconds, 1n, "must be greater than 0");
  if (!allowsStreamParameter && stream !== undefined) forbid("stream", "may not be specified");
  if (!allowsStreamParameter || stream === undefined) return faults;
  if (!streams.includes(stream)) {
    const message = `supported values: ${streams.map((each) => JSON.stringify(each)).join(", ")}`;
    faults.push(["stream", { cause: "unsupported", value: stream, message }]);
  }
  if (stream !== "All" && tailLines !== undefined) {
    forbid("[]", "`tailLines` and specific `stream` are mutually exclusive for now");
  }
  return faults;
}
