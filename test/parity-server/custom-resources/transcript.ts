/**
 * The answers of a real server, written down, so that a later run asks the record instead.
 */
import { createHash } from "node:crypto";
import type { Exchange, Reply } from "./compare-resources.ts";

/** A request by its digest, with what was answered each time that it was sent. */
type Transcript = Map<string, Reply[]>;

const keyOf = (method: string, path: string, text = ""): string =>
  createHash("sha256").update(`${method} ${path} ${text}`).digest("base64url").slice(0, 12);

/** @param lines - gets a line for each answer */
export function recording(exchange: Exchange, lines: string[]): Exchange {
  return async (method, path, text) => {
    const reply = await exchange(method, path, text);
    const kept = { ...reply, text: reply.code < 300 ? withoutOwners(reply.text) : reply.text };
    lines.push(JSON.stringify({ key: keyOf(method, path, text), ...kept }));
    return kept;
  };
}

/** Who owns which field is long, and not compared; nor is what became of a definition. */
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
