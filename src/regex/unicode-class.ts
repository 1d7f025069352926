/**
 * The classes of `\p{...}`: general categories and scripts by the names that Go's regexp accepts.
 *
 * @module
 */
import { anyChar, type CharClass, classOf } from "./char-class.ts";

/** Long names of the general categories, in the form that `canonicalName` returns. */
const categoryByLongName: ReadonlyMap<string, string> = new Map([
  ["Casedletter", "LC"],
  ["Closepunctuation", "Pe"],
  ["Combiningmark", "M"],
  ["Connectorpunctuation", "Pc"],
  ["Control", "Cc"],
  ["Cntrl", "Cc"],
  ["Currencysymbol", "Sc"],
  ["Dashpunctuation", "Pd"],
  ["Decimalnumber", "Nd"],
  ["Digit", "Nd"],
  ["Enclosingmark", "Me"],
  ["Finalpunctuation", "Pf"],
  ["Format", "Cf"],
  ["Initialpunctuation", "Pi"],
  ["Lc", "LC"],
  ["Letter", "L"],
  ["Letternumber", "Nl"],
  ["Lineseparator", "Zl"],
  ["Lowercaseletter", "Ll"],
  ["Mark", "M"],
  ["Mathsymbol", "Sm"],
  ["Modifierletter", "Lm"],
  ["Modifiersymbol", "Sk"],
  ["Nonspacingmark", "Mn"],
  ["Number", "N"],
  ["Openpunctuation", "Ps"],
  ["Other", "C"],
  ["Otherletter", "Lo"],
  ["Othernumber", "No"],
  ["Otherpunctuation", "Po"],
  ["Othersymbol", "So"],
  ["Paragraphseparator", "Zp"],
  ["Privateuse", "Co"],
  ["Punct", "P"],
  ["Punctuation", "P"],
  ["Separator", "Z"],
  ["Spaceseparator", "Zs"],
  ["Spacingmark", "Mc"],
  ["Surrogate", "Cs"],
  ["Symbol", "S"],
  ["Titlecaseletter", "Lt"],
  ["Unassigned", "Cn"],
  ["Uppercaseletter", "Lu"],
]);

const categories: ReadonlySet<string> = new Set(
  "C Cc Cf Cn Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs".split(" "),
);

/**
 * Only scripts with a single word: the lookup of Go 1.25 and later drops the underscore that the keys of its table
 * have.
 */
const scripts: ReadonlySet<string> = new Set(
  (
    "Adlam Ahom Arabic Armenian Avestan Balinese Bamum Batak Bengali Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid " +
    "Carian Chakma Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot Cyrillic Deseret Devanagari Dogra Duployan " +
    "Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gurmukhi Han Hangul Hanunoo Hatran " +
    "Hebrew Hiragana Inherited Javanese Kaithi Kannada Katakana Kawi Kharoshthi Khmer Khojki Khudawadi Lao Latin Lepcha " +
    "Limbu Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen Medefaidrin Miao Modi Mongolian Mro " +
    "Multani Myanmar Nabataean Nandinagari Newa Nko Nushu Ogham Oriya Osage Osmanya Palmyrene Phoenician Rejang Runic " +
    "Samaritan Saurashtra Sharada Shavian Siddham Sinhala Sogdian Soyombo Sundanese Syriac Tagalog Tagbanwa Takri Tamil " +
    "Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Yezidi Yi"
  ).split(" "),
);

/** Returns the class; undefined for an unknown name. */
export function unicodeClass(name: string): CharClass | undefined {
  const canonical = canonicalName(name);
  if (canonical === undefined) return undefined;
  if (canonical === "Any") return anyChar;
  if (canonical === "Ascii") return [0, 0x7f];
  if (canonical === "Assigned") return collectCodePoints("\\P{Cn}");
  const category = categories.has(canonical) ? canonical : categoryByLongName.get(canonical);
  if (category !== undefined) return collectCodePoints(`\\p{${category}}`);
  return scripts.has(canonical) ? collectCodePoints(`\\p{Script=${canonical}}`) : undefined;
}

/**
 * Returns the name in the form `Greek`, without spaces, underscores and dashes; undefined if it has other characters
 * than letters.
 */
function canonicalName(name: string): string | undefined {
  const letters = name.replace(/[-_ ]/g, "");
  if (!/^[A-Za-z]+$/.test(letters)) return undefined;
  return letters.charAt(0).toUpperCase() + letters.slice(1).toLowerCase();
}

const planeSize = 0x10000;
const planeCount = 17;
const classByProperty = new Map<string, CharClass>();

/**
 * Returns all code points with a property, by the data of the JavaScript engine. Takes some 20 ms the first time;
 * cached.
 */
function collectCodePoints(property: string): CharClass {
  const known = classByProperty.get(property);
  if (known !== undefined) return known;
  const ranges: number[] = [];
  const runs = new RegExp(`${property}+`, "gu");
  for (let plane = 0; plane < planeCount; plane++) {
    const first = plane * planeSize;
    const unitsPerCode = plane === 0 ? 1 : 2;
    for (const { index, 0: run } of planeText(first).matchAll(runs)) {
      const low = first + index / unitsPerCode;
      ranges.push(low, low + run.length / unitsPerCode - 1);
    }
  }
  const chars = classOf(ranges);
  classByProperty.set(property, chars);
  return chars;
}

const unassigned = 0xfffe;

/**
 * Returns all code points of a plane in order. Replaces surrogates, which cannot occur in valid text, by an unassigned
 * code point.
 */
function planeText(first: number): string {
  const parts: string[] = [];
  for (let start = first; start < first + planeSize; start += 0x1000) {
    const codes = Array.from({ length: 0x1000 }, (_, offset) => start + offset);
    parts.push(String.fromCodePoint(...codes.map((code) => (isSurrogate(code) ? unassigned : code))));
  }
  return parts.join("");
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xe000;
