/**
 * Converts claims and slices between resource.k8s.io/v1beta1 and v1: the fields of a request or a device are one level
 * deeper, or one level higher.
 *
 * @module
 */
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { Conversion } from "../../kind/kind.ts";

type Fields = Readonly<Record<string, unknown>>;
type Change = (value: Fields) => Fields;

/** Fields of a v1beta1 request that are in `exactly` in v1. */
const exactFields = [
  "deviceClassName",
  "selectors",
  "allocationMode",
  "count",
  "adminAccess",
  "tolerations",
  "capacity",
  "derivedAttributes",
];

function toExact(request: Fields): Fields {
  const entries = Object.entries(request);
  const exact = entries.filter(([name]) => exactFields.includes(name));
  const others = Object.fromEntries(entries.filter(([name]) => !exactFields.includes(name)));
  return exact.length > 0 ? { ...others, exactly: Object.fromEntries(exact) } : others;
}

const fromExact: Change = ({ exactly, ...others }) => ({ ...others, ...(isPlainObject(exactly) ? exactly : {}) });

const fromBasic: Change = ({ basic, ...others }) => ({ ...others, ...(isPlainObject(basic) ? basic : {}) });

const toBasic: Change = ({ name, ...basic }) => ({ name, basic });

/** Returns the object with each item of the list at a path changed; the same object if there is no list. */
function changeItems(object: Fields, [name = "", ...rest]: readonly string[], change: Change): Fields {
  const value = memberOf(object, name);
  if (rest.length > 0) return isPlainObject(value) ? { ...object, [name]: changeItems(value, rest, change) } : object;
  if (!Array.isArray(value)) return object;
  return { ...object, [name]: value.map((item: unknown) => (isPlainObject(item) ? change(item) : item)) };
}

const conversion = (path: readonly string[], toStored: Change, fromStored: Change): Conversion => ({
  toStored: (object) => changeItems(object as Fields, path, toStored),
  fromStored: (object) => changeItems(object as Fields, path, fromStored),
});

export const claimConversion = conversion(["spec", "devices", "requests"], toExact, fromExact);

export const claimTemplateConversion = conversion(["spec", "spec", "devices", "requests"], toExact, fromExact);

const devices = conversion(["spec", "devices"], fromBasic, toBasic);

/** Removes empty node fields of v1beta1: they are not pointers in Go, so empty means absent. */
export function withoutEmptyNodes<T extends object>(spec: T): T {
  const isEmpty = ([name, value]: readonly [string, unknown]) =>
    (name === "nodeName" && value === "") || (name === "allNodes" && value === false);
  return Object.fromEntries(Object.entries(spec).filter((entry) => !isEmpty(entry))) as T;
}

export const sliceConversion: Conversion = {
  ...devices,
  toStored(slice) {
    const { spec } = slice as Fields;
    return devices.toStored(isPlainObject(spec) ? { ...slice, spec: withoutEmptyNodes(spec) } : slice);
  },
};
