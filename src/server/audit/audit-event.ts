/**
 * The audit event of a request: what is known of it, and its text at each stage.
 *
 * @module
 */
import type { UserInfo } from "../../access/user.ts";
import type { Stage } from "../../api/types/audit-v1.ts";
import { formatJson } from "../../json/format-json.ts";
import { formatIp, parseIp } from "../../text/ip.ts";
import type { Audited, Exchange } from "../http/exchange.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { ObjectType } from "../request/served-resource.ts";
import type { Status } from "../request/status.ts";
import type { AuditScope } from "./audit-policy.ts";
import type { StagedEvent } from "./audit-sink.ts";

/** UTF-16 units of a client's name for itself. */
export const maxUserAgentLength = 1024;

export interface AuditEventParts {
  readonly scope: AuditScope;
  readonly groupDomain: string;
  /** Called once, when the answer begins, if that is noted. */
  started(event: AuditEvent): void;
}

export class AuditEvent implements Audited {
  readonly wantsRequest: boolean;
  readonly wantsResponse: boolean;
  private readonly exchange: Exchange;
  private readonly parts: AuditEventParts;
  private hasStarted = false;
  private readonly user: UserInfo;
  private impersonatedUser: UserInfo | undefined;
  private impersonationConstraint: string | undefined;
  private requestMetadata: ApiObject["metadata"] = {};
  private requestText: string | undefined;
  private responseText: string | undefined;
  private status: Status | undefined;
  private asked: ReturnType<AuditEvent["askedTexts"]> | undefined;

  constructor(exchange: Exchange, parts: AuditEventParts) {
    this.exchange = exchange;
    this.user = exchange.user;
    this.parts = parts;
    this.wantsResponse = this.scope.level === "RequestResponse";
    this.wantsRequest = this.wantsResponse || this.scope.level === "Request";
  }

  get scope(): AuditScope {
    return this.parts.scope;
  }

  noteStart(): void {
    if (this.hasStarted) return;
    this.hasStarted = true;
    this.parts.started(this);
  }

  noteImpersonation(user: UserInfo, constraint?: string): void {
    this.impersonatedUser = user;
    this.impersonationConstraint = constraint;
  }

  noteRequest(
    object: Partial<Pick<ApiObject, "metadata">>,
    { kind, apiVersion }: Pick<ObjectType, "kind" | "apiVersion">,
  ): void {
    this.requestMetadata = { ...object.metadata };
    if (this.wantsRequest) this.requestText = formatJson({ kind, apiVersion, ...this.shown(object) });
  }

  notePatch(text: string | undefined): void {
    this.requestText = text;
  }

  noteResponse(text: string): void {
    this.responseText = text;
  }

  noteStatus(status: Status): void {
    this.status = status;
    if (this.wantsResponse) this.responseText = formatJson(status);
  }

  /** An object as the event shows it. */
  shown<T extends Partial<Pick<ApiObject, "metadata">>>(object: T): T {
    if (!this.scope.omitsManagedFields || !object.metadata) return object;
    const { managedFields: _left, ...metadata } = object.metadata;
    return { ...object, metadata };
  }

  /** The event as it is now, for those who keep it or send it. */
  stagedAt(stage: Stage, nowMs: number): StagedEvent {
    let text: string | undefined;
    return {
      hasBodies: this.wantsRequest,
      json: () => {
        text ??= this.textAt(stage, nowMs);
        return text;
      },
      legacy: () => this.legacyTextAt(stage),
      shortened: () => this.textAt(stage, nowMs, false),
    };
  }

  /** The event in a line of JSON, with its fields in the order in which kube-apiserver writes them. */
  private textAt(stage: Stage, nowMs: number, hasBodies = true): string {
    const { exchange, impersonatedUser: other, impersonationConstraint } = this;
    const [requestText, responseText] = hasBodies ? [this.requestText, this.responseText] : [];
    const hasAnswer = stage !== "RequestReceived";
    this.asked ??= this.askedTexts();
    const [opening, request, client] = this.asked;
    const stageTime = microTime(nowMs);
    return [
      `{${opening},"stage":"${stage}",${request}`,
      other ? `,"impersonatedUser":${JSON.stringify(userFields(other))}` : "",
      impersonationConstraint ? `,"authenticationMetadata":${JSON.stringify({ impersonationConstraint })}` : "",
      client,
      exchange.info.isResource ? `,"objectRef":${JSON.stringify(this.objectReference(hasAnswer))}` : "",
      hasAnswer ? `,"responseStatus":${JSON.stringify(this.responseStatus())}` : "",
      hasAnswer && requestText !== undefined ? `,"requestObject":${requestText}` : "",
      hasAnswer && responseText !== undefined ? `,"responseObject":${responseText}` : "",
      `,"requestReceivedTimestamp":"${microTime(exchange.receivedMs)}","stageTimestamp":"${stageTime}"`,
      annotationsText(hasAnswer ? this.annotations() : none, !hasBodies),
      "}",
    ].join("");
  }

