/**
 * MutatingAdmissionWebhook: calls webhooks that may change an object, one after the other. Each sees the changes of the
 * previous ones; webhooks with the reinvocation policy `IfNeeded` are called again if the object changes after their
 * call.
 *
 * @module
 */
import { cloneJson } from "../../../json/clone-json.ts";
import { formatJson } from "../../../json/format-json.ts";
import { isPlainObject } from "../../../json/plain-object.ts";
import { ownersFault } from "../../../patch/apply/owners.ts";
import type { JsonPatchOperation } from "../../../patch/json-patch.ts";
import { semanticEqual } from "../../../schema/semantic-equal.ts";
import { requestLevelPrefix } from "../../audit/audit-event.ts";
import { entriesOf, setEntries } from "../../registry/fields.ts";
import type { AdmissionAttributes } from "../../registry/parts.ts";
import type { ApiObject } from "../../request/api-object.ts";
import type { StatusError } from "../../request/status.ts";
import type { AdmissionPlugin, MutationRounds, PluginParts } from "../plugin.ts";
import { callHook, type Invocation, invocationKey } from "./call-hook.ts";
import { dispatchOf } from "./dispatch.ts";
import type { Hook } from "./hook.ts";
import type { HookRequest } from "./hook-request.ts";
import type { HookRequests } from "./hook-requests.ts";
import { applyPatch } from "./patched-object.ts";
import { jsonPatchType } from "./review.ts";

/** Tracks which webhooks must be called again in the second round. */
class Reinvocation {
  /** IDs of called webhooks that must be called again if the object changes. */
  private readonly reinvocableIds = new Set<string>();
  private readonly scheduledIds = new Set<string>();
  /** A copy of the object as it was after the webhooks of the last round. */
  private output: ApiObject | undefined;
  private refusal: StatusError | undefined;

  isScheduled({ id }: Hook): boolean {
    return this.scheduledIds.has(id);
  }

  noteCall({ id, spec }: Hook): void {
    if (spec.reinvocationPolicy === "IfNeeded") this.reinvocableIds.add(id);
  }

  /** Records the error; the remaining webhooks are called nevertheless. */
  recordRefusal(refusal: StatusError): void {
    this.refusal ??= refusal;
  }

  /**
   * Throws the recorded error.
   *
   * @throws {StatusError} if webhooks have left the object invalid
   */
  throwIfRefused(): void {
    if (this.refusal) throw this.refusal;
  }

  /** Schedules a second call of the webhooks that were called so far, since the object has changed. */
  scheduleCalls(): void {
    for (const id of this.reinvocableIds) this.scheduledIds.add(id);
    this.reinvocableIds.clear();
  }

  /** Starts the second round. Other plugins may have changed the object since the first one. */
  begin(object: ApiObject | undefined): void {
    if (!semanticEqual(this.output, object)) this.scheduleCalls();
  }

  end(object: ApiObject | undefined): void {
    this.output = cloneJson(object);
  }
}

/** Returns JSON as Go writes it: with the HTML characters `<`, `>` and `&` escaped. */
const annotationText = (value: object): string =>
  formatJson(value).replace(/[<>&]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`);

/** Sorts the fields of an operation by name, as Go does. */
const sortedOperation = (operation: JsonPatchOperation): object =>
  Object.fromEntries(Object.entries(operation).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Restores the previous `managedFields` if the webhooks have left invalid ones, and warns the client. */
function restoreValidManagedFields({ object, warn }: AdmissionAttributes, entries: ReturnType<typeof entriesOf>): void {
  const left: unknown = entriesOf(object);
  // Metadata of an invalid type is rejected as part of the object.
  if (!object || !Array.isArray(left) || !left.every(isPlainObject)) return;
  const fault = ownersFault(left);
  if (fault === undefined) return;
  warn(`${invalidOwners}: ${fault}`);
  setEntries(object, entries);
}

const invalidOwners =
  ".metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests";

export function mutatingWebhooks(parts: PluginParts): AdmissionPlugin {
  const dispatch = dispatchOf(parts, "mutatingwebhookconfigurations", "admit");
  const reinvocationByRounds = new WeakMap<MutationRounds, Reinvocation>();

  async function callIfMatching(
    invocation: Invocation,
    hookRequests: HookRequests,
    rounds: MutationRounds,
    reinvocation: Reinvocation,
  ): Promise<void> {
    const { hook } = invocation;
    const hookRequest = await dispatch.hookRequestOf(hook, hookRequests);
    if (!hookRequest || (rounds.isSecond && !reinvocation.isScheduled(hook))) return;
    const { isChanged, isPatched } = await callNoted(invocation, hookRequest, reinvocation);
    if (isPatched) hookRequests.noteChange(hookRequest);
    if (isChanged) {
      reinvocation.scheduleCalls();
      rounds.askForSecond();
    }
    reinvocation.noteCall(hook);
  }

  /** Calls a webhook, and adds audit annotations that show whether and how it has changed the object. */
  async function callNoted(
    invocation: Invocation,
    hookRequest: HookRequest,
    reinvocation: Reinvocation,
  ): Promise<{ readonly isChanged: boolean; readonly isPatched: boolean }> {
    const { hook } = invocation;
    const { annotate } = hookRequest.attempt;
    const { configuration } = hook;
    const note = (prefix: string, fields: object) =>
      annotate?.(invocationKey(prefix, invocation), annotationText({ configuration, webhook: hook.name, ...fields }));
    let mutated = false;
    let isPatched = false;
    try {
      await callHook(invocation, hookRequest, dispatch.callParts, (response) => {
        const { isChanged, patch, refusal } = applyPatch(hook.name, response, hookRequest, parts);
        if (refusal) reinvocation.recordRefusal(refusal);
        if (patch) note(requestLevelPrefix, { patch: patch.map(sortedOperation), patchType: jsonPatchType });
        mutated = isChanged;
        isPatched = patch !== undefined;
      });
    } finally {
      note("mutation.webhook.admission.k8s.io/", { mutated });
    }
    return { isChanged: mutated, isPatched };
  }

  return {
    seesConnections: true,
    async mutate(attempt, rounds) {
      const hooks = dispatch.hooksFor(attempt);
      if (hooks.length === 0) return;
      const reinvocation = reinvocationByRounds.get(rounds) ?? new Reinvocation();
      reinvocationByRounds.set(rounds, reinvocation);
      if (rounds.isSecond) reinvocation.begin(attempt.object);
      const round = rounds.isSecond ? 1 : 0;
      const isWrite = attempt.object?.metadata !== undefined;
      const entries = isWrite ? entriesOf(attempt.object) : undefined;
      const hookRequests = dispatch.hookRequestsOf(attempt);
      for (const [index, hook] of hooks.entries())
        await callIfMatching({ hook, round, index }, hookRequests, rounds, reinvocation);
      await hookRequests.convertBack();
      if (isWrite) restoreValidManagedFields(attempt, entries);
      reinvocation.end(attempt.object);
      // The object is only checked in the second round: a patch that changes it always causes one.
      if (rounds.isSecond) reinvocation.throwIfRefused();
    },
  };
}
