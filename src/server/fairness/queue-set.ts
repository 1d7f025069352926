/**
 * The requests of a priority level: those that execute, and those that wait in fair queues. The algorithm is that of
 * the enhancement proposal KEP-1040, "Fair Queuing for Server Requests": each queue has a virtual time at which its
 * next request would begin if all queues were served at once. The queue whose next request would end first is served.
 *
 * While no request waits, a request costs only a few operations, however many queues there are: the sums over all
 * queues are updated with each change.
 *
 * @module
 */
import type { QueuingConfiguration } from "../../api/types/flowcontrol-v1.ts";
import type { Clock } from "./clock.ts";
import type { FlowCounts } from "./flow-counts.ts";
import { type DemandReading, SeatDemand } from "./seat-demand.ts";

/** The configuration of a level's queues. */
export type Queuing = Readonly<Required<QueuingConfiguration>>;

/** `exempt`: no limit; `reject`: a request beyond the limit is refused; otherwise it waits in a queue. */
export type Discipline = "exempt" | "reject" | Queuing;

/** The seats that a request occupies. */
export interface Work {
  /** Seats while the request executes. */
  readonly initialSeats: number;
  /** Seats after it has executed, when its result causes further work, for example for watches. */
  readonly finalSeats: number;
  /** How long the final seats are occupied. */
  readonly finalSeconds: number;
}

/** The execution time that is assumed until the request has ended. */
const estimatedSeconds = 0.003;

/**
 * Work and virtual time are whole parts of a seat-second, so that queues with the same amount of work compare as equal
 * in spite of rounding.
 */
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
  /** The work of the final seats, and the total work. */
  readonly finalWork: number;
  readonly work: number;
  /** Absent if the level has no queues. */
  readonly queue: Queue | undefined;
  readonly arrivalR: number;
  readonly arrivalSeconds: number;
  /** When the request began to execute. */
  startSeconds = 0;
  state: "waiting" | "executing" | "ended" = "waiting";
  /** Called when a waiting request may begin. */
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

  /** The larger of the initial and final seats; the request occupies them the whole time. */
  get seats(): number {
    return Math.max(this.initialSeats, this.finalSeats);
  }

  /** Reduces final seats above the limit to the limit and extends their time accordingly. */
  limitFinalSeats(limit: number): void {
    if (this.finalSeats <= limit) return;
    this.finalSeats = limit;
    this.finalSeconds = this.finalWork / limit / partsPerSeatSecond;
  }
}

/** Seats that remain occupied after a request has ended. */
interface LingeringSeats {
  readonly untilSeconds: number;
  readonly ticket: Ticket;
}

export class QueueSet {
  private readonly clock: Clock;
  private readonly demand: SeatDemand;
  private discipline: Discipline = "reject";
  private seatLimit = 0;
  private queues: Queue[] = [];
  /** Virtual time: the work that each queue has been offered so far. */
  private currentR = 0;
  private lastSeconds: number;
  /** The index of the queue that was served last. */
  private lastServedIndex = 0;
  private arrivals = 0;
  private waitingRequests = 0;
  private waitingSeats = 0;
  private executingRequests = 0;
  private seatsInUse = 0;
  /** Totals over all queues: the queues with requests, and the seats that their requests occupy or wait for. */
  private activeQueues = 0;
  private seatsWanted = 0;
  /** Sorted by end, ascending. */
  private readonly lingering: LingeringSeats[] = [];
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

  /** The queues, for the debug pages. */
  get debugQueues(): readonly Readonly<Queue>[] {
    return this.queues;
  }

  /** Applies the configuration. Surplus queues are removed one by one as they become empty. */
  configure(discipline: Discipline, limit: number): void {
    this.advance();
    this.discipline = discipline;
    this.seatLimit = limit;
    if (typeof discipline === "object") {
      while (this.queues.length < discipline.queues) this.queues.push(new Queue(this.queues.length));
    }
    this.dispatch();
  }

  /** Returns the seats that the requests occupied and waited for since the last call. */
  readDemand(): DemandReading {
    return this.demand.readAndReset(this.advance());
  }

  /** Releases seats whose time is over. Call it before reading the counts of flows. */
  refresh(): void {
    this.advance();
  }

