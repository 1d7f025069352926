import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deduced } from "../../../src/patch/apply/apply-type.ts";
import { maxUpdateOwners } from "../../../src/patch/apply/cap-owners.ts";
import { conflictMessage } from "../../../src/patch/apply/conflicts.ts";
import {
  applyConfiguration,
  entriesAfterUpdate,
  type FieldWrite,
  type ManagedObject,
} from "../../../src/patch/apply/field-manager.ts";
import { type FieldSet, noFields, union } from "../../../src/patch/apply/field-set.ts";
import type { ManagedFieldsEntry } from "../../../src/patch/apply/owners.ts";
import type { TypedObject } from "../../../src/patch/apply/typed-object.ts";
import { typingFaults } from "../../../src/patch/apply/typing.ts";
import { applyTypeOf } from "./recorded-type.ts";

const schema = {
  types: [
    {
      name: "Toy",
      map: {
        fields: [
          { name: "apiVersion", type: { scalar: "string" } },
          { name: "kind", type: { scalar: "string" } },
          { name: "metadata", type: { namedType: "Meta" } },
          { name: "data", type: { map: { elementType: { scalar: "string" } } } },
          { name: "count", type: { scalar: "numeric" } },
          {
            name: "ports",
            type: {
              list: {
                elementType: { namedType: "Port" },
                elementRelationship: "associative",
                keys: ["port", "protocol"],
              },
            },
          },
          { name: "words", type: { list: { elementType: { scalar: "string" }, elementRelationship: "associative" } } },
          { name: "order", type: { list: { elementType: { scalar: "string" }, elementRelationship: "atomic" } } },
          { name: "selector", type: { map: { elementType: { scalar: "string" }, elementRelationship: "atomic" } } },
        ],
      },
    },
    {
      name: "Meta",
      map: {
        fields: [
          { name: "name", type: { scalar: "string" } },
          { name: "namespace", type: { scalar: "string" } },
          { name: "uid", type: { scalar: "string" } },
          { name: "labels", type: { map: { elementType: { scalar: "string" } } } },
          { name: "annotations", type: { map: { elementType: { scalar: "string" } } } },
        ],
      },
    },
    {
      name: "Port",
      map: {
        fields: [
          { name: "port", type: { scalar: "numeric" } },
          { name: "protocol", type: { scalar: "string" }, default: "TCP" },
          { name: "name", type: { scalar: "string" } },
        ],
      },
    },
  ],
} as const;

const toyType = applyTypeOf(schema, { namedType: "Toy" });
type Content = Readonly<Record<string, unknown>>;

const toy = (content: Content): TypedObject => ({
  value: { apiVersion: "toys/v1", kind: "Toy", metadata: { name: "t", namespace: "n" }, ...content },
  apiVersion: "toys/v1",
  type: toyType,
});

const emptyObject: TypedObject = { value: {}, apiVersion: "toys/v1", type: toyType };

/** An object during a sequence of writes, one per second. */
class Toybox {
  content: Content;
  entries: readonly ManagedFieldsEntry[];
  private seconds = 0;

  constructor(content: Content = {}, entries: readonly ManagedFieldsEntry[] = []) {
    this.content = content;
    this.entries = entries;
  }

  private get live(): ManagedObject {
    return { object: Object.keys(this.content).length === 0 ? emptyObject : toy(this.content), entries: this.entries };
  }

  private write(manager: string, subresource = ""): FieldWrite {
    const now = `2026-01-01T00:00:${String(this.seconds++).padStart(2, "0")}Z`;
    const convert = (object: TypedObject, apiVersion: string) =>
      ["toys/v1", "toys/v2"].includes(apiVersion) ? { ...object, apiVersion } : undefined;
    return { manager, subresource, now, convert };
  }

  update(manager: string, content: Content, sent?: readonly ManagedFieldsEntry[], subresource = ""): this {
    const isNew = Object.keys(this.content).length === 0;
    const updated = { object: toy(content), entries: sent };
    this.entries = entriesAfterUpdate({ ...this.live, isNew }, updated, this.write(manager, subresource));
    this.content = content;
    return this;
  }

  /** Applies a configuration. Returns the message of the conflict or of another error; empty if there was no error. */
  apply(manager: string, content: Content, isForced = false): string {
    const result = applyConfiguration(this.live, toy(content), {
      ...this.write(manager),
      empty: emptyObject,
      isForced,
    });
    if (!result.ok) return typeof result.error === "string" ? result.error : conflictMessage(result.error);
    const { apiVersion: _version, kind: _kind, ...object } = result.value.object.value as Content;
    this.content = object;
    this.entries = result.value.entries;
    return "";
  }

