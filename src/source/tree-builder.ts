/**
 * Builds nodes as the Go decoder of the Kubernetes components would see them: values, anchors, merge keys, keys as JSON
 * names. Both YAML readers use it, so it also reports the faults of documents whose syntax is valid.
 *
 * @module
 */
import { setMember } from "../json/member.ts";
import type { BlockBuilder } from "./block-reader.ts";
import { isIntegerText, resolvePlain, resolveTagged, type ScalarValue } from "./resolve-scalar.ts";
import { scalarText } from "./scalar-text.ts";
import type {
  MapItem,
  MapNode,
  ScalarNode,
  ScalarStyle,
  SequenceNode,
  SourceIssue,
  SourceNode,
} from "./source-file.ts";
import { wordAt } from "./word-cache.ts";

export interface Limits {
  /** The deepest nesting of maps and sequences. */
  readonly maxDepth: number;
  /** The most nodes that aliases may add to a document. */
  readonly maxAliasNodes: number;
  /**
   * The most keys and values of a document for which the parser creates nodes, including those of aliases; default:
   * unlimited.
   */
  readonly maxNodes?: number;
}

export type Report = (issue: SourceIssue) => void;

/** A named node, created by `TreeBuilder`. */
export interface Anchor {
  /** Absent while the node is being read. */
  node: SourceNode | undefined;
  readonly firstCount: number;
  readonly firstLength: number;
  /** The number of nodes that decoding the anchored node visits, with aliases expanded. */
  size: number;
  /** The number of characters of its keys and values, with aliases expanded. */
  length: number;
}

/** The most characters of keys and values that aliases may add to a document. */
export const maxAliasLength = 32 * 1024 * 1024;

/** The most faults of each rule that are reported for one document; one more issue counts the rest. */
const maxIssuesOfRule = 1000;

/** The number of reported faults of a rule, and the issue that counts the rest. */
interface ReportedCount {
  count: number;
  rest: { count: number } | undefined;
}

/** Builds the nodes of one document at a time. */
export class TreeBuilder implements BlockBuilder<SourceNode, ScalarNode, OpenMap> {
  private readonly text: string;
  private readonly limits: Limits;
  private readonly report: Report;
  private document = 0;
  private readonly anchors = new Map<string, Anchor>();
  /** Decoding steps as Go's decoder counts them, to refuse the same documents for excessive aliases. */
  private decodeCount = 0;
  private aliasCount = 0;
  /** Characters of keys and values so far, with aliases expanded. */
  private length = 0;
  private aliasLength = 0;
  private readonly reportedByRule = new Map<string, ReportedCount>();

  constructor(text: string, limits: Limits, report: Report) {
    this.text = text;
    this.limits = limits;
    this.report = report;
  }

  /**
   * Begins a document. In the end, the caller must pass its root to `refuseInfinity`, as is done for all other values.
   */
  startDocument(index: number): void {
    this.document = index;
    this.anchors.clear();
    this.reportedByRule.clear();
    this.decodeCount = 1;
    this.aliasCount = 0;
    this.length = 0;
    this.aliasLength = 0;
  }

  /** The number of keys and values of the document so far, with aliases expanded. */
  get nodeCount(): number {
    return this.decodeCount;
  }

  /** Reads the key of a map as a verbatim scalar. */
  key(start: number, end: number, style: ScalarStyle): ScalarNode {
    return this.scalar(start, end, style, 0, undefined, true);
  }

  /** @param verbatim - whether the value is the unchanged source text between the quotes */
  scalar(
    start: number,
    end: number,
    style: ScalarStyle,
    indent: number,
    tag: string | undefined,
    verbatim: boolean,
  ): ScalarNode {
    this.decodeCount++;
    this.length += end - start;
    const isPlain = style === "plain";
    let text: string;
    if (!verbatim) text = scalarText(this.text, { start, end, style, indent });
    else text = isPlain ? wordAt(this.text, start, end) : this.text.slice(start + 1, end - 1);
    let value: ScalarValue = text;
    if (tag !== undefined) value = this.resolve(tag, text, start, end);
    else if (isPlain) value = resolvePlain(text);
    return { kind: "scalar", value, style, indent, start, end };
  }

