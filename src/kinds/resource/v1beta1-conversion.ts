/**
 * Claims and slices of resource.k8s.io/v1beta1, and those of v1: what is at a request or a device there is one level
 * deeper, or one higher, here.
 *
 * @module
 */
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { Conversion } from "../../kind/kind.ts";

type Fields = Readonly<Record<string, unknown>>;
type Change = (value: Fields) => Fields;

/** Fields of a request of v1beta1 that are those of `exactly` in v1. */
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

/** The object with each item of a list changed, where the path leads to one. */
function changed(object: Fields, [name = "", ...rest]: readonly string[], change: Change): Fields {
  const value = memberOf(object, name);
  if (rest.length > 0) return isPlainObject(value) ? { ...object, [name]: changed(value, rest, change) } : object;
  if (!Array.isArray(value)) return object;
  return { ...object, [name]: value.map((item: unknown) => (isPlainObject(item) ? change(item) : item)) };
}

const conversion = (path: readonly string[], toStored: Change, fromStored: Change): Conversion => ({
  toStored: (object) => changed(object as Fields, path, toStored),
  fromStored: (object) => changed(object as Fields, path, fromStored),
});

export const claimConversion = conversion(["spec", "devices", "requests"], toExact, fromExact);

export const claimTemplateConversion = conversion(["spec", "spec", "devices", "requests"], toExact, fromExact);

const devices = conversion(["spec", "devices"], fromBasic, toBasic);

/** Go has no pointers for these fields of v1beta1: empty ones are absent. */
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