  /** Returns a line `manager operation@seconds: fields` for each entry. */
  get owners(): string[] {
    return this.entries.map(({ manager, operation, time, fieldsV1, subresource }) => {
      const when = time ? `@${time.slice(17, 19)}` : "";
      return `${manager}${subresource ? `/${subresource}` : ""} ${operation}${when}: ${JSON.stringify(fieldsV1)}`;
    });
  }
}

describe("updates", () => {
  test("the creator owns all fields except those that identify the object", () => {
    const box = new Toybox().update("u", { metadata: { name: "t", uid: "1", labels: { a: "1" } }, data: { k: "v" } });
    expect(box.owners).toEqual([
      'u Update@00: {"f:data":{".":{},"f:k":{}},"f:metadata":{"f:labels":{".":{},"f:a":{}}}}',
    ]);
    expect(box.entries[0]).toMatchObject({ apiVersion: "toys/v1", fieldsType: "FieldsV1" });
  });

  test("a manager that changes a value becomes its owner instead of the previous one", () => {
    const box = new Toybox().update("a", { data: { k: "v", l: "v" } }).update("b", { data: { k: "w", m: "v" } });
    expect(box.owners).toEqual(['a Update@00: {"f:data":{}}', 'b Update@01: {"f:data":{"f:k":{},"f:m":{}}}']);
  });

  test("an update that changes nothing leaves the entries unchanged", () => {
    const box = new Toybox().update("a", { count: 1 });
    const before = box.entries;
    expect(box.update("b", { count: 1 }).entries).toEqual(before);
  });

  test("a manager without a name is unknown", () => {
    expect(new Toybox().update("", { count: 1 }).owners).toEqual(['unknown Update@00: {"f:count":{}}']);
  });

  test("a subresource has separate entries and ignores those in the request", () => {
    const box = new Toybox().update("a", { count: 1 }).update("a", { count: 1, data: { k: "v" } }, [{}], "status");
    expect(box.owners).toEqual(['a Update@00: {"f:count":{}}', 'a/status Update@01: {"f:data":{".":{},"f:k":{}}}']);
  });

  test("entries in the request replace the stored ones, unless they cannot be decoded", () => {
    const sent: ManagedFieldsEntry[] = [
      { manager: "x", operation: "Update", apiVersion: "toys/v1", fieldsType: "FieldsV1", fieldsV1: { "f:count": {} } },
    ];
    const broken = [{ ...sent[0], fieldsV1: { broken: {} } }];
    expect(new Toybox().update("a", { count: 1 }).update("b", { count: 1 }, sent).owners).toEqual([
      'x Update: {"f:count":{}}',
    ]);
    expect(new Toybox().update("a", { count: 1 }).update("b", { count: 1 }, broken).owners).toEqual([
      'a Update@00: {"f:count":{}}',
    ]);
  });

  test("a single empty entry resets the managed fields, an empty list does not", () => {
    const newToybox = () => new Toybox().update("a", { count: 1, data: { k: "v" } });
    expect(newToybox().update("b", { count: 2, data: { k: "v" } }, [{}]).owners).toEqual([]);
    expect(newToybox().update("b", { count: 2, data: { k: "v" } }, []).owners).toEqual([
      'a Update@00: {"f:data":{".":{},"f:k":{}}}',
      'b Update@01: {"f:count":{}}',
    ]);
  });

  test("an update does not start managed fields for an object without any", () => {
    expect(new Toybox({ count: 1 }).update("a", { count: 2 }).owners).toEqual([]);
  });

  test("a list whose items cannot be identified leaves the entries unchanged", () => {
    const box = new Toybox().update("a", { words: ["x"] });
    expect(box.update("b", { words: [["y"]] }).owners).toEqual(['a Update@00: {"f:words":{".":{},"v:\\"x\\"":{}}}']);
  });

  test("the oldest of more than ten update managers are merged into one", () => {
    const box = new Toybox();
    for (let index = 0; index < maxUpdateOwners + 3; index++) {
      const data = Object.fromEntries(Array.from({ length: index + 1 }, (_each, n) => [`k${n}`, "v"]));
      box.update(`m${String(index).padStart(2, "0")}`, { data });
    }
    expect(box.entries).toHaveLength(maxUpdateOwners);
    expect(box.owners.slice(0, 2)).toEqual([
      'ancient-changes Update@03: {"f:data":{".":{},"f:k0":{},"f:k1":{},"f:k2":{},"f:k3":{}}}',
      'm04 Update@04: {"f:data":{"f:k4":{}}}',
    ]);
  });
});

