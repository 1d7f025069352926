/**
 * Rules of kube-apiserver about probes and lifecycle hooks of containers.
 *
 * @module
 */
import type { HTTPGetAction, LifecycleHandler, PodSpec, Probe } from "../../api/types/core-v1.ts";
import { type Demand, each, notNegative, positive, required, setFields, text, whenSet } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { validateHttpHeaderName, validatePortName } from "../../text/names.ts";
import { containersOf, isSidecar, type PlacedContainer } from "./pod-rule.ts";
import { portNumber } from "./port-rules.ts";
import { stopSignals } from "./stop-signals.ts";

/** @param value - 0 if it is absent */
const portNumberOrName: Demand<number | string> = (value, place) => {
  if (typeof value === "number") portNumber(value, place);
  else for (const fault of validatePortName(value)) place.invalid(fault, value);
};

const headerName = text(validateHttpHeaderName);

const httpGet: Demand<HTTPGetAction> = (action, place) => {
  const { port = 0, httpHeaders, protocol, scheme, host } = action;
  portNumberOrName(port, place.at("port"));
  each(httpHeaders, place.at("httpHeaders"), ({ name = "" }, at) => headerName(name, at.at("name")));
  if (protocol !== "HTTP2") return;
  if (scheme !== "HTTP") place.at("protocol").invalid('must be absent with a scheme other than "HTTP"', protocol);
  else if (host) place.at("host").invalid("must be absent with HTTP2", host, { atKey: true });
};

/** The actions of a probe or a hook; the schemas decide which of them each may have. */
type Handler = LifecycleHandler & Pick<Probe, "grpc">;

const handlers: { readonly [K in keyof Handler]-?: HandlerDemand<Handler[K] & {}> } = {
  exec: ({ command }, place) => required(command, place.at("command")),
  httpGet,
  tcpSocket: ({ port = 0 }, place) => portNumberOrName(port, place.at("port")),
  grpc: ({ port = 0 }, place) => portNumberOrName(port, place.at("port")),
  sleep: ({ seconds = 0 }, place, visit) => {
    const most = visit.object.terminationGracePeriodSeconds;
    const least = visit.isEnabled("PodLifecycleSleepActionAllowZero") ? 0 : 1;
    if (most !== undefined && (seconds < least || seconds > most)) {
      const serverText = `${seconds}: must be non-negative and less than terminationGracePeriodSeconds (${most})`;
      const message = `must be from ${least} to \`terminationGracePeriodSeconds\` (${most})`;
      place.at("seconds").invalid(message, seconds, { field: place.path, serverText });
    }
  },
};

type HandlerDemand<T> = (handler: T, place: Place<T>, visit: Visit<PodSpec>) => void;

const handlerNames = ["exec", "httpGet", "tcpSocket", "grpc", "sleep"] as const;

function checkHandlers(value: Handler, place: Place<Handler>, visit: Visit<PodSpec>): void {
  const [name, ...others] = setFields(value, handlerNames);
  if (!name)
    place.required("must have a handler: exec, httpGet or another", { serverText: "must specify a handler type" });
  else checkHandler(name, value, place, visit);
  const serverText = "may not specify more than 1 handler type";
  for (const other of others) {
    const surplus = place.at(other);
    const extra = { hides: surplus.path, serverText };
    surplus.forbidden(`\`${other}\` must not be set together with \`${name}\``, extra);
  }
}

function checkHandler<K extends keyof Handler>(
  name: K,
  value: Handler,
  place: Place<Handler>,
  visit: Visit<PodSpec>,
): void {
  const handler = value[name];
  const demand: HandlerDemand<Handler[K] & {}> = handlers[name];
  if (handler) demand(handler, place.along<Handler[K] & {}>([name]), visit);
}

/** Reads each field by its name: a loop over names took 5 % of the time of a Deployment. */
function counters(value: Probe, place: Place<Probe>): void {
  notNegative(value.initialDelaySeconds, place.at("initialDelaySeconds"));
  notNegative(value.timeoutSeconds, place.at("timeoutSeconds"));
  notNegative(value.periodSeconds, place.at("periodSeconds"));
  notNegative(value.successThreshold, place.at("successThreshold"));
  notNegative(value.failureThreshold, place.at("failureThreshold"));
  whenSet(value.terminationGracePeriodSeconds, place.at("terminationGracePeriodSeconds"), positive);
}

/** Whether a container keeps running. Other init containers may not have probes, which another rule reports. */
const keepsRunning = (placed: PlacedContainer): boolean => placed.list === "containers" || isSidecar(placed);

const probes = rule<PodSpec>(
  { id: "pod/probes", severity: "error", summary: "a probe has one handler and valid times" },
  (_spec, _place, visit) => {
    for (const placed of visit.once(containersOf)) {
      const { livenessProbe, readinessProbe, startupProbe } = placed.container;
      if (!(livenessProbe || readinessProbe || startupProbe) || !keepsRunning(placed)) continue;
      if (livenessProbe) checkProbe(livenessProbe, placed.place.at("livenessProbe"), visit);
      if (readinessProbe) checkProbe(readinessProbe, placed.place.at("readinessProbe"), visit);
      if (startupProbe) checkProbe(startupProbe, placed.place.at("startupProbe"), visit);
    }
  },
);

function checkProbe(probe: Probe, place: Place<Probe>, scope: Visit<PodSpec>): void {
  checkHandlers(probe, place, scope);
  counters(probe, place);
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

const lifecycles = rule<PodSpec>(
  {
    id: "pod/lifecycle",
    severity: "error",
    summary: "a lifecycle hook has one handler; `stopSignal` is valid for the pod's operating system",
  },
  (spec, _place, visit) => {
    visit.once(containersOf).forEach((placed) => {
      const { lifecycle } = placed.container;
      if (!lifecycle || !keepsRunning(placed)) return;
      const at = placed.place.at("lifecycle");
      for (const name of ["postStart", "preStop"] as const) {
        const handler = lifecycle[name];
        if (handler) checkHandlers(handler, at.at(name), visit);
      }
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
