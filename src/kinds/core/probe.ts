/**
 * Probes of containers, and the hooks of their life.
 *
 * @module
 */
import { field, inline, int32, int64, intOrString, list, type Static, struct, text } from "../../schema/fields.ts";

const httpHeader = struct({
  name: text({ "x-proto": 1, "x-required": true, description: "Name of the header." }),
  value: text({ "x-proto": 2, "x-required": true, description: "Its value." }),
});

const httpGetAction = struct({
  path: text({ "x-proto": 1, description: "Default `/`." }),
  port: intOrString({ "x-proto": 2, "x-required": true, description: "Number, or name of a port of the container." }),
  host: text({ "x-proto": 3, description: "Default the pod's address." }),
  scheme: text({ "x-proto": 4, enum: ["HTTP", "HTTPS"], description: "Default `HTTP`." }),
  httpHeaders: list(httpHeader, { "x-proto": 5, "x-list-type": "atomic", description: "Headers of the request." }),
  protocol: text({
    "x-proto": 6,
    "x-pointer": true,
    "x-since": "1.37",
    "x-gate": "H2CContainerProbe",
    enum: ["HTTP1", "HTTP2"],
    description: "Version of HTTP to speak.",
  }),
});
export type HttpGetAction = Static<typeof httpGetAction>;

const execAction = struct({
  command: list(text(), {
    "x-proto": 1,
    "x-list-type": "atomic",
    description: "The command and its arguments; no shell.",
  }),
});

const grpcAction = struct({
  port: int32({ "x-proto": 1, "x-required": true, description: "Number of the port." }),
  service: text({ "x-proto": 2, "x-always": true, "x-pointer": true, description: "The service to ask about." }),
  mode: text({
    "x-proto": 3,
    "x-pointer": true,
    "x-since": "1.37",
    "x-gate": "GRPCContainerProbeTLS",
    enum: ["Plaintext", "TLS"],
    description: "Whether the connection is encrypted.",
  }),
});

const tcpSocketAction = struct({
  port: intOrString({ "x-proto": 1, "x-required": true, description: "Number, or name of a port of the container." }),
  host: text({ "x-proto": 2, description: "Default the pod's address." }),
});

const probeHandler = struct({
  exec: field(execAction, { "x-proto": 1, "x-pointer": true, description: "Run a command; exit code 0 is success." }),
  httpGet: field(httpGetAction, {
    "x-proto": 2,
    "x-pointer": true,
    description: "Make an HTTP request; 200 to 399 is success.",
  }),
  tcpSocket: field(tcpSocketAction, { "x-proto": 3, "x-pointer": true, description: "Open a connection." }),
  grpc: field(grpcAction, { "x-proto": 4, "x-pointer": true, description: "Ask the gRPC health service." }),
});

export const probe = struct({
  ...inline(probeHandler, 1),
  initialDelaySeconds: int32({ "x-proto": 2, description: "Seconds after the start before the first probe." }),
  timeoutSeconds: int32({ "x-proto": 3, description: "Default 1." }),
  periodSeconds: int32({ "x-proto": 4, description: "Default 10." }),
  successThreshold: int32({
    "x-proto": 5,
    description: "Successes in a row that count; default 1, and 1 for liveness and startup.",
  }),
  failureThreshold: int32({ "x-proto": 6, description: "Failures in a row that count; default 3." }),
  terminationGracePeriodSeconds: int64({
    "x-proto": 7,
    "x-pointer": true,
    description: "Replaces the pod's period when this probe fails.",
  }),
});
export type Probe = Static<typeof probe>;

const sleepAction = struct({
  seconds: int64({ "x-proto": 1, "x-required": true, description: "How long." }),
});

const lifecycleHandler = struct({
  exec: field(execAction, { "x-proto": 1, "x-pointer": true, description: "Run a command." }),
  httpGet: field(httpGetAction, { "x-proto": 2, "x-pointer": true, description: "Make an HTTP request." }),
  tcpSocket: field(tcpSocketAction, { "x-proto": 3, "x-pointer": true, description: "No longer does anything." }),
  sleep: field(sleepAction, { "x-proto": 4, "x-pointer": true, description: "Wait." }),
});
export type LifecycleHandler = Static<typeof lifecycleHandler>;

export const lifecycle = struct({
  postStart: field(lifecycleHandler, {
    "x-proto": 1,
    "x-pointer": true,
    description: "Right after the start; a failure kills the container.",
  }),
  preStop: field(lifecycleHandler, { "x-proto": 2, "x-pointer": true, description: "Before the stop signal is sent." }),
  stopSignal: text({
    "x-proto": 3,
    "x-pointer": true,
    "x-since": "1.33",
    "x-gate": "ContainerStopSignals",
    description: "The signal that stops the container; default the image's.",
  }),
});
export type Lifecycle = Static<typeof lifecycle>;
