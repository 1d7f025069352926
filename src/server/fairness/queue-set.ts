/**
 * The requests of a priority level: those that execute, and those that wait, in queues that take fair turns. The rule is that of the
 * enhancement proposal KEP-1040, "Fair Queuing for Server Requests": each queue has a virtual time at which its next request
 * would begin if all queues were served at once, and the queue whose next request would end first is served.
 *
 * While nobody waits a request costs a few steps, however many queues there are: each step keeps the sums over queues up to date.
 *
 * @module
 */
import type { QueuingConfiguration } from "../../api/types/flowcontrol-v1.ts";
import type { Clock } from "./clock.ts";
import type { FlowCounts } from "./flow-counts.ts";
import { type DemandReading, SeatDemand } from "./seat-demand.ts";

/** Of the queues of a level, as it is configured. */
export type Queuing = Readonly<Required<QueuingConfiguration>>;

/** `exempt`: no limit; `reject`: a request beyond the limit is refused; else it waits. */
export type Discipline = "exempt" | "reject" | Queuing;

/** The seats that a request takes. */
export interface Work {
  /** While it executes. */
  readonly initialSeats: number;
  /** After that: others, such as watches, have work with its outcome. */
  readonly finalSeats: number;
  /** Of that time after it. */
  readonly finalSeconds: number;
}

/** How long a request is taken to execute, until it has. */
const estimatedSeconds = 0.003;

/** Work and virtual time count in whole parts of a seat-second: queues that had as much are equal, whatever was rounded. */
export const partsPerSeatSecond = 1e8;

const workOf = (seats: number, seconds: number): number => Math.round(seats * seconds * partsPerSeatSecond);

class Queue {
  index: number;
  readonly waiting = new Set<Ticket>();
  /** The virtual time at which the next request begins. */
  nextR = 0;
  executing = 0;
  seatsInUse = 0;
  waitingWork = 0;

  constructor(index: number) {
    this.index = index;
  }

  get isActive(): boolean {
    return this.waiting.size > 0 || this.executing > 0;
  }

  get head(): Ticket | undefined {
    for (const ticket of this.waiting) return ticket;
    return undefined;
  }
}

/** A request of a queue set. */
export class Ticket {
  readonly counts: FlowCounts;
  readonly initialSeats: number;
  private finalSeats: number;
  finalSeconds: number;
  /** Of the time after it, and of all. */
  readonly finalWork: number;
  readonly work: number;
  /** Absent where there are no queues. */
  readonly queue: Queue | undefined;
  readonly arrivalR: number;
  readonly arrivalSeconds: number;
  /** Since when it executes. */
  startSeconds = 0;
  state: "waiting" | "executing" | "ended" = "waiting";
  /** Called when a request that waits may begin. */
  onDispatch: (() => void) | undefined;

  constructor(work: Work, counts: FlowCounts, arrival: { queue: Queue | undefined; r: number; seconds: number }) {
    this.counts = counts;
    this.initialSeats = work.initialSeats;
    this.finalSeats = work.finalSeats;
    this.finalSeconds = work.finalSeconds;
    this.finalWork = workOf(work.finalSeats, work.finalSeconds);
    this.work = workOf(work.initialSeats, estimatedSeconds) + this.finalWork;
    this.queue = arrival.queue;
    this.arrivalR = arrival.r;
    this.arrivalSeconds = arrival.seconds;
  }

  /** Most seats that it has at any time; it has them all the time. */
  get seats(): number {
    return Math.max(this.initialSeats, this.finalSeats);
  }

  /** Final seats beyond the limit become fewer, for longer. */
  fit(limit: number): void {
    if (this.finalSeats <= limit) return;
    this.finalSeats = limit;
    this.finalSeconds = this.finalWork / limit / partsPerSeatSecond;
  }
}

/** Seats that are still taken after the request. */
interface Lingering {
  readonly untilSeconds: number;
  readonly ticket: Ticket;
}

export class QueueSet {
  private readonly clock: Clock;
  private readonly demand: SeatDemand;
  private discipline: Discipline = "reject";
  private limit = 0;
  private queues: Queue[] = [];
  /** Virtual time: the work that each queue has been offered. */
  private currentR = 0;
  private lastSeconds: number;
  /** The queue that was served last. */
  private robin = 0;
  private arrivals = 0;
  private waitingRequests = 0;
  private waitingSeats = 0;
  private executingRequests = 0;
  private seatsInUse = 0;
  /** Over all queues: those with requests, and the seats that their requests have or want. */
  private activeQueues = 0;
  private seatsWanted = 0;
  /** By their ends, ascending. */
  private readonly lingering: Lingering[] = [];
  private stopTimer: (() => void) | undefined;

  constructor(clock: Clock) {
    this.clock = clock;
    this.lastSeconds = clock.seconds();
    this.demand = new SeatDemand(this.lastSeconds);
  }

  get isIdle(): boolean {
    return this.waitingRequests === 0 && this.executingRequests === 0;
  }

  get requests(): { readonly waiting: number; readonly executing: number } {
    return { waiting: this.waitingRequests, executing: this.executingRequests };
  }

