/**
 * Responses in plain text, outside of the Kubernetes API.
 *
 * @module
 */
import { quoteGo } from "../../text/go-quote.ts";
import type { Exchange } from "./exchange.ts";

const encoder = new TextEncoder();

export function sendText({ answer }: Exchange, code: number, text: string): void {
  answer.setHeader("Content-Type", "text/plain; charset=utf-8");
  answer.setHeader("X-Content-Type-Options", "nosniff");
  answer.send(code, encoder.encode(`${text}\n`));
}

/** Sends an internal error for which kube-apiserver returns only text. */
export function sendInternalFailure(exchange: Exchange, error: string): void {
  sendText(exchange, 500, escapeMarkup(`Internal Server Error: ${quoteGo(exchange.url)}: ${error}`));
}

const entities: ReadonlyMap<string, string> = new Map(Object.entries({ "&": "&amp;", "<": "&lt;", ">": "&gt;" }));

/** Escapes markup. Names come from the client, and a browser must not interpret them. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities.get(character) ?? character);
}
