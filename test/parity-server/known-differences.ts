/**
 * Known differences between this server and kube-apiserver in authorization decisions, webhook calls and audit events,
 * which those comparisons leave out. docs/internals/server.md shows them as a table;
 * test/docs/known-differences.test.ts compares both.
 */

/** A row of the table on the page, in Markdown. */
export interface KnownDifference {
  readonly subject: string;
  readonly real: string;
  readonly own: string;
}

export const knownDifferences = {
  firstGrant: {
    subject: "the reason of a request that several bindings of one scope allow",
    real: "any of them: it visits bindings in random order",
    own: "the first by name",
  },
  ruleOrder: {
    subject: "the order of the rules of a SelfSubjectRulesReview",
    real: "that of the bindings, which is random",
    own: "that of the names of the bindings",
  },
  expiredCertificate: {
    subject: "a certificate of a webhook that has expired",
    real: "the error has the times",
    own: "no times",
  },
  timeoutWords: {
    subject: "a webhook of authorization that does not answer in time",
    real: "`context deadline exceeded` or `net/http: request canceled`, by chance: two clocks race",
    own: "`context deadline exceeded`",
  },
  closedConnection: {
    subject: "a webhook that closes a kept connection without an answer",
    real: "asked once",
    own: "asked once more, on a new connection",
  },
  firstRefusal: {
    subject: "a request that several validating webhooks refuse or fail",
    real: "the answer of the first to be ready",
    own: "the answer of the first in order",
  },
  largeCode: {
    subject: "a webhook that refuses with a code above 999",
    real: "no answer: the connection ends",
    own: "999",
  },
  askedTwice: {
    subject: "webhooks for the deletion of a pod that gets no time",
    real: "asked twice: before the pod is marked, and before it goes",
    own: "asked once",
  },
  namelessNode: {
    subject: "a review by a user `system:node:` without a name, with NodeRestriction",
    real: "403",
    own: "answered",
  },
  emptyFields: {
    subject: "bodies in audit events",
    real: "with empty fields of Go's types, such as `status: {}`",
    own: "without",
  },
  refusalWords: {
    subject: "messages of the reasons `Invalid` and `BadRequest`",
    real: "its words",
    own: "the same for custom resources, for bodies that Go's reader refuses, and for five of six refusals of built-in kinds; of other rules the words of clustervet, with the same reasons, fields and codes",
  },
  columnTexts: {
    subject: "descriptions of the columns of a table",
    real: "those of the API reference",
    own: "the words of clustervet",
  },
  latencies: {
    subject: "annotations `apiserver.latency.k8s.io/*` of requests above 500 ms",
    real: "of all layers",
    own: "`total`, `authentication`, `impersonation`, `authorization`",
  },
} as const satisfies Readonly<Record<string, KnownDifference>>;

/** Counts how often each difference was left out of a comparison. */
export class Excuses {
  private readonly counts = new Map<keyof typeof knownDifferences, number>();

  note(difference: keyof typeof knownDifferences): void {
    this.counts.set(difference, (this.counts.get(difference) ?? 0) + 1);
  }

  toJSON(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.counts);
  }
}
