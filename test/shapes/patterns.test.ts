/** Texts on which regular expressions of this project once started over at each character. */
import { test } from "vitest";
import { urlCovers } from "../../src/access/rule-match.ts";
import { textCommands } from "../../src/flags/assignments.ts";
import { readFlagValue } from "../../src/flags/flag-value.ts";
import { mismatchReason } from "../../src/kubelet/image-credentials.ts";
import { parseDouble } from "../../src/text/go-double.ts";
import { parseLooseDuration } from "../../src/text/loose-duration.ts";
import { stringFormat } from "../../src/text/open-api-formats.ts";
import { parseQuantity } from "../../src/text/quantity.ts";
import { quickly } from "../quickly.ts";
import { vetAndReport } from "./grammars.ts";

/** The maximum time, in milliseconds; each of these texts once took seconds, and some did not end. */
const maxMs = 1_500;
const length = 100_000;
const format = (name: string, text: string) => stringFormat(name, () => true)?.(text);
const digits = "9".repeat(length);

test.each<{ readonly name: string; readonly read: () => unknown }>([
  { name: "a quantity with a line break", read: () => parseQuantity(`${digits}\n`) },
  { name: "asterisks in a path", read: () => urlCovers(`${"*".repeat(length)}a*`, "/a") },
  { name: "a number of a flag", read: () => readFlagValue("float", `${digits}x`, undefined) },
  { name: "a number of an expression", read: () => parseDouble(`${digits}x`) },
  { name: "a hexadecimal number of an expression", read: () => parseDouble(`0x${"a".repeat(length)}`) },
  { name: "a duration without a unit", read: () => parseLooseDuration(digits) },
  { name: "the format duration", read: () => format("duration", digits) },
  { name: "the format ipv4", read: () => format("ipv4", `${"0".repeat(length)}x.`) },
  { name: "the format email without an address", read: () => format("email", "a".repeat(length)) },
  { name: "the format email after spaces", read: () => format("email", `${" ".repeat(length)}(`) },
  { name: "the format email before spaces", read: () => format("email", `a@b${"\u00a0".repeat(length)}(`) },
  {
    name: "a suppression comment",
    read: () => vetAndReport("a.yaml", `# clustervet-ignore a:${" ".repeat(length)}\u2028\na: b\n`),
  },
  {
    name: "the header of a block scalar without end",
    read: () => vetAndReport("a.yaml", `a: | ${"x".repeat(length)}`),
  },
  {
    name: "asterisks in a host label",
    read: () => mismatchReason(`${"*a".repeat(20)}b.example.com`, `${"a".repeat(60)}.example.com/web`),
  },
  { name: "the name of a variable", read: () => textCommands("kubelet.env", `KUBE_${"A_".repeat(length / 2)}=a`) },
])("$name", ({ read }) => {
  quickly(maxMs, read);
});
