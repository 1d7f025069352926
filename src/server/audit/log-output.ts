/**
 * Writes audit events to a log, one line each.
 *
 * @module
 */
import type { AuditOutput, LossReporter } from "./audit-sink.ts";

export interface LineWriter {
  /** @throws {Error} if the line cannot be kept */
  write(line: string): void;
  /** Resolves when all work for the lines is done. */
  close?(): Promise<void>;
}

export function logOutput(writer: LineWriter, reportLoss: LossReporter): AuditOutput {
  return {
    write(events) {
      let areKept = true;
      for (const { line } of events) {
        try {
          writer.write(line);
        } catch (error) {
          areKept = false;
          reportLoss("log", 1, error);
        }
      }
      return areKept;
    },
    close: async () => writer.close?.(),
  };
}
