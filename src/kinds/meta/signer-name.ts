/**
 * Validates the name of a certificate signer.
 *
 * @module
 */
import type { Demand } from "../../rule/demand.ts";
import { validateSignerName } from "../../text/signer-name.ts";

export const checkSigner: Demand<string> = (name, place) => {
  for (const { demand, upstream } of validateSignerName(name)) {
    const [serverText, ...further] = upstream;
    const also = further.map((words) => ({ serverText: words }));
    place.invalid(demand, name, serverText === undefined ? {} : { serverText, also });
  }
};
