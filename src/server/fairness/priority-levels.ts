/**
 * All active priority levels and flow schemas, derived from their configuration objects and the seats of the server.
 *
 * @module
 */

import type { UserInfo } from "../../access/user.ts";
import type { FlowSchemaSpec, PriorityLevelConfigurationSpec } from "../../api/types/flowcontrol-v1.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { Clock } from "./clock.ts";
import { FlowCounts } from "./flow-counts.ts";
import { type CompiledRule, compileRules, type RequestTarget } from "./flow-schema.ts";
import { catchAllName, exemptName, isConsistentSpec, PriorityLevel } from "./priority-level.ts";
import { allocateSeats } from "./seat-allocation.ts";
import { dealHand, hashFlow } from "./shuffle-sharding.ts";

/** The objects that every cluster has. The server uses them if the configuration lacks them. */
export interface MandatoryObjects {
  readonly schemas: readonly ApiObject[];
  readonly levels: readonly ApiObject[];
}

/** Limit for cached users with their schemas, and for cached flows with their queues. */
const maxCacheEntries = 10_000;

const firstQueueOnly: readonly number[] = [0];

/** A FlowSchema with its priority level. */
export class FlowSchema {
  readonly name: string;
  readonly uid: string;
  readonly level: PriorityLevel;
  readonly counts: FlowCounts;
  readonly rules: readonly CompiledRule[];
  private readonly distinguisherMethod: string | undefined;
  private readonly handByFlow = new Map<string, readonly number[]>();

  constructor(object: ApiObject, level: PriorityLevel, counts: FlowCounts) {
    const spec = specOf<FlowSchemaSpec>(object);
    this.name = nameOf(object);
    this.uid = object.metadata.uid ?? "";
    this.level = level;
    this.counts = counts;
    this.rules = compileRules(spec);
    this.distinguisherMethod = spec.distinguisherMethod?.type;
  }

  /** Returns the indexes of the queues in which a request may wait. */
  handOf(user: UserInfo, target: Pick<RequestTarget, "namespace">): readonly number[] {
    if (this.level.queueCount < 2) return firstQueueOnly;
    const flow = this.flowOf(user, target);
    const known = this.handByFlow.get(flow);
    if (known) return known;
    if (this.handByFlow.size >= maxCacheEntries) this.handByFlow.clear();
    const hand = dealHand(hashFlow(this.name, flow), this.level.queueCount, this.level.handSize);
    this.handByFlow.set(flow, hand);
    return hand;
  }

  /** Returns the flow distinguisher: the text that identifies the flow of a request within the schema. */
  flowOf({ username }: UserInfo, { namespace }: Pick<RequestTarget, "namespace">): string {
    return this.distinguisherMethod === "ByUser"
      ? username
      : this.distinguisherMethod === "ByNamespace"
        ? namespace
        : "";
  }
}

/** The rules that apply to a user, in order of precedence. */
interface UserRules {
  readonly groups: readonly string[];
  readonly rules: readonly { readonly rule: CompiledRule; readonly schema: FlowSchema }[];
}

export class PriorityLevels {
  /** The seats of all levels together, apart from rounding. */
  readonly serverSeats: number;
  /** The fraction of its target that each level gets if no bound prevents it. */
  fairShare = 0;
  private readonly clock: Clock;
  private readonly mandatory: MandatoryObjects;
  private levelByName = new Map<string, PriorityLevel>();
  private schemas: readonly FlowSchema[] = [];
  private readonly countsByFlow = new Map<string, { level: string; schema: string; counts: FlowCounts }>();
  private readonly rulesByUser = new Map<string, UserRules>();
  private catchAll: FlowSchema;

  constructor(serverSeats: number, clock: Clock, mandatory: MandatoryObjects) {
    this.serverSeats = serverSeats;
    this.clock = clock;
    this.mandatory = mandatory;
    this.catchAll = this.digest([], []);
  }

  get levels(): Iterable<PriorityLevel> {
    return this.levelByName.values();
  }

  /** The counts of each flow schema at each priority level, including deleted ones. */
  get flows(): Iterable<{ readonly level: string; readonly schema: string; readonly counts: FlowCounts }> {
    return this.countsByFlow.values();
  }

  /**
   * Applies the current configuration objects.
   *
   * @returns the schema of requests that match no other schema
   */
  digest(levels: readonly ApiObject[], schemas: readonly ApiObject[]): FlowSchema {
    this.levelByName = this.levelsOf(levels);
    this.schemas = this.schemasOf(schemas);
    this.rulesByUser.clear();
    const all = [...this.levelByName.values()];
    const shares = all.reduce((sum, level) => sum + level.shares, 0);
    for (const level of all) level.setLimits(this.serverSeats, shares);
    this.rebalance();
    const catchAll = this.schemas.findLast(({ name }) => name === catchAllName);
    if (!catchAll) throw new Error(`there is always a FlowSchema ${catchAllName}`);
    this.catchAll = catchAll;
    return catchAll;
  }

