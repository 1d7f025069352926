/**
 * Reads the admission annotations that a server writes to its audit events: from memory for this server, from the audit
 * log for the real one.
 */
import { openSync, readSync } from "node:fs";
import { onTestFinished } from "vitest";
import type { UserInfo } from "../../src/access/user.ts";
import { isOnByDefault } from "../../src/server/admission/plugins.ts";
import type { Authenticator } from "../../src/server/authn/authenticator.ts";
import type { Exchange } from "../../src/server/http/exchange.ts";
import { startTestServer } from "../server/start.ts";
import { auditIdOf } from "./comparable-answer.ts";
import { type Answer, type RealServer, typeOf } from "./real-server.ts";

export type Annotations = Readonly<Record<string, string>>;

export interface AnnotatedServer extends RealServer {
  /** Returns the annotations of a response. Works only once for each response. */
  annotationsOf(answer: Answer): Annotations;
}

/** Starts a server of this project, which stops when the test finishes. @param user - the user of all requests */
export async function openAnnotatedServer(user: UserInfo): Promise<AnnotatedServer> {
  const exchanges = new Map<string, Exchange>();
  const administrator: Authenticator = {
    async authenticate(exchange: Exchange) {
      exchanges.set(exchange.auditId, exchange);
      return { outcome: "user", user };
    },
  };
  const server = await startTestServer({
    authenticators: [administrator],
    isPluginOn: isOnByDefault,
    isControllerOn: () => false,
  });
  onTestFinished(() => server.close());
  return {
    async call(method, path, body, type = typeOf(method)) {
      const { code, json, headers } = await server.call(method, path, body, { "content-type": type });
      return { code, body: (json ?? {}) as Record<string, unknown>, headers };
    },
    close() {},
    annotationsOf(answer) {
      const id = auditIdOf(answer);
      const exchange = exchanges.get(id);
      exchanges.delete(id);
      return admissionAnnotations(exchange?.auditAnnotations ?? []);
    },
  };
}

interface AuditEvent {
  readonly auditID: string;
  readonly annotations?: Annotations;
}

/** Reads the text that was appended to the log since the reader was created or last read. */
export class AuditLog {
  private readonly descriptor: number;

  constructor(file: string) {
    this.descriptor = openSync(file, "r");
    this.newText();
  }

  /** Returns the admission annotations by audit ID. */
  read(): ReadonlyMap<string, Annotations> {
    const events = this.newText()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as AuditEvent);
    return new Map(
      events.map(({ auditID, annotations = {} }) => [auditID, admissionAnnotations(Object.entries(annotations))]),
    );
  }

  private newText(): string {
    const chunks: Buffer[] = [];
    const chunk = Buffer.alloc(1 << 20);
    for (let size = readSync(this.descriptor, chunk); size > 0; size = readSync(this.descriptor, chunk)) {
      chunks.push(Buffer.from(chunk.subarray(0, size)));
    }
    return Buffer.concat(chunks).toString("utf8");
  }
}

const admissionAnnotations = (annotations: Iterable<[string, string]>): Annotations =>
  Object.fromEntries(
    [...annotations]
      .filter(([key]) => !/^(?:authorization|apiserver\.latency|pod-security|patch\.webhook)/.test(key))
      .sort(),
  );