  /** Creates a null for a missing value; a tag may give it another value. */
  empty(offset: number, tag: string | undefined): ScalarNode {
    return this.scalar(offset, offset, "plain", 0, tag, true);
  }

  /** Registers an anchor. Aliases to it are refused until `endAnchor`. */
  startAnchor(name: string | undefined): Anchor | undefined {
    if (name === undefined) return undefined;
    const anchor: Anchor = {
      node: undefined,
      firstCount: this.decodeCount,
      firstLength: this.length,
      size: 0,
      length: 0,
    };
    this.anchors.set(name, anchor);
    return anchor;
  }

  endAnchor(anchor: Anchor | undefined, node: SourceNode): void {
    if (anchor === undefined) return;
    anchor.node = node;
    anchor.size = this.decodeCount - anchor.firstCount;
    anchor.length = this.length - anchor.firstLength;
  }

  /**
   * Returns the anchor's node with the position of the alias; null if the anchor is unknown or incomplete, or the
   * document has too many aliases.
   */
  alias(name: string, start: number, end: number): SourceNode {
    this.decodeCount++;
    const anchor = this.anchors.get(name);
    if (anchor?.node === undefined) {
      const problem =
        anchor === undefined ? `unknown anchor '${name}' referenced` : `anchor '${name}' value contains itself`;
      this.reportIssue("source/syntax", problem, { start, end });
      return nullAt(start, end);
    }
    this.decodeCount += anchor.size;
    this.aliasCount += anchor.size;
    this.length += anchor.length;
    this.aliasLength += anchor.length;
    if (this.hasExcessiveAliases()) {
      this.reportIssue("source/limit", "document contains excessive aliasing", { start, end });
      this.aliasCount -= anchor.size;
      this.aliasLength -= anchor.length;
      return nullAt(start, end);
    }
    return placedAt(anchor.node, start, end);
  }

  sequence(items: readonly SourceNode[], start: number, end: number): SequenceNode {
    this.decodeCount++;
    const value: unknown[] = [];
    for (const item of items) {
      this.refuseInfinity(item);
      value.push(item.value);
    }
    return { kind: "sequence", items, value, start, end };
  }

  /** Begins a map. The caller adds its items with `addItem`, in the order of the text. */
  startMap(): OpenMap {
    this.decodeCount++;
    return new EntryMapNode();
  }

  endMap(map: OpenMap, start: number, end: number): MapNode {
    map.start = start;
    map.end = end;
    return map;
  }

  /** @param isMerge - whether the key is a `<<` that merges */
  addItem(map: OpenMap, key: SourceNode, isMerge: boolean, value: SourceNode): void {
    if (isMerge) this.merge(map, key, value);
    else if (key.kind === "scalar") this.addEntry(map, key, value);
    else this.reportIssue("source/syntax", "a key can't be a map or a list; quote it if it is text", key);
  }

  private addEntry(map: OpenMap, key: ScalarNode, value: SourceNode): void {
    const name = typeof key.value === "string" ? key.value : this.jsonName(key);
    if (name === undefined) {
      const type = key.value === null ? "null" : "an integer beyond int64";
      this.reportIssue("source/value", `a map key must be a string, a number or a boolean; got ${type}`, key);
      return;
    }
    this.refuseInfinity(value);
    const previous = map.set({ key, name, value });
    if (previous !== undefined) this.reportDuplicate(previous, key, name);
  }

  /** Reports a repeated key. Keys that differ in Go may still get the same name in JSON. */
  private reportDuplicate(previous: MapItem, key: ScalarNode, name: string): void {
    const quoted = JSON.stringify(name);
    if (previous.isMerged) this.reportMerged(previous, key, name);
    else if (this.isSameKey(previous.key, key)) {
      this.duplicate(`key ${quoted} already set in map`, key, previous.key, { tolerated: "lenient" });
    } else {
      const message = `two keys become ${quoted} in JSON, and the result is undefined`;
      this.duplicate(message, key, previous.key, { tolerated: "always" });
    }
  }