describe("applied configurations", () => {
  test("after creation by apply, the manager owns exactly the fields that the configuration names", () => {
    const box = new Toybox();
    expect(box.apply("a", { data: { k: "v" }, words: [], selector: {} })).toBe("");
    expect(box.owners).toEqual(['a Apply@00: {"f:data":{"f:k":{}},"f:selector":{}}']);
  });

  test("applying a different value for a field of another owner is a conflict", () => {
    const box = new Toybox().update("u", { count: 1, data: { k: "v" } });
    expect(box.apply("a", { count: 2 })).toBe('Apply failed with 1 conflict: conflict with "u" using toys/v1: .count');
    box.apply("b", { words: ["x"], order: ["1"] });
    expect(box.apply("a", { count: 2, data: { k: "w" }, order: ["2"] })).toBe(
      'Apply failed with 3 conflicts: conflicts with "b":\n- .order\nconflicts with "u" using toys/v1:\n- .count\n- .data.k',
    );
  });

  test("a forced apply takes over the conflicting fields", () => {
    const box = new Toybox().update("u", { count: 1, data: { k: "v" } });
    expect(box.apply("a", { count: 2 }, true)).toBe("");
    expect(box.owners).toEqual(['a Apply@01: {"f:count":{}}', 'u Update@00: {"f:data":{".":{},"f:k":{}}}']);
  });

  test("managers that apply the same value share it until the last of them drops it", () => {
    const box = new Toybox();
    box.apply("a", { count: 1 });
    box.apply("b", { count: 1 });
    // This apply changed nothing, so the entry of b has no time.
    expect(box.owners).toEqual(['b Apply: {"f:count":{}}', 'a Apply@00: {"f:count":{}}']);
    box.apply("a", { words: ["x"] });
    expect(box.content["count"]).toBe(1);
    box.apply("b", { words: ["x"] });
    expect(box.content["count"]).toBeUndefined();
  });

  test("fields that are no longer applied are removed, with parents that become empty", () => {
    const box = new Toybox();
    box.apply("a", { data: { k: "v" }, ports: [{ port: 80 }, { port: 80, protocol: "UDP" }] });
    box.apply("a", { ports: [{ port: 80, protocol: "UDP", name: "dns" }] });
    expect(box.content).toMatchObject({ ports: [{ port: 80, protocol: "UDP", name: "dns" }] });
    expect(Object.keys(box.content)).not.toContain("data");
  });

  test("an item remains as long as another manager owns a field in it", () => {
    const box = new Toybox();
    box.apply("a", { ports: [{ port: 80 }] });
    box.apply("b", { ports: [{ port: 80, name: "web" }] });
    box.apply("a", { words: ["x"] });
    expect(box.content["ports"]).toEqual([{ port: 80, name: "web" }]);
    expect(box.owners).toEqual([
      'b Apply@01: {"f:ports":{"k:{\\"port\\":80,\\"protocol\\":\\"TCP\\"}":{".":{},"f:name":{},"f:port":{}}}}',
      'a Apply@02: {"f:words":{"v:\\"x\\"":{}}}',
    ]);
  });

  test("applying the same configuration again changes neither the object nor the times", () => {
    const box = new Toybox();
    box.apply("a", { count: 1 });
    const { content, entries } = box;
    expect(box.apply("a", { count: 1 })).toBe("");
    expect(box).toMatchObject({ content, entries });
  });

  test("fields from before the first apply belong to before-first-apply", () => {
    const box = new Toybox({ count: 1, data: { k: "v" } });
    expect(box.apply("a", { count: 2 })).toContain('conflict with "before-first-apply" using toys/v1: .count');
    expect(box.apply("a", { data: { l: "v" } })).toBe("");
    expect(box.owners).toEqual([
      'a Apply@01: {"f:data":{"f:l":{}}}',
      'before-first-apply Update@01: {"f:count":{},"f:data":{".":{},"f:k":{}}}',
    ]);
  });

  test.each([
    { content: { oops: 1 }, fault: ".oops: field not declared in schema" },
    { content: { count: "1" }, fault: ".count: expected numeric (int or float), got string" },
    { content: { words: ["a", "a"] }, fault: '.words: duplicate entries for key [="a"]' },
    {
      content: { words: [null] },
      fault: ".words: element 0: associative list without keys has an element that's an explicit null",
    },
    {
      content: { count: true, data: [1], order: {} },
      fault:
        "errors:\n  .count: expected numeric (int or float), got bool\n  .data: expected map, got &{[1]}\n  .order: expected list, got &{map[]}",
    },
  ])("a configuration that does not fit the type is rejected: $fault", ({ content, fault }) => {
    expect(new Toybox().apply("a", content)).toBe(
      `failed to create typed patch object (n/t; toys/v1, Kind=Toy): ${fault}`,
    );
  });

  test("applying to a live object that does not fit its type is an error", () => {
    const box = new Toybox({ words: [["x"]] });
    expect(box.apply("a", { count: 1 })).toBe(
      "failed to create manager for existing fields: failed to convert new object (n/t; toys/v1, Kind=Toy) to smd typed: .words: element 0: not supported: associative list with lists as elements",
    );
  });

  test("an owner with a version that no longer exists is dropped", () => {
    const old = { operation: "Update", apiVersion: "toys/v0", fieldsType: "FieldsV1", fieldsV1: { "f:count": {} } };
    const box = new Toybox({ count: 1 }, [{ manager: "u", ...old }]);
    expect(box.apply("a", { count: 2 })).toBe("");
    expect(box.owners).toEqual(['a Apply@00: {"f:count":{}}']);
  });
});

