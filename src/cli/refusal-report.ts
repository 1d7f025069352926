/**
 * Reports the objects that the servers of a command rejected. It formats them like diagnostics of `lint`, with the
 * client program in place of the file.
 *
 * @module
 */
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { count } from "../report/reporter.ts";
import { diagnosticText } from "../report/text.ts";
import { maxRefusalKinds, type Refusal, type Refusals } from "./refusals.ts";

/** Returns the report; empty if nothing was rejected. */
export function refusalReport({ refusals, others }: Refusals, color: boolean): string {
  const times = refusals.reduce((sum, refusal) => sum + refusal.times, others);
  if (times === 0) return "";
  const blocks = refusals.map(
    (refusal) => `${diagnosticText(diagnosticOf(refusal), { color })}  ${repeats(refusal)}\n`,
  );
  const rest =
    others === 0
      ? []
      : [`${count(others, "more refusal")} not listed: a server lists at most ${maxRefusalKinds} different ones\n`];
  const title = `clustervet refused objects of this run; ${count(refusals.length, "different fault")}:\n`;
  return ["", title, ...blocks, ...rest].join("\n");
}

const repeats = ({ times }: Refusal): string => `refused ${times === 1 ? "once" : `${times} times`}`;

function diagnosticOf({ client, finding, times: _times, namespace, ...object }: Refusal): FileDiagnostic {
  return {
    ...finding,
    file: client === "" ? "a client without a name" : client,
    document: 0,
    ...object,
    ...(namespace === "" ? {} : { namespace }),
  };
}
