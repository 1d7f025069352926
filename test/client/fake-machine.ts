/** A machine whose files and programs a test defines. */
import type { Machine, Program, ProgramResult } from "../../src/client/machine.ts";

export interface FakeMachine extends Machine {
  readonly files: Map<string, string>;
  environment: Record<string, string | undefined>;
  hasTerminal: boolean;
  timeMs: number;
  /** The programs that were run. */
  readonly runs: Program[];
  /** Returns the result of a run. */
  answer: (program: Program) => ProgramResult | Promise<ProgramResult>;
}

export function fakeMachine(files: Readonly<Record<string, string>> = {}): FakeMachine {
  const held = new Map(Object.entries(files));
  const runs: Program[] = [];
  const machine: FakeMachine = {
    files: held,
    environment: {},
    home: "/home/jane",
    hasTerminal: false,
    timeMs: 0,
    runs,
    answer: () => ({ stdout: "", code: 0 }),
    nowMs: () => machine.timeMs,
    readFile(path) {
      const text = held.get(path);
      if (text === undefined) throw Object.assign(new Error(`no ${path}`), { code: "ENOENT" });
      return text;
    },
    isProgram: (path) => held.has(path),
    async run(program) {
      runs.push(program);
      return machine.answer(program);
    },
  };
  return machine;
}

export const neverAborted = new AbortController().signal;