  private reportMerged(previous: MapItem, place: Extent, name: string): void {
    const message = `key ${JSON.stringify(name)} already set in map; strict readers refuse a key that overrides one from a merge key`;
    this.duplicate(message, place, previous.key, { tolerated: "lenient", merged: true });
  }

  private duplicate(
    message: string,
    place: Extent,
    first: Extent,
    details: Pick<SourceIssue, "tolerated" | "merged">,
  ): void {
    const related = { start: first.start, end: first.end, message: "first set here" };
    const { start, end } = place;
    this.reportLimited({
      rule: "source/duplicate-key",
      message,
      document: this.document,
      start,
      end,
      related,
      ...details,
    });
  }

  private reportLimited(issue: SourceIssue): void {
    const key = `${issue.rule} ${issue.tolerated}`;
    const told = this.reportedByRule.get(key) ?? { count: 0, rest: undefined };
    this.reportedByRule.set(key, told);
    if (told.rest) told.rest.count++;
    else if (++told.count <= maxIssuesOfRule) this.report(issue);
    else {
      told.rest = { ...issue, count: 1 };
      this.report(told.rest as SourceIssue);
    }
  }

  private isSameKey(a: ScalarNode, b: ScalarNode): boolean {
    if (a.value !== b.value) return false;
    return typeof a.value !== "number" || this.isInteger(a) === this.isInteger(b);
  }

  private isInteger(key: ScalarNode): boolean {
    if (this.text.charAt(key.start) === "*") return Number.isInteger(key.value);
    return isIntegerText(scalarText(this.text, key));
  }

  /** Returns the name of a key in JSON; undefined if JSON cannot represent it. */
  private jsonName(key: ScalarNode): string | undefined {
    const { value } = key;
    switch (typeof value) {
      case "number":
        return this.isInteger(key) ? String(value) : floatName(value);
      case "bigint":
        return value > maxInt64 ? undefined : String(value);
      case "boolean":
        return String(value);
      default:
        return undefined;
    }
  }

  private merge(map: OpenMap, key: SourceNode, value: SourceNode): void {
    // Go does not decode the key itself.
    this.decodeCount--;
    // Go merges the maps of a list that is written in place, but for an alias only a map.
    const isAlias = this.text[value.start] === "*";
    const sources = value.kind === "sequence" && !isAlias ? [...value.items].reverse() : [value];
    for (const source of sources) {
      if (source.kind !== "map") {
        this.reportIssue("source/syntax", "map merge requires map or sequence of maps as the value", source);
        continue;
      }
      const place = value.kind === "map" ? key : source;
      for (const { key: own, name, value: merged } of entriesOf(source)) {
        const previous = map.set({ key: own, name, value: merged, isMerged: true });
        if (previous !== undefined) this.reportMerged(previous, place, name);
      }
    }
  }

  private resolve(tag: string, text: string, start: number, end: number): ScalarValue {
    const resolution = resolveTagged(tag, text);
    if (resolution.ok) return resolution.value;
    this.reportIssue("source/tag", resolution.error, { start, end });
    return text;
  }

  /** Reports an infinity or NaN: JSON has neither, except as names of keys. */
  refuseInfinity(node: SourceNode): void {
    if (typeof node.value !== "number" || Number.isFinite(node.value)) return;
    const text = this.text.slice(node.start, node.end);
    this.reportIssue(
      "source/value",
      `must be a number that JSON can represent; got ${text}`,
      node,
      "if it is a string, quote it",
    );
  }

  private hasExcessiveAliases(): boolean {
    const { aliasCount, decodeCount } = this;
    if (aliasCount > this.limits.maxAliasNodes || this.aliasLength > maxAliasLength) return true;
    return aliasCount > 100 && decodeCount > 1000 && aliasCount / decodeCount > allowedAliasRatio(decodeCount);
  }

