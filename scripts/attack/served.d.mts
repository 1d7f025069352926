/** The parts of a request, but for its method and path. */
export interface Asked {
  /** A token; `""` for nobody, absent for the administrator. */
  readonly as?: string | undefined;
  readonly body?: string | Uint8Array;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Target {
  isRunning(): boolean;
  readonly client: {
    /** The code is 0 when there was no answer. */
    call(method: string, path: string, asked?: Asked): Promise<{ code: number; bytes: number; text: string }>;
    close(): void;
  };
  stop(): Promise<void>;
}

export function startTarget(program: string, flags?: readonly string[]): Promise<Target>;
