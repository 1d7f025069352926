/**
 * The API types, as blocks of a text table. A block begins with the name of the type, with `map=atomic` if server-side
 * apply treats the type as atomic. Then it has a line for each field: name, protobuf number, type, then
 *
 * - `!` required, `?` required although omitted when empty, `+` written although empty (as `!` is, too), `~` omitted if
 *   a struct has its zero value, `*` a pointer,
 * - `>=` and `<` for the releases that have the field,
 * - `in=` the number of the message that contains the field on the wire,
 * - facts by name: `list`, `keys`, `map`, `patch`, `merge`, `gate`, `format`, `default`; only the last of these may
 *   contain spaces.
 *
 * A block with `=` has the values of an enumeration. A block `resource/v1beta2 like resource/v1` lists the types that
 * are the same in both versions; their fields are in the second one.
 *
 * @module
 */
import { typesByArea } from "./data/index.ts";

const blocksByArea = new Map<string, ReadonlyMap<string, string>>();

const atomicMark = /^map=atomic\n?/;

/** Returns the lines of a type; undefined if no area has it. @param name - with its package, `core/v1.PodSpec` */
export const typeBlock = (name: string): string | undefined => markedBlock(name)?.replace(atomicMark, "");

/** Whether server-side apply treats the type as atomic: one field manager owns all of its fields. */
export const isAtomicType = (name: string): boolean => atomicMark.test(markedBlock(name) ?? "");

function markedBlock(name: string): string | undefined {
  const area = name.slice(0, name.indexOf("/"));
  const known = blocksByArea.get(area);
  if (known) return known.get(name);
  const blocks = indexBlocks(typesByArea.get(area)?.() ?? "");
  blocksByArea.set(area, blocks);
  return blocks.get(name);
}

function indexBlocks(text: string): ReadonlyMap<string, string> {
  const blocks = new Map<string, string>();
  for (const block of text.trim().split("\n\n")) {
    const end = block.search(/[ \n]|$/);
    const name = block.slice(0, end);
    if (name.includes(".")) blocks.set(name, block.slice(end + 1));
    else copyTypes(block, blocks);
  }
  return blocks;
}

function copyTypes(block: string, blocks: Map<string, string>): void {
  const [home, , other, ...names] = block.split(/\s/);
  for (const name of names) blocks.set(`${home}.${name}`, blocks.get(`${other}.${name}`) ?? "");
}

/** Returns the names of all types. */
export function typeNames(): readonly string[] {
  return [...typesByArea.values()].flatMap((blocks) => [...indexBlocks(blocks()).keys()]);
}
