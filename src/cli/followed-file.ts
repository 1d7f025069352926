/**
 * A configuration file that is used again each time that it changes.
 *
 * @module
 */
import { readFileSync } from "node:fs";

/** Milliseconds between two looks at the file. */
const watchIntervalMs = 1000;

/** Uses a changed text; `again` asks for the same text at the next look. */
type UseText = (text: string) => Promise<"done" | "again">;

export class FollowedFile {
  private readonly path: string;
  private readonly use: UseText;
  private readonly readText: (path: string) => string | undefined;
  private text: string | undefined;
  private work: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout;

  /**
   * The file as it is now is in use already.
   *
   * @param read - a text that changes when what is at the path does; default: the text of the file
   */
  constructor(path: string, use: UseText, read = readText) {
    this.path = path;
    this.use = use;
    this.readText = read;
    this.text = read(path);
    this.timer = setInterval(() => this.look(), watchIntervalMs).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
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

/** Undefined for a file that cannot be read, which may be about to be replaced. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
