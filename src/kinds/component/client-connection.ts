/**
 * How a component talks to the API server.
 *
 * @module
 */
import { type Rule, rule } from "../../rule/rule.ts";
import { float64, int32, type Static, struct, text } from "../../schema/fields.ts";

export const clientConnection = struct({
  kubeconfig: text({ description: "Path of a kubeconfig file; in a pod the service account serves as well." }),
  acceptContentTypes: text({ description: "Media types that are asked for, as in an Accept header." }),
  contentType: text({ description: "Media type that is sent." }),
  qps: float64({ description: "Requests a second, in the long run." }),
  burst: int32({ description: "Requests at once beyond that." }),
});

type ClientConnection = Static<typeof clientConnection>;

const burst = rule<ClientConnection>(
  { id: "component/client-burst", severity: "error", summary: "`burst` of a client connection is not negative" },
  ({ burst = 0 }, place) => {
    if (burst < 0) place.at("burst").say(`must not be negative; got ${burst}`, { value: burst });
  },
);

/** Paths are from the connection. */
export const clientConnectionRules: readonly Rule<ClientConnection>[] = [burst];
