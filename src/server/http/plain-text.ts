/**
 * Answers in plain text, where nothing speaks for the API.
 *
 * @module
 */
import type { Exchange } from "./exchange.ts";

const encoder = new TextEncoder();

export function sendText({ answer }: Exchange, code: number, text: string): void {
  answer.setHeader("Content-Type", "text/plain; charset=utf-8");
  answer.setHeader("X-Content-Type-Options", "nosniff");
  answer.send(code, encoder.encode(`${text}\n`));
}
