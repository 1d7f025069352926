/**
 * Answers in plain text, where nothing speaks for the API.
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

/** A failure that is no fault of the client, for which kube-apiserver has text alone. */
export function sendInternalFailure(exchange: Exchange, error: string): void {
  sendText(exchange, 500, escapeMarkup(`Internal Server Error: ${quoteGo(exchange.url)}: ${error}`));
}

const entities: ReadonlyMap<string, string> = new Map(Object.entries({ "&": "&amp;", "<": "&lt;", ">": "&gt;" }));

/** Names are the client's own text; a browser must not take them for markup. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities.get(character) ?? character);
}
