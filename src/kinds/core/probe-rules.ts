/**
 * Demands of the API server on probes and on the hooks of a container's life.
 *
 * @module
 */
import type { HTTPGetAction, Lifecycle, LifecycleHandler, PodSpec, Probe } from "../../api/types/core-v1.ts";
import { type Check, each, fields, notNegative, positive, required, setFields, whenSet } from "../../rule/check.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { validateHttpHeaderName, validatePortName } from "../../text/names.ts";
import { containersOf, isSidecar, type PlacedContainer } from "./pod-rule.ts";
import { portNumber } from "./port-rules.ts";
import { stopSignals } from "./stop-signals.ts";

const portNumberOrName: Check<number | string | undefined> = (value = 0, place) => {
  if (typeof value === "number") portNumber(value, place);
  else for (const fault of validatePortName(value)) place.invalid(fault, value);
};

const headers = each<{ readonly name?: string }>(({ name = "" }, place) => {
  for (const fault of validateHttpHeaderName(name)) place.at("name").invalid(fault, name);
});

const httpFields = fields<HTTPGetAction>({ port: portNumberOrName, httpHeaders: headers });

const httpGet: Check<HTTPGetAction> = (action, place, scope) => {
  httpFields(action, place, scope);
  const { protocol, scheme, host } = action;
  if (protocol !== "HTTP2") return;
  if (scheme !== "HTTP") place.at("protocol").invalid('must be absent with a scheme other than "HTTP"', protocol);
  else if (host) place.at("host").invalid("must be absent with HTTP2", host, { atKey: true });
};

/** The actions of a probe or a hook; which of them each has, their shapes say. */
type Handler = LifecycleHandler & Pick<Probe, "grpc">;

const handlerFields = fields<Handler, Visit<PodSpec>>({
  exec: { command: required() },
  httpGet: whenSet(httpGet),
  tcpSocket: { port: portNumberOrName },
  grpc: { port: portNumberOrName },
  sleep: (sleep, place, visit) => {
    const seconds = sleep?.seconds ?? 0;
    const most = visit.object.terminationGracePeriodSeconds;
    const least = visit.isEnabled("PodLifecycleSleepActionAllowZero") ? 0 : 1;
    if (sleep && most !== undefined && (seconds < least || seconds > most)) {
      place.at("seconds").invalid(`must be from ${least} to \`terminationGracePeriodSeconds\` (${most})`, seconds);
    }
  },
});

const handlerNames = ["exec", "httpGet", "tcpSocket", "grpc", "sleep"] as const;

const handler: Check<Handler, Visit<PodSpec>> = (value, place, scope) => {
  const [name, ...others] = setFields(value, handlerNames);
  if (!name) place.required("must have a handler: exec, httpGet or another");
  else handlerFields({ [name]: value[name] }, place, scope);
  for (const other of others) place.at(other).forbidden(`\`${other}\` must not be set together with \`${name}\``);
};

const counters = fields<Probe>({
  initialDelaySeconds: notNegative,
  timeoutSeconds: notNegative,
  periodSeconds: notNegative,
  successThreshold: notNegative,
  failureThreshold: notNegative,
  terminationGracePeriodSeconds: whenSet(positive),
});

const probeNames = ["livenessProbe", "readinessProbe", "startupProbe"] as const;

/** An init container that ends may have no probe at all: another rule says so. */
const running = (placed: PlacedContainer): boolean => placed.list === "containers" || isSidecar(placed);

const probes = rule<PodSpec>(
  { id: "pod/probes", severity: "error", summary: "a probe has one handler and valid times" },
  (_spec, _place, visit) => {
    visit.once(containersOf).forEach((placed) => {
      if (!running(placed)) return;
      for (const name of probeNames) {
        const probe = placed.container[name];
        if (probe) checkProbe(probe, placed.place.at(name), visit);
      }
    });
  },
);

function checkProbe(probe: Probe, place: Place<Probe>, scope: Visit<PodSpec>): void {
  handler(probe, place, scope);
  counters(probe, place, scope);
  const { successThreshold = 1, terminationGracePeriodSeconds: period } = probe;
  if (place.key === "readinessProbe") {
    if (period === undefined) return;
    place
      .at("terminationGracePeriodSeconds")
      .invalid("must be absent in a readiness probe, which never kills a container", period, { atKey: true });
  } else if (successThreshold !== 1) {
    place.at("successThreshold").invalid("must be 1 in a liveness or startup probe", successThreshold);
  }
}

const lifecycleFields = fields<Lifecycle, Visit<PodSpec>>({ postStart: whenSet(handler), preStop: whenSet(handler) });

const lifecycles = rule<PodSpec>(
  {
    id: "pod/lifecycle",
    severity: "error",
    summary: "a lifecycle hook has one handler; `stopSignal` is valid for the pod's operating system",
  },
  (spec, _place, visit) => {
    visit.once(containersOf).forEach((placed) => {
      const { lifecycle } = placed.container;
      if (!lifecycle || !running(placed)) return;
      const at = placed.place.at("lifecycle");
      lifecycleFields(lifecycle, at, visit);
      if (lifecycle.stopSignal !== undefined) checkStopSignal(lifecycle.stopSignal, at.at("stopSignal"), spec.os?.name);
    });
  },
);

function checkStopSignal(signal: string, place: Place<string>, os: string | undefined): void {
  if (os === undefined) place.forbidden("`stopSignal` must come with the pod's `os.name`");
  else if ((os === "linux" || os === "windows") && !stopSignals[os].includes(signal)) {
    place.unsupported(stopSignals[os].length > 5 ? ["SIGTERM", "SIGINT", "another signal"] : stopSignals[os], signal);
  }
}

export const probeRules: readonly Rule<PodSpec>[] = [probes, lifecycles];
