/**
 * Tests the check that finds where a name from outside can reach a prototype: it reports these places and no others.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "foreign-names-"));
afterAll(() => rmSync(folder, { recursive: true }));

const script = join(import.meta.dirname, "../../scripts/foreign-names.mjs");

/**
 * The last word says whether the check must report the line. All lines are checked in one run, since a run takes
 * seconds.
 */
const lines = [
  "export const a = (name: string) => table[name]; // fault",
  "export const b = (name: string) => name in table; // fault",
  "export const c = ({ [key]: picked }: typeof table) => picked; // fault",
  "export const d = (name: string) => shape[name as keyof typeof shape]; // fault",
  "export const e = (name: string) => { table[name] ??= 1; }; // fault",
  "export const f = (name: string) => { table[name] = 1; }; // fault",
  "export const g = (more: Record<string, number>) => Object.assign({}, more); // fault",
  "export const h = <K extends string>(name: K, of: Record<K, number>) => of[name]; // fault",
  "export const i = (name: Lowercase<string>) => table[name]; // fault",
  "export const j = (name: string) => (Object.hasOwn(other, name) ? table[name] : 0); // fault",
  "export const k = (name: string) => (!Object.hasOwn(table, name) ? table[name] : 0); // fault",
  "export const l = () => Object.keys(other).map((name) => table[name]); // fault",
  "export const m = (name: string | undefined) => table[name ?? '']; // fault",
  "export const n = (name: string) => { if (name !== '__proto__') return table[name]; return 0; }; // fault",
  "export const A = (name: string) => (Object.hasOwn(table, name) ? table[name] : 0); // sound",
  "export const B = () => Object.keys(table).map((name) => table[name]); // sound",
  "export const C = () => Object.entries(table).filter(([name]) => table[name] === 1); // sound",
  "export const D = (name: 'a' | 'b') => shape[name]; // sound",
  "export const E = (name: string) => { delete table[name]; }; // sound",
  "export const F = (at: number) => [1, 2][at]; // sound",
  "export const G = (name: string) => { if (!Object.hasOwn(table, name)) return 0; return table[name]; }; // sound",
  'export const H = (name: string) => { if (name !== "__proto__") table[name] = 1; }; // sound',
  "export const I = (name: string) => new Map([[name, 1]]).get(name); // sound",
  "export const J = () => { for (const name in table) if (table[name]) return name; return ''; }; // sound",
  "export const K = <T extends object>(of: T, name: keyof T) => of[name]; // sound",
  "export const L = (name: string) => ({ ...table, [name]: 1 }); // sound",
  "export const N = (of: object) => { for (const name in of) if ((of as typeof table)[name]) return name; return ''; }; // sound",
  "export const M = (text: string, at: number) => text[at]; // sound",
];

test("the check reports the lines in which an open name indexes an object", () => {
  const head = [
    "const table: Record<string, number> = { a: 1 };",
    "const other: Record<string, number> = {};",
    "const shape = { a: 1, b: 2 };",
    "declare const key: string;",
  ];
  const file = join(folder, "sample.ts");
  writeFileSync(file, [...head, ...lines].join("\n"));
  const { stdout, status } = spawnSync(process.execPath, [script, file], { encoding: "utf8" });
  const found = new Set([...stdout.matchAll(/sample\.ts:(\d+):/g)].map(([, line]) => Number(line) - head.length));
  const wanted = lines.flatMap((line, index) => (line.endsWith("fault") ? [index + 1] : []));
  expect([...found].sort((a, b) => a - b)).toEqual(wanted);
  expect(status).toBe(1);
}, 60_000);
