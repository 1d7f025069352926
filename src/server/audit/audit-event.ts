/**
 * The audit event of a request: collects its facts, and renders its text at each stage.
 *
 * @module
 */
import type { UserInfo } from "../../access/user.ts";
import type { Stage } from "../../api/types/audit-v1.ts";
import { formatJson } from "../../json/format-json.ts";
import { formatIp, parseIp } from "../../text/ip.ts";
import type { AuditRecorder, Exchange, Peer } from "../http/exchange.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { ObjectType } from "../request/served-resource.ts";
import type { Status } from "../request/status.ts";
import type { AuditScope } from "./audit-policy.ts";
import type { StagedEvent } from "./audit-sink.ts";

/** Longest user agent in an event, in UTF-16 units. */
export const maxUserAgentLength = 1024;

export interface AuditEventParts {
  readonly scope: AuditScope;
  readonly groupDomain: string;
  /** Called once when the response begins, if the event's `noteStart` is called. */
  started(event: AuditEvent): void;
}

export class AuditEvent implements AuditRecorder {
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
  private requestTexts: ReturnType<AuditEvent["renderRequestTexts"]> | undefined;

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
    if (this.wantsRequest) this.requestText = formatJson({ kind, apiVersion, ...this.toAuditForm(object) });
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

  /** Returns an object as the event shows it: without `managedFields` if the policy omits them. */
  toAuditForm<T extends object>(object: T): T {
    const { metadata }: Partial<Pick<ApiObject, "metadata">> = object;
    if (!this.scope.omitsManagedFields || !metadata) return object;
    const { managedFields: _left, ...others } = metadata;
    return { ...object, metadata: others };
  }

  /** Returns the event in its current state, for backends that keep or send it later. */
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

  /** Renders the event as a line of JSON, with its fields in the order of kube-apiserver. */
  private textAt(stage: Stage, nowMs: number, hasBodies = true): string {
    const { exchange, impersonatedUser: other, impersonationConstraint } = this;
    const hasAnswer = stage !== "RequestReceived";
    this.requestTexts ??= this.renderRequestTexts();
    const { opening, request, client, receivedTime } = this.requestTexts;
    const stageTime = nowMs === exchange.receivedMs ? receivedTime : microTime(nowMs);
    const impersonated = other ? `,"impersonatedUser":${userText(other)}` : "";
    const constraint = impersonationConstraint
      ? `,"authenticationMetadata":${JSON.stringify({ impersonationConstraint })}`
      : "";
    const reference = exchange.info.isResource ? `,"objectRef":${this.objectReference(hasAnswer)}` : "";
    const answered = hasAnswer ? this.responseFieldsText(hasBodies) : "";
    const times = `"requestReceivedTimestamp":"${receivedTime}","stageTimestamp":"${stageTime}"`;
    const annotations = hasAnswer ? this.annotationsText(!hasBodies) : "";
    const asked = `${request}${impersonated}${constraint}${client}${reference}`;
    return `{${opening},"stage":"${stage}",${asked}${answered},${times}${annotations}}`;
  }

  private responseFieldsText(hasBodies: boolean): string {
    const [requestText, responseText] = hasBodies ? [this.requestText, this.responseText] : [];
    const request = requestText === undefined ? "" : `,"requestObject":${requestText}`;
    const response = responseText === undefined ? "" : `,"responseObject":${responseText}`;
    return `,"responseStatus":${this.responseStatus()}${request}${response}`;
  }

  private annotationsText(isTruncated: boolean): string {
    const { auditAnnotations: all } = this.exchange;
    const kept = this.wantsRequest ? [...all] : [...all].filter(([key]) => !key.startsWith(requestLevelPrefix));
    if (isTruncated) kept.push(truncatedMark);
    if (kept.length === 0) return "";
    return `,"annotations":{${fieldsText(kept.sort(([a], [b]) => (a < b ? -1 : 1)))}}`;
  }

  /** Renders the parts that are the same at all stages. */
  private renderRequestTexts(): RequestTexts {
    const { exchange, scope, user, parts } = this;
    const userAgent = shortUserAgent(exchange);
    const client = userAgent === "" ? "" : `,"userAgent":${JSON.stringify(userAgent)}`;
    const addresses = sourceAddresses(exchange).map((address) => `"${address}"`);
    const request = [["requestURI", exchange.url] as const, ["verb", exchange.info.verb] as const];
    return {
      opening: `"kind":"Event","apiVersion":"audit.${parts.groupDomain}/v1","level":"${scope.level}","auditID":${JSON.stringify(exchange.auditId)}`,
      request: `${fieldsText(request)},"user":${userText(user)}`,
      client: `,"sourceIPs":[${addresses.join(",")}]${client}`,
      receivedTime: microTime(exchange.receivedMs),
    };
  }

