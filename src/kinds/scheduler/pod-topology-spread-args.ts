/**
 * PodTopologySpreadArgs: how pods without constraints of their own spread.
 *
 * @module
 */
import type { TUnsafe } from "typebox";
import type { TopologySpreadConstraint } from "../../api/types/core-v1.ts";
import { validateQualifiedName } from "../../lexical/names.ts";
import { type Check, each, positive, required, text as textOf } from "../../rule/check.ts";
import { repeated } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import { list, type Static, struct, text } from "../../schema/fields.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import { argsKind } from "./plugin-args.ts";

const { type, properties } = typeSchema("core/v1.TopologySpreadConstraint");

/** The policies are not looked at here. */
const defaultConstraint = {
  type,
  properties: {
    ...properties,
    nodeAffinityPolicy: text({ "x-pointer": true }),
    nodeTaintsPolicy: text({ "x-pointer": true }),
  },
  additionalProperties: false,
} as unknown as TUnsafe<TopologySpreadConstraint> & FieldSchema;

const schema = struct(
  {
    apiVersion: text(),
    kind: text(),
    defaultConstraints: list(defaultConstraint, {
      description: "For pods that have none; their selectors are made from services and owners.",
      "x-list-type": "atomic",
    }),
    defaultingType: text({ description: "`System` for built-in constraints, `List` for those listed here." }),
  },
  { $id: "PodTopologySpreadArgs" },
);
type PodTopologySpreadArgs = Static<typeof schema>;

const types = ["System", "List"];

const topologyKey = required(textOf(validateQualifiedName));
const whenUnsatisfiable: Check<string | undefined> = required();

const constraint: Check<TopologySpreadConstraint> = (found, place, scope) => {
  positive(found.maxSkew ?? 0, place.at("maxSkew"));
  topologyKey(found.topologyKey, place.at("topologyKey"), scope);
  whenUnsatisfiable(found.whenUnsatisfiable, place.at("whenUnsatisfiable"), scope);
  if (found.labelSelector) place.at("labelSelector").forbidden("must be absent: it is made for each pod");
};

const constraints = rule<PodTopologySpreadArgs>(
  {
    id: "scheduler/spread-constraints",
    severity: "error",
    summary: "default spread constraints have a skew and a key but no selector, and need `defaultingType: List`",
  },
  ({ defaultingType: type = "", defaultConstraints = [] }, place, visit) => {
    const at = place.at("defaultingType");
    if (!types.includes(type)) at.unsupported(types, type);
    else if (type === "System" && defaultConstraints.length > 0) {
      at.invalid('must be "List" with `defaultConstraints`', type);
    }
    const list = place.at("defaultConstraints");
    each(constraint)(defaultConstraints, list, visit);
    const pairs = defaultConstraints.map((item) => `${item.topologyKey ?? ""}, ${item.whenUnsatisfiable ?? ""}`);
    for (const { index, text: pair } of repeated(pairs)) {
      const message = `must be unique in \`topologyKey\` and \`whenUnsatisfiable\`; {${pair}} is there already`;
      list.at(index).say(message, { cause: "duplicate" });
    }
  },
);

export const podTopologySpreadArgs = argsKind<PodTopologySpreadArgs>({
  kind: "PodTopologySpreadArgs",
  description: "How pods without spread constraints of their own spread over the nodes.",
  schema,
  rules: [constraints],
  applyDefaults(args) {
    args.defaultingType ||= "System";
  },
});
