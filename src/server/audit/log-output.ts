/**
 * The audit log: a line for each event.
 *
 * @module
 */
import type { AuditOutput, NoteLost } from "./audit-sink.ts";

export interface LineWriter {
  /** @throws {Error} when the line cannot be kept */
  write(line: string): void;
  /** Resolves when nothing more is to be done for the lines. */
  close?(): Promise<void>;
}

export function logOutput(writer: LineWriter, lost: NoteLost): AuditOutput {
  return {
    write(events) {
      let areKept = true;
      for (const { line } of events) {
        try {
          writer.write(line);
        } catch (error) {
          areKept = false;
          lost("log", 1, error);
        }
      }
      return areKept;
    },
    close: async () => writer.close?.(),
  };
}
