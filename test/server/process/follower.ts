/**
 * A client that watches for as long as a test runs. When its stream ends, it opens another one from the last resource
 * version that it received.
 */
import type { Access } from "../api-client.ts";
import { openWatch, type TestWatch } from "../watch-client.ts";

export interface Change {
  readonly type: string;
  readonly name: string;
  readonly uid: string;
  readonly version: number;
  // biome-ignore lint/suspicious/noExplicitAny: objects are looked into freely
  readonly object: any;
}

export class Follower {
  readonly changes: Change[] = [];
  /** Events and responses that no watch should get. */
  readonly faults: string[] = [];
  /** How often it opened another stream after one had ended. */
  resumptions = -1;
  private readonly path: string;
  private readonly access: () => Promise<Access>;
  private readonly running: Promise<void>;
  private readonly wakes = new Set<() => void>();
  private version: number;
  private isStopped = false;
  private watch: TestWatch | undefined;

  /**
   * @param path - path of a collection
   * @param version - resource version after which it begins
   * @param access - resolves when a server can be reached
   */
  constructor(path: string, version: number, access: () => Promise<Access>) {
    this.path = path;
    this.version = version;
    this.access = access;
    this.running = this.run();
  }

  /** Resolves when it has received this resource version or a later one. */
  async until(version: number): Promise<void> {
    while (this.version < version) await new Promise<void>((resolve) => this.wakes.add(resolve));
  }

  /** Resolves when a stream is open. */
  async opened(): Promise<void> {
    while (!this.watch) await new Promise<void>((resolve) => this.wakes.add(resolve));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.watch?.stop();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      const access = await this.access();
      const query = `watch=true&allowWatchBookmarks=true&resourceVersion=${this.version}`;
      const watch = await openWatch(access, `${this.path}?${query}`, (type, object) => this.take(type, object)).catch(
        () => undefined,
      );
      if (!watch) continue;
      if (watch.code !== 200) this.faults.push(`answered with ${watch.code}`);
      this.resumptions++;
      this.watch = watch;
      this.wake();
      if (this.isStopped) watch.stop();
      await watch.ended;
      this.watch = undefined;
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: objects are looked into freely
  private take(type: string, object: any): void {
    if (type === "ERROR") {
      this.faults.push(JSON.stringify(object));
      return;
    }
    const { name, uid, resourceVersion } = object.metadata;
    this.version = Number(resourceVersion);
    if (type !== "BOOKMARK") this.changes.push({ type, name, uid, version: this.version, object });
    this.wake();
  }

  private wake(): void {
    const waiting = [...this.wakes];
    this.wakes.clear();
    for (const resolve of waiting) resolve();
  }
}
