/**
 * The process of a server for those who started it: its log, the file that says that it is ready, and its end when they ask for it.
 *
 * @module
 */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { pino } from "pino";
import type { Log } from "../server/http/log.ts";
import { reasonOf, UsageError } from "./exit.ts";
import { print, printError, writeError } from "./terminal.ts";

/**
 * The log on standard output. A first line that can't be written ends the program; later ones do not end a server.
 *
 * @throws {UsageError} with the first line
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

/** Where a server answers, and the file that makes its reader the administrator, where there is one. */
export interface Address {
  readonly url: string;
  readonly kubeconfig?: string | undefined;
}

/** Says that the server answers. */
export function announce({ url, kubeconfig }: Address, readyFile: string | undefined): void {
  writeReadyFile(readyFile, url);
  writeError(`serving at ${url}\n${nextStep(kubeconfig)}`);
}

/** Whole or not at all: others wait for it. */
function writeReadyFile(file: string | undefined, url: string): void {
  if (file === undefined) return;
  try {
    writeFileSync(`${file}.new`, `${url}\n`);
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw new UsageError(`--ready-file cannot be written: ${reasonOf(error)}`);
  }
}

/** One that an earlier server left would be believed. */
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

/** The first of them; the next one ends the process at once. */
export function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      for (const name of stopSignals) process.off(name, stop);
      resolve(signal);
    };
    for (const name of stopSignals) process.on(name, stop);
  });
}
