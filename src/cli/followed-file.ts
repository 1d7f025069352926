/**
 * Watches a configuration file and uses its text again after each change.
 *
 * @module
 */
import { readFileSync } from "node:fs";

/** Interval between two reads of the file, in milliseconds. */
const watchIntervalMs = 1000;

/** Uses a changed text. Returns `again` to get the same text once more after the next read. */
type UseText = (text: string) => Promise<"done" | "again">;

export class FollowedFile {
  private readonly path: string;
  private readonly use: UseText;
  private readonly readText: (path: string) => string | undefined;
  private text: string | undefined;
  private work: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout;

  /**
   * Starts to watch. The caller already uses the current text of the file.
   *
   * @param read - returns a text that changes whenever the content at the path changes; default: the text of the file
   */
  constructor(path: string, use: UseText, read = readText) {
    this.path = path;
    this.use = use;
    this.readText = read;
    this.text = read(path);
    this.timer = setInterval(() => this.poll(), watchIntervalMs).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private poll(): void {
    this.work ??= this.read().finally(() => {
      this.work = undefined;
    });
  }

  private async read(): Promise<void> {
    const text = this.readText(this.path);
    if (text === undefined || text === this.text) return;
    this.text = text;
    if ((await this.use(text)) === "again") this.text = undefined;
  }
}

/** Returns undefined if the file can't be read, for example while it is being replaced. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