  /**
   * Starts a request, which executes at once or waits.
   *
   * @param hand - indexes of the queues in which it may wait; ignored if the level has no queues
   * @returns undefined if the request is refused
   */
  start(work: Work, hand: readonly number[], counts: FlowCounts): Ticket | undefined {
    const seconds = this.advance();
    const { discipline } = this;
    if (typeof discipline === "string") {
      const ticket = new Ticket(work, counts, { queue: undefined, r: this.currentR, seconds });
      if (discipline === "reject" && !this.hasRoomFor(ticket.seats)) {
        counts.refusedByReason["concurrency-limit"]++;
        return undefined;
      }
      this.execute(ticket, seconds);
      return ticket;
    }
    const queue = this.leastLoadedQueue(hand);
    const ticket = new Ticket(work, counts, { queue, r: this.currentR, seconds });
    if (this.seatsInUse >= this.seatLimit && queue.waiting.size >= discipline.queueLengthLimit) {
      counts.refusedByReason["queue-full"]++;
      boundNextDispatch(queue);
      return undefined;
    }
    if (!queue.isActive) queue.nextR = this.currentR;
    if (this.waitingRequests === 0 && this.seatsInUse < this.seatLimit && this.hasRoomFor(ticket.seats)) {
      // The request would be the only candidate in `dispatch`.
      counts.queueLength.add(1);
      this.lastServedIndex = queue.index;
      this.begin(ticket, queue, seconds);
      return ticket;
    }
    this.enqueue(ticket, queue, seconds);
    counts.queueLength.add(queue.waiting.size);
    boundNextDispatch(queue);
    this.dispatch();
    return ticket;
  }

  /** Gives up a waiting request, because it has waited too long or its client has gone. */
  cancel(ticket: Ticket): void {
    if (ticket.state !== "waiting") return;
    const seconds = this.advance();
    const { queue, counts } = ticket;
    ticket.state = "ended";
    counts.refusedByReason["time-out"]++;
    if (!queue) return;
    this.dequeue(ticket, queue);
    this.demand.set(this.seatsInUse + this.waitingSeats, seconds);
    boundNextDispatch(queue);
    this.dispatch();
  }

  /**
   * Ends an executing request.
   *
   * @param lingers - whether it occupies its final seats for their time
   * @returns how long it executed, in seconds; undefined if it had already ended
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
      // The queue was charged for the estimated time.
      queue.nextR -= workOf(ticket.initialSeats, estimatedSeconds - (seconds - ticket.startSeconds));
      boundNextDispatch(queue);
    }
    if (lingers && ticket.finalSeconds > 0) this.linger({ ticket, untilSeconds: seconds + ticket.finalSeconds });
    else this.release(ticket, seconds);
    this.dispatch();
    return seconds - ticket.startSeconds;
  }

  /**
   * Returns the queue with the least waiting work. The search begins at a different queue of the hand each time, so
   * that ties are spread.
   */
  private leastLoadedQueue(hand: readonly number[]): Queue {
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

  /**
   * Advances to the present time, and on the way releases the lingering seats whose time is over.
   *
   * @returns the present time in seconds
   */
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
      const rate = Math.min(this.seatsWanted, this.seatLimit) / this.activeQueues;
      this.currentR += workOf(rate, seconds - this.lastSeconds);
    }
    this.lastSeconds = seconds;
  }

  private hasRoomFor(seats: number): boolean {
    // A request that needs more seats than the limit executes only if no other request does.
    if (seats > this.seatLimit) return this.executingRequests === 0;
    return this.seatsInUse + seats <= this.seatLimit;
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
    while (this.waitingRequests > 0 && this.seatsInUse < this.seatLimit && this.dispatchNext());
    this.setTimer();
  }

  /** @returns false if no request waits, or if the next one needs more seats than are free */
  private dispatchNext(): boolean {
    const queue = this.nextQueue();
    const ticket = queue?.head;
    if (!queue || !ticket) return false;
    if (!this.hasRoomFor(ticket.seats)) {
      ticket.counts.notAccommodated++;
      return false;
    }
    this.lastServedIndex = queue.index;
    this.dequeue(ticket, queue);
    this.begin(ticket, queue, this.lastSeconds);
    boundNextDispatch(queue);
    ticket.onDispatch?.();
    return true;
  }

  /**
   * Returns the queue whose first request would end first; among equals, the first after the queue that was served
   * last.
   */
  private nextQueue(): Queue | undefined {
    const { queues } = this;
    let best: Queue | undefined;
    let bestEnd = Number.POSITIVE_INFINITY;
    for (let count = 0, index = this.lastServedIndex; count < queues.length; count++) {
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
    ticket.limitFinalSeats(this.seatLimit);
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

  private linger(lingering: LingeringSeats): void {
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
    if (this.lastServedIndex >= queue.index) this.lastServedIndex--;
  }

  /** Sets a timer for the next release of lingering seats, but only if requests wait for seats. */
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

/**
 * Ensures that no request begins, in virtual time, before it arrived: a queue cannot save turns that it did not use.
 */
function boundNextDispatch(queue: Queue): void {
  const { head } = queue;
  if (head && queue.nextR < head.arrivalR) queue.nextR = head.arrivalR;
}
