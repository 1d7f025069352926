/**
 * A chain of authorizers.
 *
 * @module
 */
import { type Authorizer, errorOf } from "./authorizer.ts";

/**
 * Returns the chain of the authorizers. The first one that allows or denies a request decides. If none does, the
 * decision contains the reasons of all, each with the name of its authorizer.
 */
export function union(authorizers: readonly Authorizer[]): Authorizer {
  return {
    async authorize(request, caller) {
      const reasons: string[] = [];
      const errors: string[] = [];
      for (const authorizer of authorizers) {
        const decision = await authorizer.authorize(request, caller);
        if (decision.opinion !== "no-opinion") return decision;
        const { reason, error, errors: parts = error === undefined ? [] : [error] } = decision;
        if (reason !== "") reasons.push(authorizer.name === undefined ? reason : `${authorizer.name}: ${reason}`);
        errors.push(...parts);
      }
      return { opinion: "no-opinion", reason: reasons.join("\n"), ...errorOf(errors) };
    },
    async rulesFor(user, namespace) {
      const listed = await Promise.all(authorizers.map((authorizer) => authorizer.rulesFor(user, namespace)));
      return {
        rules: listed.flatMap(({ rules }) => rules),
        isComplete: listed.every(({ isComplete }) => isComplete),
        errors: listed.flatMap(({ errors = [] }) => errors),
      };
    },
  };
}
