/**
 * Reads the writes and flushes of a file from a system call trace of a process, and computes the possible content of
 * the file after a loss of power.
 */

/** The system calls to trace, with all their bytes: `strace -f -xx -s 1000000`. */
export const tracedCalls = "openat,close,rename,lseek,pwrite64,pwritev,writev,write,fdatasync,fsync";

export type Step =
  /** `isDurable`: the bytes are on the disk when the call returns. */
  | { readonly kind: "write"; readonly offset: number; readonly bytes: Uint8Array; readonly isDurable: boolean }
  | { readonly kind: "flush" }
  /** The file, which was created under a temporary name, was renamed. */
  | { readonly kind: "name" }
  /** A write to the standard output of the process. */
  | { readonly kind: "output"; readonly text: string };

interface Descriptor {
  readonly isDurable: boolean;
  offset: number;
}

/** @param fileName - the end of the path of the file, which is created under that name with `.new` appended */
export function stepsOf(trace: string, fileName: string): Step[] {
  const descriptors = new Map<string, Descriptor>();
  return wholeCalls(trace).flatMap((call) => stepsOfCall(call, descriptors, fileName));
}

interface Call {
  readonly name: string;
  readonly args: string;
  readonly result: string;
}

/** Joins calls that other threads' calls interrupted in the trace; they take effect when they return. */
function wholeCalls(trace: string): Call[] {
  const begun = new Map<string, string>();
  const calls: Call[] = [];
  for (const line of trace.split("\n")) {
    const { thread = "", rest = "" } = /^(?<thread>\d+) +(?<rest>.*)$/.exec(line)?.groups ?? {};
    const unfinished = rest.indexOf(" <unfinished ...>");
    if (unfinished >= 0) {
      begun.set(thread, rest.slice(0, unfinished));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(?<end>.*)$/.exec(rest)?.groups?.["end"];
    const whole = resumed === undefined ? rest : (begun.get(thread) ?? "") + resumed;
    const end = whole.lastIndexOf(") ");
    const open = whole.indexOf("(");
    if (open < 0 || end < 0) continue;
    const result = /= (-?\d+)/.exec(whole.slice(end))?.[1] ?? "-1";
    calls.push({ name: whole.slice(0, open), args: whole.slice(open + 1, end), result });
  }
  return calls;
}

function stepsOfCall({ name, args, result }: Call, descriptors: Map<string, Descriptor>, fileName: string): Step[] {
  if (Number(result) < 0) return [];
  const number = /^\d+/.exec(args)?.[0] ?? "";
  if (name === "openat") {
    const path = stringsIn(args)[0]?.toString() ?? "";
    if (path.endsWith(fileName) || path.endsWith(`${fileName}.new`))
      descriptors.set(result, { isDurable: args.includes("O_DSYNC"), offset: 0 });
    return [];
  }
  if (name === "rename") return stringsIn(args)[1]?.toString().endsWith(fileName) ? [{ kind: "name" }] : [];
  if (name === "write" && number === "1") return [{ kind: "output", text: String(stringsIn(args)[0] ?? "") }];
  const descriptor = descriptors.get(number);
  if (!descriptor) return [];
  const { isDurable } = descriptor;
  switch (name) {
    case "close":
      descriptors.delete(number);
      return [];
    case "lseek":
      descriptor.offset = Number(result);
      return [];
    case "fdatasync":
    case "fsync":
      return [{ kind: "flush" }];
    case "pwrite64":
    case "pwritev": {
      const offset = Number(/(\d+)$/.exec(args)?.[1]);
      return [{ kind: "write", offset, bytes: Buffer.concat(stringsIn(args)), isDurable }];
    }
    default: {
      const { offset } = descriptor;
      const bytes = Buffer.concat(stringsIn(args));
      descriptor.offset += bytes.length;
      return [{ kind: "write", offset, bytes, isDurable }];
    }
  }
}

function stringsIn(args: string): Buffer[] {
  return [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = ""]) =>
    Buffer.from(hex.replaceAll("\\x", ""), "hex"),
  );
}

/** The size of an atomic disk write. */
const sectorBytes = 512;

/**
 * Returns the content of the file after a loss of power that follows these steps: flushed bytes are present, and each
 * other sector only if it survives. Undefined if the file had not been renamed yet.
 *
 * @param survives - called for each sector that was not flushed
 */
export function leftOf(steps: readonly Step[], survives: () => boolean): Uint8Array | undefined {
  if (!steps.some(({ kind }) => kind === "name")) return undefined;
  const lastFlush = steps.findLastIndex(({ kind }) => kind === "flush");
  let file = Buffer.alloc(0);
  const writeAt = (offset: number, bytes: Uint8Array) => {
    if (file.length < offset + bytes.length) {
      file = Buffer.concat([file, Buffer.alloc(offset + bytes.length - file.length)]);
    }
    file.set(bytes, offset);
  };
  for (const [index, step] of steps.entries()) {
    if (step.kind !== "write") continue;
    const { offset, bytes, isDurable } = step;
    if (isDurable || index < lastFlush) {
      writeAt(offset, bytes);
      continue;
    }
    for (let start = 0; start < bytes.length; start += sectorBytes) {
      if (survives()) writeAt(offset + start, bytes.subarray(start, start + sectorBytes));
    }
  }
  return file;
}
