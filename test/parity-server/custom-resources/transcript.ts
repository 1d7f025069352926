/** Records the responses of a real server, so that a later run can replay them. */
import { createHash } from "node:crypto";
import type { Exchange, Reply } from "./compare-resources.ts";

/** Responses by the digest of the request, in the order in which the request was repeated. */
type Transcript = Map<string, Reply[]>;

const keyOf = (method: string, path: string, text = ""): string =>
  createHash("sha256").update(`${method} ${path} ${text}`).digest("base64url").slice(0, 12);

/** @param lines - receives a line for each response */
export function recording(exchange: Exchange, lines: string[]): Exchange {
  return async (method, path, text) => {
    const reply = await exchange(method, path, text);
    const kept = { ...reply, text: reply.code < 300 ? withoutOwners(reply.text) : reply.text };
    lines.push(JSON.stringify({ key: keyOf(method, path, text), ...kept }));
    return kept;
  };
}

/** Removes the managed fields, which are long and not compared, and the contents of definitions. */
function withoutOwners(text: string): string {
  const shorter = text.replace(/"managedFields":\[(?:[^\]"]|"(?:[^"\\]|\\.)*")*\],?/, "");
  return shorter
    .replace(/^(\{"kind":"CustomResourceDefinition".*?"metadata":\{[^{}]*)\}.*$/s, "$1}}")
    .replaceAll(",}", "}");
}

export function replaying(lines: readonly string[]): Exchange {
  const transcript: Transcript = new Map();
  for (const line of lines) {
    const { key, ...reply } = JSON.parse(line) as Reply & { readonly key: string };
    transcript.set(key, [...(transcript.get(key) ?? []), reply]);
  }
  return async (method, path, text) => {
    const replies = transcript.get(keyOf(method, path, text)) ?? [];
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (!reply) throw new Error(`the record has no answer to ${method} ${path} ${text}`);
    return reply;
  };
}
