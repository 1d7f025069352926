/**
 * Whether the rules that a user holds cover the rules that the user wants to grant: nobody may grant more than they
 * have.
 *
 * A rule of a few lines can match millions of combinations of verb, group, resource and name. Instead of checking each
 * combination, values that the same held rules match form one class, and classes are combined.
 *
 * @module
 */
import type { PolicyRule } from "../api/types/rbac-v1.ts";
import { everything, urlCovers } from "./rule-match.ts";

/** The most uncovered parts that are returned. */
export const maxUncovered = 2_000;
/**
 * The most comparisons of one call, each over a few thousand held rules. Beyond that, parts count as not covered, which
 * is safe.
 */
export const maxComparisons = 300_000;
/** How many 32-bit words of a set take as long to compare as the overhead of one comparison. */
const wordsPerComparison = 64;

/** Returns the parts of `wanted` that no single rule of `held` covers, each one verb on one resource or URL. */
export function uncoveredRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  const rules = new HeldRules([...new Set(held)]);
  const uncovered: PolicyRule[] = [];
  for (const rule of wanted) {
    for (const part of rules.uncovered(rule)) {
      uncovered.push(part);
      if (uncovered.length === maxUncovered) return uncovered;
    }
  }
  return uncovered;
}

/** A bit set of held rules, by index. */
type RuleSet = Uint32Array;

/** The values of a field of the wanted rule, in its order, and the held rules that match each value. */
interface FieldLevel {
  readonly values: readonly string[];
  /** The class of each value. */
  readonly classes: readonly ValueClass[];
  /** The classes without duplicates. */
  readonly distinctClasses: readonly ValueClass[];
}

/** The values that the same held rules match. */
interface ValueClass {
  readonly id: number;
  readonly rules: RuleSet;
}

type Field = "verbs" | "apiGroups" | "resources" | "resourceNames";

class HeldRules {
  private readonly rules: readonly PolicyRule[];
  private readonly allRules: RuleSet;
  private readonly rulesWithoutNames: RuleSet;
  private readonly fields = new Map<Field, FieldIndex>();
  private readonly urls = new ValueClasses((url) => this.rulesForUrl(url));
  private comparisons = 0;

  constructor(rules: readonly PolicyRule[]) {
    this.rules = rules;
    this.allRules = this.setOf(() => true);
    this.rulesWithoutNames = this.setOf(({ resourceNames = [] }) => resourceNames.length === 0);
  }

  *uncovered(wanted: PolicyRule): Generator<PolicyRule> {
    const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = wanted;
    const verbs = wanted.verbs ?? [];
    const levels = [this.level("apiGroups", apiGroups), this.level("resources", resources), this.level("verbs", verbs)];
    const named = resourceNames.length > 0 ? [this.level("resourceNames", resourceNames)] : [];
    for (const [group = "", resource = "", verb = "", name] of this.combinations(
      [...levels, ...named],
      named.length > 0 ? this.allRules : this.rulesWithoutNames,
    )) {
      const part = { apiGroups: [group], resources: [resource], verbs: [verb] };
      yield name === undefined ? part : { ...part, resourceNames: [name] };
    }
    if (nonResourceURLs.length === 0) return;
    const urlLevels = [this.urls.level(nonResourceURLs), this.level("verbs", verbs)];
    for (const [url = "", verb = ""] of this.combinations(urlLevels, this.rulesWithoutNames)) {
      yield { nonResourceURLs: [url], verbs: [verb] };
    }
  }

  /** Yields, in order, the combinations of one value per level that no rule of `among` matches. */
  private *combinations(levels: readonly FieldLevel[], among: RuleSet): Generator<readonly string[]> {
    if (levels.some(({ values }) => values.length === 0)) return;
    const covered = new Map<string, boolean>();
    /**
     * Whether each combination of the levels from `depth` on is matched by a rule of `rules`. `path` names the classes
     * of the levels above.
     */
    const isCovered = (depth: number, rules: RuleSet, path: string): boolean => {
      const level = levels[depth];
      if (!level) return isNonEmpty(rules);
      const known = covered.get(path);
      if (known !== undefined) return known;
      const areCovered = level.distinctClasses.every((each) => {
        const both = this.intersection(rules, each.rules);
        return both !== undefined && isNonEmpty(both) && isCovered(depth + 1, both, `${path}.${each.id}`);
      });
      covered.set(path, areCovered);
      return areCovered;
    };
    const visit = function* (
      this: HeldRules,
      depth: number,
      rules: RuleSet,
      path: string,
      above: readonly string[],
    ): Generator<readonly string[]> {
      const level = levels[depth];
      if (!level) return yield above;
      for (const [index, value] of level.values.entries()) {
        const each = level.classes[index];
        const both = each && this.intersection(rules, each.rules);
        const inside = `${path}.${each?.id}`;
        if (both && isCovered(depth + 1, both, inside)) continue;
        yield* visit.call(this, depth + 1, both ?? emptyRuleSet, inside, [...above, value]);
      }
    };
    if (!isCovered(0, among, "")) yield* visit.call(this, 0, among, "", []);
  }

