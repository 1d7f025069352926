/**
 * ValidatingAdmissionWebhook: webhooks that allow or deny the final object, all called in parallel.
 *
 * @module
 */
import type { AdmissionPlugin, PluginParts } from "../plugin.ts";
import { callHook } from "./call-hook.ts";
import { dispatchOf } from "./dispatch.ts";

export function validatingWebhooks(parts: PluginParts): AdmissionPlugin {
  const dispatch = dispatchOf(parts, "validatingwebhookconfigurations", "validating");
  return {
    seesConnections: true,
    async approve(attempt) {
      const hooks = dispatch.hooksFor(attempt);
      if (hooks.length === 0) return;
      const inquiry = dispatch.hookRequestsOf(attempt);
      const calls: (() => Promise<unknown>)[] = [];
      for (const hook of hooks) {
        const hookRequest = await dispatch.hookRequestOf(hook, inquiry);
        const turn = { hook, round: 0, index: calls.length } as const;
        if (hookRequest) calls.push(() => callHook(turn, hookRequest, dispatch.callParts, () => true));
      }
      const outcomes = await Promise.allSettled(calls.map((call) => call()));
      for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    },
  };
}