describe("kubectl after client-side apply", () => {
  const annotation = "kubectl.kubernetes.io/last-applied-configuration";
  const lastAppliedObject = (last: Content, content: Content) => ({
    metadata: { name: "t", namespace: "n", annotations: { [annotation]: JSON.stringify(last) } },
    ...content,
  });
  const last = { apiVersion: "toys/v1", kind: "Toy", data: { k: "1", l: "1" } };

  test("takes over the fields that it applied before and that have not changed since; the annotation is updated", () => {
    const box = new Toybox().update("kubectl-client-side-apply", lastAppliedObject(last, { data: { k: "1", l: "1" } }));
    expect(box.apply("kubectl", { data: { k: "2" } })).toBe("");
    expect(box.content).toMatchObject({ data: { k: "2", l: "1" } });
  });

  test("has a conflict over fields that it did not apply, and over those that changed since", () => {
    const box = new Toybox().update("u", lastAppliedObject(last, { count: 1, data: { k: "1", l: "9" } }));
    expect(box.apply("kubectl", { count: 2, data: { k: "2", l: "2" } })).toBe(
      'Apply failed with 2 conflicts: conflicts with "u" using toys/v1:\n- .count\n- .data.l',
    );
    expect(box.apply("other", { data: { k: "2" } })).toContain(".data.k");
  });

  test.each([
    { why: "of another version", annotated: { ...last, apiVersion: "toys/v2" } },
    { why: "of another kind", annotated: { ...last, kind: "Game" } },
    { why: "not of the type", annotated: { ...last, oops: 1 } },
  ])("ignores an annotation $why", ({ annotated }) => {
    const box = new Toybox().update("u", lastAppliedObject(annotated, { data: { k: "1" } }));
    expect(box.apply("kubectl", { data: { k: "2" } })).toContain("Apply failed with 1 conflict");
  });
});