  /** Returns the intersection; undefined once the limit of comparisons is exceeded. */
  private intersection(a: RuleSet, b: RuleSet): RuleSet | undefined {
    this.comparisons += 1 + a.length / wordsPerComparison;
    return this.comparisons > maxComparisons ? undefined : a.map((word, index) => word & (b[index] ?? 0));
  }

  private level(field: Field, values: readonly string[]): FieldLevel {
    const index = this.fields.get(field) ?? new FieldIndex(this.rules, field);
    this.fields.set(field, index);
    return index.classes.level(values);
  }

  private rulesForUrl(url: string): RuleSet {
    return this.setOf(({ nonResourceURLs = [] }) => {
      this.comparisons += nonResourceURLs.length;
      return this.comparisons <= maxComparisons && nonResourceURLs.some((each) => urlCovers(each, url));
    });
  }

  private setOf(isIn: (rule: PolicyRule) => boolean): RuleSet {
    const set = emptySet(this.rules.length);
    for (const [index, rule] of this.rules.entries()) if (isIn(rule)) add(set, index);
    return set;
  }
}

/** Maps the values of one field to the held rules that match them. */
class FieldIndex {
  readonly classes = new ValueClasses((value) => this.rulesForValue(value));
  private readonly indexesByValue = new Map<string, number[]>();
  private readonly rulesForAnyValue: RuleSet;
  private readonly field: Field;

  constructor(rules: readonly PolicyRule[], field: Field) {
    this.field = field;
    this.rulesForAnyValue = emptySet(rules.length);
    for (const [index, rule] of rules.entries()) {
      const values = rule[field] ?? [];
      const isAlways = field === "resourceNames" ? values.length === 0 : values.includes(everything);
      if (isAlways) add(this.rulesForAnyValue, index);
      for (const value of values) {
        const known = this.indexesByValue.get(value);
        if (known) known.push(index);
        else this.indexesByValue.set(value, [index]);
      }
    }
  }

  private rulesForValue(value: string): RuleSet {
    const rules = this.rulesForAnyValue.slice();
    for (const index of this.indexesByValue.get(value) ?? []) add(rules, index);
    if (this.field !== "resources") return rules;
    for (const index of this.indexesByValue.get(wildcardResource(value)) ?? []) add(rules, index);
    return rules;
  }
}

/** Replaces the resource before a subresource with `*`. Returns a resource without subresource unchanged. */
function wildcardResource(resource: string): string {
  const slash = resource.indexOf("/");
  return slash < 0 ? resource : everything + resource.slice(slash);
}

/** Assigns values to classes; caches the class of each value. */
class ValueClasses {
  private readonly classByValue = new Map<string, ValueClass>();
  private readonly classByRules = new Map<string, ValueClass>();
  private readonly rulesOf: (value: string) => RuleSet;

  constructor(rulesOf: (value: string) => RuleSet) {
    this.rulesOf = rulesOf;
  }

  level(values: readonly string[]): FieldLevel {
    const classes = values.map((value) => this.classOf(value));
    return { values, classes, distinctClasses: [...new Set(classes)] };
  }

  private classOf(value: string): ValueClass {
    const known = this.classByValue.get(value) ?? this.classOfRules(this.rulesOf(value));
    this.classByValue.set(value, known);
    return known;
  }

  private classOfRules(rules: RuleSet): ValueClass {
    const key = rules.join();
    const known = this.classByRules.get(key) ?? { id: this.classByRules.size, rules };
    this.classByRules.set(key, known);
    return known;
  }
}

const emptyRuleSet: RuleSet = new Uint32Array(0);
const bitsPerWord = 32;
const emptySet = (rules: number): RuleSet => new Uint32Array(Math.ceil(rules / bitsPerWord));
const isNonEmpty = (set: RuleSet): boolean => set.some((word) => word !== 0);

function add(set: RuleSet, index: number): void {
  const word = Math.floor(index / bitsPerWord);
  set[word] = (set[word] ?? 0) | (1 << (index % bitsPerWord));
}
