/**
 * The filter that sets the headers of every response.
 *
 * @module
 */
import type { Filter } from "./exchange.ts";

export const standardHeaders: Filter = async ({ answer, auditId }, next) => {
  answer.setHeader("Audit-Id", auditId);
  answer.setHeader("Cache-Control", "no-cache, private");
  await next();
};
