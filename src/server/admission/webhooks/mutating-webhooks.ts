/**
 * MutatingAdmissionWebhook: webhooks that may change an object, one after the other. Each sees the changes of those before it;
 * those that want to see what came after them are asked once more.
 *
 * @module
 */
import { semanticEqual } from "../../../schema/semantic-equal.ts";
import type { Attempt } from "../../registry/parts.ts";
import type { ApiObject } from "../../request/api-object.ts";
import type { AdmissionPlugin, MutationRounds, PluginParts } from "../plugin.ts";
import { callHook } from "./call-hook.ts";
import { dispatchOf } from "./dispatch.ts";
import type { Hook } from "./hook.ts";
import { applyPatch } from "./patched-object.ts";

/** Which webhooks the second round is for. */
class Reinvocation {
  /** Asked, and to be asked again once something changes. */
  private readonly asked = new Set<string>();
  private readonly wanted = new Set<string>();
  /** The object as the webhooks left it. */
  private output: ApiObject | undefined;

  wants({ id }: Hook): boolean {
    return this.wanted.has(id);
  }

  wasAsked({ id, spec }: Hook): void {
    if (spec.reinvocationPolicy === "IfNeeded") this.asked.add(id);
  }

  /** Those that were asked so far have something new to see. */
  changed(): void {
    for (const id of this.asked) this.wanted.add(id);
    this.asked.clear();
  }

  /** Other plugins may have changed the object since. */
  begin(object: ApiObject | undefined): void {
    if (!semanticEqual(this.output, object)) this.changed();
  }

  end(object: ApiObject | undefined): void {
    this.output = structuredClone(object);
  }
}

export function mutatingWebhooks(parts: PluginParts): AdmissionPlugin {
  const dispatch = dispatchOf(parts, "mutatingwebhookconfigurations", "admit");
  const byRounds = new WeakMap<MutationRounds, Reinvocation>();

  async function ask(hook: Hook, attempt: Attempt, rounds: MutationRounds, reinvocation: Reinvocation): Promise<void> {
    const question = await dispatch.questionOf(hook, await dispatch.inquiryOf(attempt));
    if (!question || (rounds.isSecond && !reinvocation.wants(hook))) return;
    const isChanged = await callHook(hook, question, dispatch.callParts, (response) =>
      applyPatch(hook.name, response, question, parts.contextFor),
    );
    if (isChanged) {
      reinvocation.changed();
      rounds.askForSecond();
    }
    reinvocation.wasAsked(hook);
  }

  return {
    async mutate(attempt, rounds) {
      const hooks = dispatch.hooksFor(attempt);
      if (hooks.length === 0) return;
      const reinvocation = byRounds.get(rounds) ?? new Reinvocation();
      byRounds.set(rounds, reinvocation);
      if (rounds.isSecond) reinvocation.begin(attempt.object);
      for (const hook of hooks) await ask(hook, attempt, rounds, reinvocation);
      reinvocation.end(attempt.object);
    },
  };
}
