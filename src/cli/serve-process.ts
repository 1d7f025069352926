/**
 * The interface of a server process to its parent: the log, the ready file, and the signals that stop it.
 *
 * @module
 */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { pino } from "pino";
import type { Log } from "../server/http/log.ts";
import { reasonOf, UsageError } from "./exit.ts";
import { print, printError, writeError } from "./terminal.ts";

/**
 * Returns a log that writes to standard output. If the first line can't be written, the program ends; if a later line
 * can't, the server continues without a log.
 *
 * @throws {UsageError} when the first line is written
 */
export function openLog(logLevel: string): Log {
  let lines = 0;
  let isLost = false;
  const write = (line: string): void => {
    try {
      if (!isLost) print(line);
    } catch (error) {
      if (lines === 0) throw error;
      isLost = true;
      printError(`${error instanceof Error ? error.message : String(error)}; the server continues without a log`);
    }
    lines++;
  };
  return pino({ name: "clustervet", level: logLevel }, { write });
}

/** The URL of a server, and the administrator's kubeconfig if the server writes one. */
export interface Address {
  readonly url: string;
  readonly kubeconfig?: string | undefined;
}

/** Reports that the server is ready: writes the ready file, and prints the URL and the next step. */
export function announce({ url, kubeconfig }: Address, readyFile: string | undefined): void {
  writeReadyFile(readyFile, url);
  writeError(`serving at ${url}\n${nextStep(kubeconfig)}`);
}

/** Writes the file atomically, since other processes wait for it. */
function writeReadyFile(file: string | undefined, url: string): void {
  if (file === undefined) return;
  try {
    writeFileSync(`${file}.new`, `${url}\n`);
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw new UsageError(`--ready-file cannot be written: ${reasonOf(error)}`);
  }
}

/** Removes the file of an earlier server, which other processes would mistake for this one's. */
export function removeReadyFile(file: string | undefined): void {
  if (file === undefined) return;
  try {
    rmSync(file, { force: true });
  } catch (error) {
    throw new UsageError(`--ready-file cannot be written: ${reasonOf(error)}`);
  }
}

const nextStep = (kubeconfig: string | undefined): string =>
  kubeconfig === undefined ? "" : `  next: kubectl --kubeconfig ${kubeconfig} get namespaces\n`;

const stopSignals = ["SIGINT", "SIGTERM"] as const;

/** Resolves at the first stop signal. A second one ends the process at once. */
export function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      for (const name of stopSignals) process.off(name, stop);
      resolve(signal);
    };
    for (const name of stopSignals) process.on(name, stop);
  });
}
