import type { Log } from "../../src/server/http/log.ts";

/** A log that keeps its messages, for tests that check them. */
export class Messages implements Log {
  readonly lines: { level: string; message: string; fields: object }[] = [];
  debug(): void {}
  info(fields: object, message: string): void {
    this.lines.push({ level: "info", message, fields });
  }
  warn(fields: object, message: string): void {
    this.lines.push({ level: "warn", message, fields });
  }
  error(fields: object, message: string): void {
    this.lines.push({ level: "error", message, fields });
  }
}
