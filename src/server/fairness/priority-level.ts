/**
 * A priority level: its nominal and current seats, and the requests that occupy them or wait for them.
 *
 * @module
 */
import type { UserInfo } from "../../access/user.ts";
import type { PriorityLevelConfigurationSpec } from "../../api/types/flowcontrol-v1.ts";
import type { RequestInfo } from "../request/request-info.ts";
import type { Clock } from "./clock.ts";
import { type Discipline, QueueSet, type Ticket, type Work } from "./queue-set.ts";
import { RetryAfter } from "./retry-after.ts";
import { noDemand, type SmoothedDemand, smoothDemand } from "./seat-demand.ts";

export const exemptName = "exempt";
export const catchAllName = "catch-all";

/** The default of the API. */
const defaultShares = 30;
/** The largest fraction of the level's seats that one request gets. */
const maxSeatFraction = 0.15;
const percent = 100;

/**
 * Seats of a level. Without a borrowing limit in the configuration, `upper` is the nominal seats plus all seats of the
 * server.
 */
export interface SeatLimits {
  readonly nominal: number;
  readonly lower: number;
  readonly upper: number;
}

/** A request at a level, as the debug pages show it. */
export interface LevelRequest {
  readonly schema: { readonly name: string; flowOf(user: UserInfo, target: Pick<RequestInfo, "namespace">): string };
  readonly work: Work;
  /** Undefined if the request was refused. */
  readonly ticket: Ticket | undefined;
  readonly exchange: { readonly user: UserInfo; readonly info: RequestInfo };
}

export class PriorityLevel {
  readonly name: string;
  readonly queueSet: QueueSet;
  readonly retryAfter = new RetryAfter();
  /** Requests that execute or wait; some may have just ended. */
  readonly requests = new Set<LevelRequest>();
  uid = "";
  spec: PriorityLevelConfigurationSpec;
  limits: SeatLimits = { nominal: 0, lower: 0, upper: 0 };
  demand: SmoothedDemand = noDemand;
  /** The level's present seats, after lending and borrowing. */
  current = 0;
  target = 0;
  /** The level's limit for the seats of one request. */
  maxSeats = Number.POSITIVE_INFINITY;
  /** Whether the configuration was deleted while the level still has requests. */
  isQuiescing = false;
  private isNew = true;

  constructor(name: string, spec: PriorityLevelConfigurationSpec, clock: Clock) {
    this.name = name;
    this.spec = spec;
    this.queueSet = new QueueSet(clock);
  }

  get isExempt(): boolean {
    return this.spec.type === "Exempt";
  }

  get shares(): number {
    const { limited, exempt } = this.spec;
    return limited ? (limited.nominalConcurrencyShares ?? defaultShares) : (exempt?.nominalConcurrencyShares ?? 0);
  }

  /** The number of queues; below 2, flows are not distinguished. */
  get queueCount(): number {
    return this.spec.limited?.limitResponse?.queuing?.queues ?? 0;
  }

  get handSize(): number {
    return this.spec.limited?.limitResponse?.queuing?.handSize ?? 1;
  }

  /**
   * Sets the level's part of the server's seats in proportion to its shares. The part is rounded up, so all levels
   * together may have a few more seats than the server.
   */
  setLimits(serverSeats: number, allShares: number): void {
    const nominal = allShares > 0 ? Math.ceil((serverSeats * this.shares) / allShares) : 0;
    const { limited, exempt } = this.spec;
    const lendablePercent = (limited ?? exempt)?.lendablePercent ?? 0;
    const lendable = Math.round((nominal * lendablePercent) / percent);
    const borrowingPercent = limited?.borrowingLimitPercent;
    const borrowing = borrowingPercent === undefined ? serverSeats : Math.round((nominal * borrowingPercent) / percent);
    this.limits = { nominal, lower: nominal - lendable, upper: nominal + borrowing };
    if (this.queueCount > 0) {
      this.maxSeats = Math.max(1, Math.min(Math.ceil(nominal * maxSeatFraction), Math.floor(nominal / this.handSize)));
    } else {
      this.maxSeats = Number.POSITIVE_INFINITY;
    }
    if (this.isNew) this.current = nominal - Math.floor(lendable / 2);
    this.isNew = false;
  }

  /** Ends the current period of measuring demand and includes it in the smoothed demand. */
  readDemand(): void {
    this.demand = smoothDemand(this.demand, this.queueSet.readDemand());
  }

  /**
   * The seats that the level does not lend: the most that it used in the last period, at least the lower limit, and at
   * most the nominal seats unless the level is exempt.
   */
  get retainedSeats(): number {
    const { lower, nominal } = this.limits;
    const { highWatermark } = this.demand;
    return Math.max(lower, this.isExempt ? highWatermark : Math.min(nominal, highWatermark));
  }

  setCurrent(seats: number): void {
    this.current = seats;
    this.queueSet.configure(this.discipline, seats);
  }

  private get discipline(): Discipline {
    if (this.isExempt) return "exempt";
    const { queues = 0, handSize = 1, queueLengthLimit = 0 } = this.spec.limited?.limitResponse?.queuing ?? {};
    return queues > 0 ? { queues, handSize, queueLengthLimit } : "reject";
  }
}

/** Whether the parts of the spec are consistent. The API rejects other specs, but a store may contain them. */
export function isConsistentSpec(name: string, { type, limited, exempt }: PriorityLevelConfigurationSpec): boolean {
  if ((type === "Limited") !== (limited !== undefined) || (type === "Exempt") !== (exempt !== undefined)) return false;
  if ((type === "Exempt") !== (name === exemptName)) return false;
  if (!limited) return type === "Exempt";
  const { type: response, queuing } = limited.limitResponse ?? {};
  if ((response === "Reject") !== (queuing === undefined)) return false;
  return queuing === undefined || isDealable(queuing.queues ?? 0, queuing.handSize ?? 0);
}

/** The number of hash bits that dealing a hand may use. */
const maxHashBits = 60;

const isDealable = (queues: number, handSize: number): boolean =>
  handSize > 0 && handSize <= queues && Math.ceil(Math.log2(queues) * handSize) <= maxHashBits;