  private annotations(): ReadonlyMap<string, string> {
    const { auditAnnotations } = this.exchange;
    if (this.wantsRequest) return auditAnnotations;
    return new Map([...auditAnnotations].filter(([key]) => !key.startsWith(requestLevelPrefix)));
  }

  /** The common part of all stages: fields before the stage, what was asked by whom, and from where. */
  private askedTexts(): readonly [string, string, string] {
    const { exchange, scope, user, parts } = this;
    const { auditId: auditID, url: requestURI, info } = exchange;
    const apiVersion = `audit.${parts.groupDomain}/v1`;
    const userAgent = shortUserAgent(exchange) || undefined;
    return [
      fieldsText({ kind: "Event", apiVersion, level: scope.level, auditID }),
      fieldsText({ requestURI, verb: info.verb, user: userFields(user) }),
      `,${fieldsText({ sourceIPs: sourceAddresses(exchange), userAgent })}`,
    ];
  }

  /** The event in kube-apiserver's older format, one line of text. */
  private legacyTextAt(stage: Stage): string {
    const { exchange, user, impersonatedUser: other } = this;
    const { auditId: id, info, url: uri } = exchange;
    const list = (groups: readonly string[]) => groups.map((group) => JSON.stringify(group)).join(",");
    const fields = {
      id,
      stage,
      ip: sourceAddresses(exchange)[0] ?? "<unknown>",
      method: info.verb,
      user: user.username || "<none>",
      groups: user.username !== "" && user.groups.length > 0 ? list(user.groups) : "<none>",
      as: other ? other.username : "<self>",
      asgroups: other ? list(other.groups) : "<lookup>",
      "user-agent": shortUserAgent(exchange),
      namespace: info.namespace || "<none>",
      uri,
      response: stage === "RequestReceived" ? "<deferred>" : String(this.code),
    };
    const time = new Date(exchange.receivedMs).toISOString();
    return `${time} AUDIT: ${Object.entries(fields)
      .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      .join(" ")}`;
  }

  private get code(): number {
    const { answer } = this.exchange;
    return answer.isStarted ? answer.code : 200;
  }

  private objectReference(hasAnswer: boolean): object {
    const { info } = this.exchange;
    const { namespace, name, uid, resourceVersion } = hasAnswer ? this.requestMetadata : {};
    return withoutEmpty({
      resource: info.resource,
      namespace: info.namespace || namespace,
      name: info.name || name,
      uid,
      apiGroup: info.group,
      apiVersion: info.version,
      resourceVersion,
      subresource: info.subresource,
    });
  }

  /** Without what only a body has: kind and API version. */
  private responseStatus(): object {
    const { status } = this;
    if (!status) {
      const isEarly = !this.exchange.answer.isStarted;
      return {
        metadata: {},
        ...(isEarly ? { status: "Success", message: "Connection closed early" } : {}),
        code: this.code,
      };
    }
    const { status: outcome, message, reason, details } = status;
    return { metadata: {}, ...withoutEmpty({ status: outcome, message, reason, details }), code: this.code };
  }
}

/** The fields of an object, without its braces. */
const fieldsText = (fields: object): string => JSON.stringify(fields).slice(1, -1);

/** Of annotations with the patches of webhooks, which show bodies: they are in events that have these. */
export const requestLevelPrefix = "patch.webhook.admission.k8s.io/";

const none: ReadonlyMap<string, string> = new Map();
const truncatedMark = ["audit.k8s.io/truncated", "true"] as const;

function annotationsText(annotations: ReadonlyMap<string, string>, isTruncated: boolean): string {
  if (annotations.size === 0 && !isTruncated) return "";
  const all = [...annotations, ...(isTruncated ? [truncatedMark] : [])];
  const sorted = all.sort(([a], [b]) => (a < b ? -1 : 1));
  return `,"annotations":${JSON.stringify(Object.fromEntries(sorted))}`;
}

const userFields = ({ username, uid, groups, extra }: UserInfo): object =>
  withoutEmpty({
    username,
    uid,
    groups: groups.length > 0 ? groups : undefined,
    extra: Object.keys(extra).length > 0 ? extra : undefined,
  });

const withoutEmpty = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ""));

function shortUserAgent({ headers }: Exchange): string {
  const { "user-agent": name = "" } = headers;
  return name.length > maxUserAgentLength ? `${name.slice(0, maxUserAgentLength)}...TRUNCATED` : name;
}

/** As proxies say, then the peer itself, unless it is the last that was said. */
function sourceAddresses({ headers, peer }: Exchange): readonly string[] {
  const { "x-forwarded-for": forwarded = "", "x-real-ip": real = "" } = headers;
  const said = [forwarded].flat().join(",").split(",").flatMap(addressOf);
  const realAddress = [real]
    .flat()
    .flatMap(addressOf)
    .filter((address) => !said.includes(address));
  const chain = [...said, ...realAddress];
  return [...chain, ...addressOf(peer.address).filter((address) => address !== chain.at(-1))];
}

function addressOf(text: string): readonly string[] {
  const address = parseIp(text.trim());
  return address.ok ? [formatIp(address.value)] : [];
}

const microTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, -1)}000Z`;
