import fc from "fast-check";
import { expect, test } from "vitest";
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
} from "../../../src/api/types/apiextensions-v1.ts";
import { NameRegister } from "../../../src/kinds/apiextensions/taken-names.ts";

const text = fc.constantFrom("", "a", "b", "c");
const names = fc.record(
  { plural: text, singular: text, shortNames: fc.array(text, { maxLength: 2 }), kind: text, listKind: text },
  { requiredKeys: [] },
);
const definition = fc.record({ group: fc.constantFrom("one", "two"), acceptedNames: names });
const owner = fc.constantFrom("p", "q", "r");
const step = fc.oneof(fc.record({ owner, set: definition }), fc.record({ owner, set: fc.constant(undefined) }));

test("a name is taken if another definition of the group has accepted it", () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 12 }),
      owner,
      fc.constantFrom("one", "two"),
      text,
      (steps, asking, group, name) => {
        const register = new NameRegister();
        const known = new Map<string, { group: string; acceptedNames: CustomResourceDefinitionNames }>();
        for (const { owner: by, set } of steps) {
          if (set) {
            known.set(by, set);
            register.set(by, {
              spec: { group: set.group },
              status: { acceptedNames: set.acceptedNames },
            } as CustomResourceDefinition);
          } else {
            known.delete(by);
            register.delete(by);
          }
        }
        const others = [...known]
          .filter(([by, one]) => by !== asking && one.group === group)
          .map(([, one]) => one.acceptedNames);
        const resources = others.flatMap(({ plural = "", singular = "", shortNames = [] }) => [
          plural,
          singular,
          ...shortNames,
        ]);
        const kinds = others.flatMap(({ kind = "", listKind = "" }) => [kind, listKind]);
        const taken = register.takenNames(group, asking);
        expect([taken.isResourceTaken(name), taken.isKindTaken(name)]).toEqual([
          resources.includes(name),
          kinds.includes(name),
        ]);
      },
    ),
  );
});
