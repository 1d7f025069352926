/**
 * The signals that can stop a container, by operating system.
 *
 * @module
 */
const namedSignals = [
  ..."ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE POLL PROF PWR QUIT SEGV STKFLT STOP SYS TERM TRAP".split(
    " ",
  ),
  ..."TSTP TTIN TTOU URG USR1 USR2 VTALRM WINCH XCPU XFSZ RTMIN RTMAX".split(" "),
];

/** Returns the names of real-time signals, which count up from the first or down from the last. */
const counted = (start: string, sign: string, last: number): string[] =>
  Array.from({ length: last }, (_, index) => `${start}${sign}${index + 1}`);

export const stopSignals: Readonly<Record<"linux" | "windows", readonly string[]>> = {
  linux: [...namedSignals, ...counted("RTMIN", "+", 15), ...counted("RTMAX", "-", 14)].map((name) => `SIG${name}`),
  windows: ["SIGKILL", "SIGTERM"],
};
