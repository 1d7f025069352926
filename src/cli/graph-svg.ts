/**
 * Draws role bindings as SVG: subjects on the left, roles with their rules on the right, a line for each binding.
 *
 * @part graph-svg
 * @module
 */
import { shortText } from "../diagnostic/path.ts";
import { visible } from "../report/visible.ts";
import { escapeXml } from "../report/xml.ts";
import { type Edge, isClusterWide, placeOf, ruleTexts } from "./rbac-edges.ts";

/** The lengths are in pixels. */
const lineHeight = 18;
const padding = 8;
const gap = 14;
const characterWidth = 7.3;
/** Width between the two columns, in which the names of bindings are written. */
const channel = 280;
/** Maximum number of characters; longer texts are cut. */
const maxText = 64;
const maxLabel = 36;

interface Box {
  readonly lines: readonly string[];
  readonly y: number;
  readonly height: number;
}

/** Returns an SVG image; titles make its content available to screen readers. */
export function graphSvg(edges: readonly Edge[]): readonly string[] {
  const roles = new Map(edges.map(({ role, rules }) => [role, rules]));
  const left = column([...new Set(edges.map(({ subject }) => subject))].map((subject) => [subject]));
  const right = column([...roles].map(([role, rules]) => [role, ...ruleTexts(rules)]));
  const [leftWidth, rightWidth] = [widthOf(left), widthOf(right)];
  const width = Math.ceil(gap + leftWidth + channel + rightWidth + gap);
  const height = Math.max(bottomOf(left), bottomOf(right)) + gap;
  const rightX = gap + leftWidth + channel;
  const drawn = edges.map((edge) => {
    const from = middleOf(left.get(edge.subject));
    const to = middleOf(right.get(edge.role));
    return line(edge, { x: gap + leftWidth, y: from }, { x: rightX, y: to });
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
    '<title id="title">Subjects and the roles that they are bound to</title>',
    "<style>",
    ...style.split("\n"),
    "</style>",
    `<rect class="page" width="${width}" height="${height}"/>`,
    ...drawn.map(({ path }) => path),
    ...[...left.values()].map((box) => boxElement(box, gap, leftWidth, "subject")),
    ...[...right.values()].map((box) => boxElement(box, rightX, rightWidth, "role")),
    ...drawn.map(({ label }) => label),
    "</svg>",
  ];
}

const style = `text{font:12px ui-monospace,monospace;fill:#1a1c1e}.page{fill:#fff}.subject rect{fill:#e8f0fe;stroke:#0b57d0}
.role rect{fill:#f3f4f6;stroke:#565b63}.role text:first-of-type,.subject text{font-weight:bold}path{fill:none;stroke:#565b63;stroke-width:1.5}
.label text{font-size:11px;fill:#565b63;paint-order:stroke;stroke:#fff;stroke-width:4px}path.wide{stroke:#b3261e}
@media(prefers-color-scheme:dark){text{fill:#e3e4e8}.page{fill:#16181c}.subject rect{fill:#10305f;stroke:#a8c7fa}
.role rect{fill:#23262c;stroke:#b0b4bd}path{stroke:#b0b4bd}.label text{fill:#b0b4bd;stroke:#16181c}path.wide{stroke:#ffb4ab}}`;

/** Stacks boxes below one another. The keys are the first lines of the boxes. */
function column(texts: readonly (readonly string[])[]): ReadonlyMap<string, Box> {
  let y = gap;
  const boxes = new Map<string, Box>();
  for (const lines of texts) {
    const height = lines.length * lineHeight + 2 * padding;
    boxes.set(lines[0] ?? "", { lines: lines.map((text) => shortText(visible(text), maxText)), y, height });
    y += height + gap;
  }
  return boxes;
}

function widthOf(boxes: ReadonlyMap<string, Box>): number {
  const lengths = [...boxes.values()].flatMap(({ lines }) => lines.map((text) => text.length));
  return lengths.reduce((most, length) => Math.max(most, length), 10) * characterWidth + 2 * padding;
}

const bottomOf = (boxes: ReadonlyMap<string, Box>): number =>
  [...boxes.values()].reduce((lowest, { y, height }) => Math.max(lowest, y + height), gap);

const middleOf = (box: Box | undefined): number => (box ? box.y + lineHeight / 2 + padding : 0);

function boxElement({ lines, y, height }: Box, x: number, width: number, name: string): string {
  const texts = lines.map(
    (text, index) =>
      `<text x="${round(x + padding)}" y="${y + padding + (index + 0.75) * lineHeight}">${escapeXml(text)}</text>`,
  );
  const rect = `<rect x="${round(x)}" y="${y}" width="${round(width)}" height="${height}" rx="6"/>`;
  return `<g class="${name}">${rect}${texts.join("")}</g>`;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Draws a binding as a curve with its name in the middle. Cluster-wide bindings are red. */
function line(edge: Edge, from: Point, to: Point): { readonly path: string; readonly label: string } {
  const { binding } = edge;
  const bend = round((from.x + to.x) / 2);
  const bindingLabel = visible(`${placeOf(edge)}: ${binding.name}`);
  const curve = `M${round(from.x)} ${from.y}C${bend} ${from.y} ${bend} ${to.y} ${round(to.x)} ${to.y}`;
  const text = escapeXml(shortText(bindingLabel, maxLabel));
  return {
    path: `<path${isClusterWide(edge) ? ' class="wide"' : ""} d="${curve}"><title>${escapeXml(bindingLabel)}</title></path>`,
    label: `<g class="label"><text x="${bend}" y="${round((from.y + to.y) / 2) - 4}" text-anchor="middle">${text}</text></g>`,
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