  /** Renders the event in kube-apiserver's legacy format, one line of text. */
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

  private objectReference(hasAnswer: boolean): string {
    const { info } = this.exchange;
    const { namespace, name, uid, resourceVersion } = hasAnswer ? this.requestMetadata : {};
    const fields = [
      ["resource", info.resource],
      ["namespace", info.namespace || namespace],
      ["name", info.name || name],
      ["uid", uid],
      ["apiGroup", info.group],
      ["apiVersion", info.version],
      ["resourceVersion", resourceVersion],
      ["subresource", info.subresource],
    ] as const;
    return `{${fieldsText(fields.filter(([, value]) => value !== undefined && value !== ""))}}`;
  }

  /** Renders the status of the response without kind and API version, which only response bodies have. */
  private responseStatus(): string {
    const { status } = this;
    if (!status) {
      const isEarly = !this.exchange.answer.isStarted;
      return `{"metadata":{},${isEarly ? '"status":"Success","message":"Connection closed early",' : ""}"code":${this.code}}`;
    }
    const { status: outcome, message, reason, details } = status;
    const presentFields = withoutEmpty({ status: outcome, message, reason, details });
    return JSON.stringify({ metadata: {}, ...presentFields, code: this.code });
  }
}

/** Parts of the text of an event that are the same at all stages. */
interface RequestTexts {
  /** The fields before `stage`. */
  readonly opening: string;
  readonly request: string;
  readonly client: string;
  readonly receivedTime: string;
}

/**
 * Renders the fields of an object without its braces. Much faster than formatting an object, which matters since each
 * request has events.
 */
function fieldsText(fields: readonly (readonly [name: string, value: unknown])[]): string {
  let text = "";
  for (const [name, value] of fields) {
    text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${JSON.stringify(value)}`;
  }
  return text;
}

/**
 * Prefix of annotations with the patches of webhooks. They reveal request bodies, so only events with bodies contain
 * them.
 */
export const requestLevelPrefix = "patch.webhook.admission.k8s.io/";

const truncatedMark: [string, string] = ["audit.k8s.io/truncated", "true"];

/** Caches the text of users that many requests share, such as those of a cached token or certificate. */
const userTexts = new WeakMap<UserInfo, string>();

function userText(user: UserInfo): string {
  const known = userTexts.get(user);
  if (known !== undefined) return known;
  const { username, uid, groups, extra } = user;
  const fields = withoutEmpty({
    username,
    uid,
    groups: groups.length > 0 ? groups : undefined,
    extra: Object.keys(extra).length > 0 ? extra : undefined,
  });
  const text = JSON.stringify(fields);
  userTexts.set(user, text);
  return text;
}

const withoutEmpty = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ""));

function shortUserAgent({ headers }: Exchange): string {
  const { "user-agent": name = "" } = headers;
  return name.length > maxUserAgentLength ? `${name.slice(0, maxUserAgentLength)}...TRUNCATED` : name;
}

/** Returns the addresses from proxy headers, then the address of the peer unless it equals the last one. */
function sourceAddresses({ headers, peer }: Exchange): readonly string[] {
  const { "x-forwarded-for": forwarded = "", "x-real-ip": real = "" } = headers;
  if (forwarded === "" && real === "") return peerAddresses(peer);
  const forwardedAddresses = [forwarded].flat().join(",").split(",").flatMap(addressOf);
  const realAddress = [real]
    .flat()
    .flatMap(addressOf)
    .filter((address) => !forwardedAddresses.includes(address));
  const chain = [...forwardedAddresses, ...realAddress];
  return [...chain, ...peerAddresses(peer).filter((address) => address !== chain.at(-1))];
}

/** Caches the addresses of peers with open connections. */
const ownAddresses = new WeakMap<Peer, readonly string[]>();

function peerAddresses(peer: Peer): readonly string[] {
  const known = ownAddresses.get(peer);
  if (known) return known;
  const addresses = addressOf(peer.address);
  ownAddresses.set(peer, addresses);
  return addresses;
}

function addressOf(text: string): readonly string[] {
  const address = parseIp(text.trim());
  return address.ok ? [formatIp(address.value)] : [];
}

const microTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, -1)}000Z`;