  /** Its queues, for those who look at it. */
  get lines(): readonly Readonly<Queue>[] {
    return this.queues;
  }

  /** Queues that are too many are given up one by one, as they become empty. */
  configure(discipline: Discipline, limit: number): void {
    this.advance();
    this.discipline = discipline;
    this.limit = limit;
    if (typeof discipline === "object") {
      while (this.queues.length < discipline.queues) this.queues.push(new Queue(this.queues.length));
    }
    this.dispatch();
  }

  /** The seats that its requests had and wanted since the last reading. */
  readDemand(): DemandReading {
    return this.demand.take(this.advance());
  }

  /** Seats are given back when somebody looks; for those who read the numbers of flows. */
  refresh(): void {
    this.advance();
  }

  /**
   * Begins a request, which executes at once or waits.
   *
   * @param hand - the queues in which it may wait; ignored without queues
   * @returns undefined when it is refused
   */
  start(work: Work, hand: readonly number[], counts: FlowCounts): Ticket | undefined {
    const seconds = this.advance();
    const { discipline } = this;
    if (typeof discipline === "string") {
      const ticket = new Ticket(work, counts, { queue: undefined, r: this.currentR, seconds });
      if (discipline === "reject" && !this.hasRoomFor(ticket.seats)) {
        counts.refused["concurrency-limit"]++;
        return undefined;
      }
      this.execute(ticket, seconds);
      return ticket;
    }
    const queue = this.leastLoaded(hand);
    const ticket = new Ticket(work, counts, { queue, r: this.currentR, seconds });
    if (this.seatsInUse >= this.limit && queue.waiting.size >= discipline.queueLengthLimit) {
      counts.refused["queue-full"]++;
      bound(queue);
      return undefined;
    }
    if (!queue.isActive) queue.nextR = this.currentR;
    if (this.waitingRequests === 0 && this.seatsInUse < this.limit && this.hasRoomFor(ticket.seats)) {
      // It would be the only one to choose from.
      counts.queueLength.add(1);
      this.robin = queue.index;
      this.begin(ticket, queue, seconds);
      return ticket;
    }
    this.enqueue(ticket, queue, seconds);
    counts.queueLength.add(queue.waiting.size);
    bound(queue);
    this.dispatch();
    return ticket;
  }

  /** Gives up a request that waits: it has waited for too long, or nobody waits for it any more. */
  cancel(ticket: Ticket): void {
    if (ticket.state !== "waiting") return;
    const seconds = this.advance();
    const { queue, counts } = ticket;
    ticket.state = "ended";
    counts.refused["time-out"]++;
    if (!queue) return;
    this.dequeue(ticket, queue);
    this.demand.set(this.seatsInUse + this.waitingSeats, seconds);
    bound(queue);
    this.dispatch();
  }

  /**
   * Ends a request that executes.
   *
   * @param lingers - whether it has its final seats for their time
   * @returns how long it executed, in seconds; undefined when it has ended before
   */
  finish(ticket: Ticket, lingers = true): number | undefined {
    if (ticket.state !== "executing") return undefined;
    const seconds = this.advance();
    const { queue, counts } = ticket;
    ticket.state = "ended";
    this.executingRequests--;
    counts.executingRequests--;
    if (queue) {
      queue.executing--;
      if (!queue.isActive) this.activeQueues--;
      // It was charged for the estimated time.
      queue.nextR -= workOf(ticket.initialSeats, estimatedSeconds - (seconds - ticket.startSeconds));
      bound(queue);
    }
    if (lingers && ticket.finalSeconds > 0) this.linger({ ticket, untilSeconds: seconds + ticket.finalSeconds });
    else this.release(ticket, seconds);
    this.dispatch();
    return seconds - ticket.startSeconds;
  }

  /** Those who wait for the same queue are one line: the first of it has the turn of the queue. */
  private leastLoaded(hand: readonly number[]): Queue {
    const offset = this.arrivals++ % hand.length;
    let best: Queue | undefined;
    for (let index = 0; index < hand.length; index++) {
      const queue = this.queues[hand[(offset + index) % hand.length] ?? 0];
      if (!queue) continue;
      if (queue.waitingWork === 0 && queue.waiting.size === 0) return queue;
      if (!best || queue.waitingWork < best.waitingWork) best = queue;
    }
    if (!best) throw new Error("a hand is of queues that there are");
    return best;
  }

  /** Time goes on, and seats whose time is over are given back in its course; @returns the time */
  private advance(): number {
    const now = this.clock.seconds();
    while (this.lingering.length > 0) {
      const [first] = this.lingering;
      if (!first || first.untilSeconds > now) break;
      this.lingering.shift();
      this.advanceTo(first.untilSeconds);
      this.release(first.ticket, first.untilSeconds);
    }
    this.advanceTo(now);
    return now;
  }

  private advanceTo(seconds: number): void {
    if (this.activeQueues > 0) {
      const rate = Math.min(this.seatsWanted, this.limit) / this.activeQueues;
      this.currentR += workOf(rate, seconds - this.lastSeconds);
    }
    this.lastSeconds = seconds;
  }