  private reportIssue(rule: SourceIssue["rule"], message: string, place: Extent, help?: string): void {
    const { start, end } = place;
    this.reportLimited({ rule, message, document: this.document, start, end, ...(help === undefined ? {} : { help }) });
  }
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

const lowAliasRange = 400_000;
const highAliasRange = 4_000_000;

/**
 * Returns the share of decoding steps that Go allows aliases to cause: 99 % in small documents, falling to 10 % in huge
 * ones.
 */
function allowedAliasRatio(decodeCount: number): number {
  const position = (decodeCount - lowAliasRange) / (highAliasRange - lowAliasRange);
  return 0.99 - 0.89 * Math.min(1, Math.max(0, position));
}

function nullAt(start: number, end: number): ScalarNode {
  return { kind: "scalar", value: null, style: "plain", indent: 0, start, end };
}

function placedAt(node: SourceNode, start: number, end: number): SourceNode {
  return node instanceof EntryMapNode ? node.placedAt(start, end) : { ...node, start, end };
}

/** Returns the items of a map without creating its lookup table, which a map that is only merged does not need. */
const entriesOf = (map: MapNode): Iterable<MapItem> => (map instanceof EntryMapNode ? map.entries : map.items.values());

/** A map that still accepts items. */
export type OpenMap = EntryMapNode;

/** Up to this number, comparing names one by one is faster than a lookup. */
const maxComparedNames = 16;

/** A map node. Creates its lookup table on first use, since most maps are never accessed by key. */
class EntryMapNode implements MapNode {
  readonly kind = "map";
  start = 0;
  end = 0;
  readonly value: Record<string, unknown> = {};
  readonly entries: MapItem[] = [];
  private itemByName: Map<string, MapItem> | undefined = undefined;
  /** Indexes of `entries` by name; created at the first duplicate. */
  private indexByName: Map<string, number> | undefined = undefined;

  get items(): ReadonlyMap<string, MapItem> {
    this.itemByName ??= new Map(this.entries.map((item) => [item.name, item]));
    return this.itemByName;
  }

  /** @returns the item that had the name before */
  set(item: MapItem): MapItem | undefined {
    const { name, value } = item;
    if (this.has(name)) return this.replace(item);
    this.indexByName?.set(name, this.entries.length);
    this.entries.push(item);
    setMember(this.value, name, value.value);
    return undefined;
  }

  private has(name: string): boolean {
    const { entries } = this;
    if (entries.length > maxComparedNames) return Object.hasOwn(this.value, name);
    for (let index = 0; index < entries.length; index++) {
      if (entries[index]?.name === name) return true;
    }
    return false;
  }

  private replace(item: MapItem): MapItem | undefined {
    this.indexByName ??= new Map(this.entries.map(({ name }, index) => [name, index]));
    const index = this.indexByName.get(item.name) ?? -1;
    const previous = this.entries[index];
    this.entries[index] = item;
    setMember(this.value, item.name, item.value.value);
    return previous;
  }

  /** Returns the same map at another position. */
  placedAt(start: number, end: number): MapNode {
    const { entries, value } = this;
    return Object.assign(new EntryMapNode(), { start, end, entries, value });
  }
}

const maxInt64 = 2n ** 63n - 1n;

/** Formats a float as Go's `%g` does, with the digits that identify it as a 32-bit float. */
function floatName(value: number): string {
  if (Number.isNaN(value)) return ".nan";
  if (!Number.isFinite(value)) return value > 0 ? ".inf" : "-.inf";
  const single = Math.fround(value);
  let digits = 1;
  while (digits < 9 && Math.fround(Number(value.toPrecision(digits))) !== single) digits++;
  const rounded = Number(value.toPrecision(digits));
  const [mantissa = "0", exponent = "0"] = rounded.toExponential().split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return Object.is(rounded, -0) ? "-0" : rounded.toFixed(Math.max(0, digits - 1 - power));
  return `${mantissa}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}