  /** Returns the schema of a request. */
  classify(user: UserInfo, target: RequestTarget): FlowSchema {
    for (const { rule, schema } of this.rulesOf(user)) if (rule.matches(target)) return schema;
    return this.catchAll;
  }

  /** Lends the seats of levels that do not need them to levels that do. The caller runs it every ten seconds. */
  rebalance(): void {
    const all = [...this.levelByName.values()];
    for (const level of all) level.readDemand();
    const limited = all.filter((level) => !level.isExempt);
    const nominal = sumOf(all, ({ limits }) => limits.nominal);
    const rest = nominal - sumOf(all, (level) => (level.isExempt ? level.retainedSeats : 0));
    const lower = sumOf(limited, ({ limits }) => limits.lower);
    const retainedSeatsSum = sumOf(limited, (level) => level.retainedSeats);
    for (const level of limited) level.target = Math.max(level.retainedSeats, level.demand.smoothed);
    const bounds = limited.map(({ retainedSeats: lowerBound, limits, target }) => ({
      lowerBound,
      upperBound: limits.upper,
      target,
    }));
    const allocation = rest > retainedSeatsSum ? allocateSeats(nominal, bounds) : undefined;
    this.fairShare = allocation?.fairShare ?? 0;
    const part = rest <= lower ? 0 : (rest - lower) / (retainedSeatsSum - lower);
    for (const level of all) {
      const { limits } = level;
      if (level.isExempt) level.setCurrent(level.retainedSeats);
      else if (rest <= retainedSeatsSum)
        level.setCurrent(limits.lower + Math.round((level.retainedSeats - limits.lower) * part));
      else level.setCurrent(Math.round(allocation?.seats[limited.indexOf(level)] ?? level.current));
    }
  }

  private rulesOf(user: UserInfo): UserRules["rules"] {
    const known = this.rulesByUser.get(user.username);
    if (known && areEqual(known.groups, user.groups)) return known.rules;
    const rules = this.schemas.flatMap((schema) =>
      schema.rules.filter((rule) => rule.appliesTo(user)).map((rule) => ({ rule, schema })),
    );
    if (this.rulesByUser.size >= maxCacheEntries) this.rulesByUser.clear();
    this.rulesByUser.set(user.username, { groups: user.groups, rules });
    return rules;
  }

  private levelsOf(objects: readonly ApiObject[]): Map<string, PriorityLevel> {
    const levels = new Map<string, PriorityLevel>();
    const add = (object: ApiObject) => {
      const name = nameOf(object);
      const spec = specOf<PriorityLevelConfigurationSpec>(object);
      const level = this.levelByName.get(name) ?? new PriorityLevel(name, spec, this.clock);
      level.spec = spec;
      level.uid = object.metadata.uid ?? "";
      level.isQuiescing = false;
      levels.set(name, level);
    };
    for (const object of objects) if (isConsistentSpec(nameOf(object), specOf(object))) add(object);
    for (const object of this.mandatory.levels) if (!levels.has(nameOf(object))) add(object);
    // Deleted levels keep their part of the seats until their last request has ended.
    for (const [name, level] of this.levelByName) {
      if (levels.has(name) || level.queueSet.isIdle) continue;
      level.isQuiescing = true;
      levels.set(name, level);
    }
    return levels;
  }

  private schemasOf(objects: readonly ApiObject[]): readonly FlowSchema[] {
    const found = objects.toSorted(comparePrecedence).flatMap((object) => this.schemaOf(object) ?? []);
    const isMissing = (name: string) => !found.some((schema) => schema.name === name);
    const missing = (name: string) =>
      isMissing(name) ? this.mandatory.schemas.filter((object) => nameOf(object) === name) : [];
    const made = (name: string) => missing(name).flatMap((object) => this.schemaOf(object) ?? []);
    return [...made(exemptName), ...found, ...made(catchAllName)];
  }

  /** Undefined if the schema's level does not exist. */
  private schemaOf(object: ApiObject): FlowSchema | undefined {
    const level = this.levelByName.get(specOf<FlowSchemaSpec>(object).priorityLevelConfiguration?.name ?? "");
    if (!level || level.isQuiescing) return undefined;
    return new FlowSchema(object, level, this.countsOf(level.name, nameOf(object)));
  }

  private countsOf(level: string, schema: string): FlowCounts {
    const key = `${level}/${schema}`;
    const known = this.countsByFlow.get(key);
    if (known) return known.counts;
    const counts = new FlowCounts();
    this.countsByFlow.set(key, { level, schema, counts });
    return counts;
  }
}

const nameOf = ({ metadata }: ApiObject): string => metadata.name ?? "";

const specOf = <T extends object>(object: ApiObject): T => (object["spec"] ?? {}) as T;

const precedenceOf = (object: ApiObject): number => specOf<FlowSchemaSpec>(object).matchingPrecedence ?? 0;

const comparePrecedence = (a: ApiObject, b: ApiObject): number =>
  precedenceOf(a) - precedenceOf(b) || compareUtf8(nameOf(a), nameOf(b));

const sumOf = <T>(items: readonly T[], readValue: (item: T) => number): number =>
  items.reduce((sum, item) => sum + readValue(item), 0);

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}