  private hasRoomFor(seats: number): boolean {
    // One that is wider than the level has it for itself.
    if (seats > this.limit) return this.executingRequests === 0;
    return this.seatsInUse + seats <= this.limit;
  }

  private enqueue(ticket: Ticket, queue: Queue, seconds: number): void {
    if (!queue.isActive) this.activeQueues++;
    queue.waiting.add(ticket);
    queue.waitingWork += ticket.work;
    this.waitingRequests++;
    this.waitingSeats += ticket.seats;
    this.seatsWanted += ticket.seats;
    ticket.counts.waitingRequests++;
    ticket.counts.waitingSeats += ticket.seats;
    this.demand.set(this.seatsInUse + this.waitingSeats, seconds);
  }

  private dequeue(ticket: Ticket, queue: Queue): void {
    queue.waiting.delete(ticket);
    queue.waitingWork = queue.waiting.size === 0 ? 0 : queue.waitingWork - ticket.work;
    if (!queue.isActive) this.activeQueues--;
    this.waitingRequests--;
    this.waitingSeats -= ticket.seats;
    this.seatsWanted -= ticket.seats;
    ticket.counts.waitingRequests--;
    ticket.counts.waitingSeats -= ticket.seats;
  }

  private dispatch(): void {
    while (this.waitingRequests > 0 && this.seatsInUse < this.limit && this.dispatchNext());
    this.setTimer();
  }

  /** @returns false when the request whose turn it is needs more seats than there are */
  private dispatchNext(): boolean {
    const queue = this.nextQueue();
    const ticket = queue?.head;
    if (!queue || !ticket) return false;
    if (!this.hasRoomFor(ticket.seats)) {
      ticket.counts.tooWide++;
      return false;
    }
    this.robin = queue.index;
    this.dequeue(ticket, queue);
    this.begin(ticket, queue, this.lastSeconds);
    bound(queue);
    ticket.onDispatch?.();
    return true;
  }

  /** The one whose first request would end first; of several the one that has not had a turn for longest. */
  private nextQueue(): Queue | undefined {
    const { queues } = this;
    let best: Queue | undefined;
    let bestEnd = Number.POSITIVE_INFINITY;
    for (let count = 0, index = this.robin; count < queues.length; count++) {
      index = (index + 1) % queues.length;
      const queue = queues[index];
      const head = queue?.head;
      if (!queue || !head || queue.nextR + head.work >= bestEnd) continue;
      best = queue;
      bestEnd = queue.nextR + head.work;
    }
    return best;
  }

  private begin(ticket: Ticket, queue: Queue, seconds: number): void {
    ticket.fit(this.limit);
    if (!queue.isActive) this.activeQueues++;
    queue.executing++;
    queue.seatsInUse += ticket.seats;
    this.seatsWanted += ticket.seats;
    queue.nextR += ticket.work;
    this.execute(ticket, seconds);
  }

  private execute(ticket: Ticket, seconds: number): void {
    ticket.state = "executing";
    ticket.startSeconds = seconds;
    this.executingRequests++;
    this.seatsInUse += ticket.seats;
    ticket.counts.executingRequests++;
    ticket.counts.executingSeats += ticket.seats;
    this.demand.set(this.seatsInUse + this.waitingSeats, seconds);
  }

  private linger(lingering: Lingering): void {
    const { lingering: all } = this;
    let index = all.length;
    while (index > 0 && (all[index - 1]?.untilSeconds ?? 0) > lingering.untilSeconds) index--;
    all.splice(index, 0, lingering);
    if (index > 0) return;
    this.stopTimer?.();
    this.stopTimer = undefined;
  }

  private release({ queue, seats, counts }: Ticket, seconds: number): void {
    this.seatsInUse -= seats;
    counts.executingSeats -= seats;
    this.demand.set(this.seatsInUse + this.waitingSeats, seconds);
    if (!queue) return;
    queue.seatsInUse -= seats;
    this.seatsWanted -= seats;
    this.removeIfTooMany(queue);
  }

  private removeIfTooMany(queue: Queue): void {
    const wanted = typeof this.discipline === "object" ? this.discipline.queues : 0;
    if (this.queues.length <= wanted || queue.isActive || this.queues[queue.index] !== queue) return;
    this.queues.splice(queue.index, 1);
    for (const [index, left] of this.queues.entries()) left.index = index;
    if (this.robin >= queue.index) this.robin--;
  }

  /** Only those who wait need to hear that seats are free. */
  private setTimer(): void {
    const [first] = this.lingering;
    if (this.waitingRequests === 0 || !first || this.stopTimer) return;
    this.stopTimer = this.clock.after(Math.max(0, first.untilSeconds - this.lastSeconds), () => {
      this.stopTimer = undefined;
      this.advance();
      this.dispatch();
    });
  }
}

/** No request begins, in virtual time, before it has come: a queue does not save up turns that it did not use. */
function bound(queue: Queue): void {
  const { head } = queue;
  if (head && queue.nextR < head.arrivalR) queue.nextR = head.arrivalR;
}