const contents = fc.record(
  {
    count: fc.integer({ min: 0, max: 3 }),
    data: fc.dictionary(fc.constantFrom("a", "b"), fc.constantFrom("1", "2")),
    words: fc.uniqueArray(fc.constantFrom("x", "y", "z")),
    order: fc.array(fc.constantFrom("x", "y"), { maxLength: 2 }),
    selector: fc.dictionary(fc.constantFrom("a", "b"), fc.constantFrom("1", "2")),
    ports: fc.uniqueArray(fc.record({ port: fc.integer({ min: 1, max: 3 }), name: fc.constantFrom("a", "b") }), {
      selector: ({ port }) => port,
    }),
  },
  { requiredKeys: [] },
);
const writes = fc.array(
  fc.record({
    manager: fc.constantFrom("a", "b", "c"),
    content: contents,
    isForced: fc.boolean(),
    applies: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

test("after any writes, a second apply changes nothing and the object has all applied values", () => {
  fc.assert(
    fc.property(writes, contents, (before, content) => {
      const box = new Toybox();
      for (const write of before) {
        if (write.applies) box.apply(write.manager, write.content, write.isForced);
        else box.update(write.manager, { count: 0, ...write.content });
      }
      expect(box.apply("me", content, true)).toBe("");
      const { content: object, entries } = box;
      const { words: _words, ports: _ports, data, ...whole } = content;
      expect(object).toMatchObject({ ...whole, ...(data && Object.keys(data).length > 0 ? { data } : {}) });
      expect(typingFaults(toyType, object, false)).toEqual([]);
      expect(box.apply("me", content)).toBe("");
      expect(box).toMatchObject({ content: object, entries });
    }),
  );
});

test("applies remove the same fields whether all owners use one version or one of them another", () => {
  const fieldsV1 = { "f:metadata": { "f:labels": { "f:other": {} } } };
  const newToyboxOfVersion = (apiVersion: string) =>
    new Toybox({ count: 0 }, [{ manager: "other", operation: "Update", apiVersion, fieldsType: "FieldsV1", fieldsV1 }]);
  fc.assert(
    fc.property(writes, (all) => {
      const [one, two] = [newToyboxOfVersion("toys/v1"), newToyboxOfVersion("toys/v2")];
      for (const { manager, content, isForced, applies } of all) {
        for (const box of [one, two]) {
          if (applies) box.apply(manager, content, isForced);
          else box.update(manager, { ...box.content, ...content });
        }
      }
      expect(two.content).toEqual(one.content);
      expect(two.owners.sort()).toEqual(one.owners.sort());
    }),
  );
});

test("in an object without a schema, a list has one owner, and the members of maps have separate ones", () => {
  const object = (value: Content): TypedObject => ({ value, apiVersion: "x/v1", type: deduced });
  const write = { manager: "a", subresource: "", now: "2026-01-01T00:00:00Z", convert: (it: TypedObject) => it };
  const live = { object: object({ spec: { list: [{ name: "a" }], map: { k: 1 } } }), entries: undefined };
  const entries = entriesAfterUpdate({ object: object({}), entries: undefined, isNew: true }, live, write);
  expect(entries.map(({ fieldsV1 }) => fieldsV1)).toEqual([
    { "f:spec": { ".": {}, "f:list": {}, "f:map": { ".": {}, "f:k": {} } } },
  ]);
});

/** Field sets of the toy. Some contain fields that no manager can own, some a parent with its children. */
const fieldSets = fc.constantFrom<object>(
  { "f:data": { "f:a": {}, "f:b": {} }, "f:count": {} },
  { "f:data": { ".": {}, "f:b": {}, "f:c": {} } },
  { "f:data": {} },
  { "f:metadata": { "f:name": {}, "f:uid": {} }, "f:data": { "f:c": {} } },
  { "f:metadata": { ".": {}, "f:uid": {} } },
  { "f:kind": {}, "f:count": {} },
);
const toys = fc.record(
  {
    data: fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("1", "2")),
    count: fc.constantFrom(1, 2),
    metadata: fc.record({ name: fc.constantFrom("x", "y"), uid: fc.constantFrom("1", "2") }),
  },
  { requiredKeys: [] },
);

test("a manager that updates again owns its previous fields without the changed ones, plus its own changes", () => {
  fc.assert(
    fc.property(toys, toys, fieldSets, fieldSets, (before, after, own, others) => {
      const entry = (manager: string, fieldsV1: object) => {
        const time = "2026-01-01T00:00:00Z";
        return { manager, operation: "Update", apiVersion: "toys/v1", time, fieldsType: "FieldsV1", fieldsV1 };
      };
      const fieldsAfterUpdate = (writer: string) => {
        const { entries } = new Toybox(before, [entry("me", own), entry("other", others)]).update(writer, after);
        return (manager: string) => entries.find((each) => each.manager === manager)?.fieldsV1 as FieldSet | undefined;
      };
      // A third manager that makes the same update gains exactly the change, and leaves to `me` exactly what `me`
      // keeps.
      const [mine, elsewhere] = [fieldsAfterUpdate("me"), fieldsAfterUpdate("third")];
      const expected = union(elsewhere("me") ?? noFields, elsewhere("third") ?? noFields);
      expect(mine("me") ?? noFields).toEqual(expected);
      expect(mine("other")).toEqual(elsewhere("other"));
    }),
  );
});
