/**
 * Metrics of priority and fairness under kube-apiserver's names. The filter keeps the numbers; they are read when a
 * client requests the metrics.
 *
 * @module
 */
import { Counter, Gauge, type Histogram, type Registry } from "prom-client";
import { refusalReasons, type Tally } from "./flow-counts.ts";
import type { PriorityLevel } from "./priority-level.ts";
import type { PriorityLevels } from "./priority-levels.ts";

type Flow = PriorityLevels["flows"] extends Iterable<infer F> ? F : never;

const flowLabels = ["priority_level", "flow_schema"] as const;
const prefix = "apiserver_flowcontrol_";

const labelsOf = ({ level, schema }: Flow) => ({ priority_level: level, flow_schema: schema });

export function fairnessMetrics(register: Registry, levels: PriorityLevels): void {
  const registers = [register];
  const flows = () => {
    for (const { queueSet } of levels.levels) queueSet.refresh();
    return levels.flows;
  };
  new Counter({
    name: `${prefix}rejected_requests_total`,
    help: "Requests that were refused, by reason.",
    labelNames: [...flowLabels, "reason"],
    registers,
    collect() {
      this.reset();
      for (const flow of levels.flows) {
        for (const reason of refusalReasons) {
          const count = flow.counts.refusedByReason[reason];
          if (count > 0) this.inc({ ...labelsOf(flow), reason }, count);
        }
      }
    },
  });
  new Counter({
    name: `${prefix}dispatched_requests_total`,
    help: "Requests that were executed.",
    labelNames: flowLabels,
    registers,
    collect() {
      this.reset();
      for (const flow of levels.flows) if (flow.counts.dispatched > 0) this.inc(labelsOf(flow), flow.counts.dispatched);
    },
  });
  new Counter({
    name: `${prefix}request_dispatch_no_accommodation_total`,
    help: "Requests whose turn it was, but that need more seats than were free.",
    labelNames: flowLabels,
    registers,
    collect() {
      this.reset();
      for (const flow of levels.flows)
        if (flow.counts.notAccommodated > 0) this.inc(labelsOf(flow), flow.counts.notAccommodated);
    },
  });
  const flowGauge = (name: string, help: string, readValue: (flow: Flow) => number) =>
    new Gauge({
      name: `${prefix}${name}`,
      help,
      labelNames: flowLabels,
      registers,
      collect() {
        for (const flow of flows()) this.set(labelsOf(flow), readValue(flow));
      },
    });
  flowGauge("current_inqueue_requests", "Requests that wait.", ({ counts }) => counts.waitingRequests);
  flowGauge("current_inqueue_seats", "Seats that waiting requests need.", ({ counts }) => counts.waitingSeats);
  flowGauge("current_executing_requests", "Requests that execute.", ({ counts }) => counts.executingRequests);
  flowGauge("current_executing_seats", "Seats of requests that execute.", ({ counts }) => counts.executingSeats);
  const levelGauge = (name: string, help: string, readValue: (level: PriorityLevel) => number) =>
    new Gauge({
      name: `${prefix}${name}`,
      help,
      labelNames: ["priority_level"],
      registers,
      collect() {
        this.reset();
        for (const level of levels.levels) this.set({ priority_level: level.name }, readValue(level));
      },
    });
  levelGauge("nominal_limit_seats", "Seats of each level by its shares.", ({ limits }) => limits.nominal);
  levelGauge("lower_limit_seats", "Seats that each level always has.", ({ limits }) => limits.lower);
  levelGauge("upper_limit_seats", "Seats that each level has at most.", ({ limits }) => limits.upper);
  levelGauge("current_limit_seats", "Seats of each level at the time.", ({ current }) => current);
  levelGauge("target_seats", "Seats that each level should have.", ({ target }) => target);
  levelGauge("demand_seats_high_watermark", "Most seats wanted.", ({ demand }) => demand.highWatermark);
  levelGauge("demand_seats_average", "Average of the seats wanted.", ({ demand }) => demand.average);
  levelGauge("demand_seats_stdev", "Standard deviation of the seats wanted.", ({ demand }) => demand.deviation);
  levelGauge("demand_seats_smoothed", "Seats wanted, smoothed over time.", ({ demand }) => demand.smoothed);
  new Gauge({
    name: `${prefix}seat_fair_frac`,
    help: "The share of its target that each level gets that can use it.",
    registers,
    collect() {
      this.set(levels.fairShare);
    },
  });
  for (const histogram of histograms) register.registerMetric(new Tallies(levels, histogram) as unknown as Histogram);
}

interface Sample {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Returns the tallies of a flow, each with the labels that distinguish it from the others. */
type Series = (flow: Flow) => readonly (readonly [Readonly<Record<string, string>>, Tally])[];

const histograms: readonly (readonly [name: string, help: string, Series])[] = [
  [
    "request_wait_duration_seconds",
    "Time that requests waited.",
    ({ counts }) => [
      [{ execute: "true" }, counts.waitOfExecuted],
      [{ execute: "false" }, counts.waitOfRefused],
    ],
  ],
  [
    "request_execution_seconds",
    "Time that requests executed; of watches until they run.",
    ({ counts }) => [
      [{ type: "regular" }, counts.execution],
      [{ type: "watch" }, counts.watchStart],
    ],
  ],
  [
    "request_queue_length_after_enqueue",
    "Length of the queue that a request came into.",
    ({ counts }) => [[{}, counts.queueLength]],
  ],
  ["work_estimated_seats", "Seats of requests.", ({ counts }) => [[{}, counts.seats]]],
  ["watch_count_samples", "Watches that hear of a write.", ({ counts }) => [[{}, counts.watches]]],
];

/** The part of a histogram metric that the register uses: its name and its values. */
class Tallies {
  readonly name: string;
  readonly help: string;
  private readonly levels: PriorityLevels;
  private readonly series: Series;

  constructor(levels: PriorityLevels, [name, help, series]: (typeof histograms)[number]) {
    this.name = `${prefix}${name}`;
    this.help = help;
    this.levels = levels;
    this.series = series;
  }

  async get() {
    const values = [...this.levels.flows].flatMap((flow) =>
      this.series(flow).flatMap(([labels, tally]) => samples(this.name, { ...labelsOf(flow), ...labels }, tally)),
    );
    return { name: this.name, help: this.help, type: "histogram", aggregator: "sum", values };
  }
}

function samples(name: string, labels: Readonly<Record<string, string>>, tally: Tally): readonly Sample[] {
  let count = 0;
  const buckets = tally.counts.map((each, index) => {
    count += each;
    const bound = tally.bounds[index];
    const le = bound === undefined ? "+Inf" : String(bound);
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
  });
  if (count === 0) return [];
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: tally.sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
