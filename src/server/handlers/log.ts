/**
 * The `log` subresource of pods, read from the kubelet.
 *
 * @module
 */
import type { IncomingMessage } from "node:http";
import type { Pod } from "../../api/types/core-v1.ts";
import { readBounded } from "../../client/read-bounded.ts";
import { joinHostPort } from "../../text/ip.ts";
import { type Destination, errorWithoutReason } from "../connect/location.ts";
import type { Locations } from "../connect/locations.ts";
import { readLogOptions } from "../connect/log-options.ts";
import { containerOf, nodeNameOf, streamPath } from "../connect/pod-locations.ts";
import { TransportError } from "../connect/transport.ts";
import type { Exchange } from "../http/exchange.ts";
import { sendResponse } from "../outgoing/forward-request.ts";
import { badRequest, internalError } from "../request/failures.ts";
import { StatusError, type StatusReason } from "../request/status.ts";
import { httpFault } from "../webhook/webhook-fault.ts";
import { targetOf, type VerbHandler } from "./route.ts";

/** Returns the handler of pod logs. */
export function createLogHandler(locations: Locations): VerbHandler {
  return async (route) => {
    const { exchange, store } = route;
    const { name } = exchange.info;
    const options = readLogOptions(exchange.query, name, locations.allowsStreamParameter);
    const pod = (await store.get(targetOf(route))) as Pod;
    const container = containerOf(pod, options.container);
    // The pod is not scheduled, so no container has run yet.
    if (!pod.spec?.nodeName) return sendNoContent(exchange);
    const kubelet = await locations.kubeletOf(nodeNameOf(pod), store.resource);
    const location = options.skipsVerification ? ({ ...kubelet, trust: "unverified-kubelet" } as const) : kubelet;
    const destination = { location, path: streamPath(pod, "log", container), query: options.query };
    const { signal } = exchange;
    const response = await locations.transport
      .send(destination, { method: "GET", headers: {}, signal })
      .catch((error) => {
        throw error instanceof TransportError
          ? errorWithoutReason(`Get "${urlOf(destination)}": ${error.message}`)
          : error;
      });
    await assertSuccess(response, name);
    exchange.answer.setHeader("Content-Type", "text/plain");
    await sendResponse(exchange, response, () => false);
  };
}

function sendNoContent({ answer }: Exchange): void {
  answer.start(204);
  answer.end();
}

function urlOf({ location, path, query }: Destination): string {
  return `${location.scheme}://${joinHostPort(location.host, location.port)}${path}${query === "" ? "" : `?${query}`}`;
}

/** Size limit for the error message of a kubelet. */
const maxErrorBytes = 50_000;
const maxSuccessCode = 206;

const reasonByCode: ReadonlyMap<number, StatusReason> = new Map([
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [404, "NotFound"],
  [405, "MethodNotAllowed"],
  [429, "TooManyRequests"],
  [503, "ServiceUnavailable"],
  [504, "Timeout"],
]);

/** @throws {StatusError} with kube-apiserver's message if the kubelet did not return a log */
async function assertSuccess(response: IncomingMessage, pod: string): Promise<void> {
  const { statusCode: code = 0 } = response;
  if (code >= 200 && code <= maxSuccessCode) return;
  const bytes = await readBounded(response, maxErrorBytes, internalError("the answer of the kubelet is too long"));
  const text = bytes.toString();
  if (code === 500) throw internalError(text);
  if (code === 400) throw badRequest(text);
  const details = { name: pod, kind: "pods/log" };
  const reason = reasonByCode.get(code) ?? (code > 500 ? "InternalError" : "");
  throw new StatusError(code, reason, `${httpFault(code, text, false).message} ( pods/log ${pod})`, { details });
}
