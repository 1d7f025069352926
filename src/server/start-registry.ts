/**
 * Starts the registry with everything that decides on writes: admission, vetting, authorization and allocation.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import { groupIn } from "../kind/kind.ts";
import { scaleColumns, workloadScale } from "../kinds/autoscaling/scale.ts";
import { definitionLifecycle } from "./admission/definition-lifecycle.ts";
import { deviceAdminAccess } from "./admission/device-admin-access.ts";
import { deviceClaimStatus } from "./admission/device-claim-status.ts";
import { engineValidation, objectValidation } from "./admission/engine-validation.ts";
import { admit } from "./admission/plugin.ts";
import { isOnByDefault, makePlugins } from "./admission/plugins.ts";
import { rbacEscalation } from "./admission/rbac-escalation.ts";
import { requestNotes } from "./admission/request-notes.ts";
import { authorizationMetrics } from "./authz/authorization-metrics.ts";
import type { Authorizer } from "./authz/authorizer.ts";
import type { AuthorizationParts } from "./authz/authorizer-chain.ts";
import { RbacSource } from "./authz/rbac-source.ts";
import { firstObjects, hasFirstObjects } from "./bootstrap/first-objects.ts";
import { controllerNames } from "./controllers/start-controllers.ts";
import { Registry } from "./registry/registry.ts";
import type { ResourceStore } from "./registry/resource-store.ts";
import { isCreateOnly } from "./request/served-resource.ts";
import { scaleKind } from "./served-kinds.ts";
import type { ServerOptions } from "./server-options.ts";
import { type ServerScope, serverWrite } from "./server-scope.ts";
import { type Services, startServices } from "./services/start-services.ts";
import { VettingThreads } from "./vetting/threads.ts";
import { Vetting } from "./vetting/vetting.ts";
import { serviceResolver } from "./webhook/service-address.ts";
import { WebhookClient } from "./webhook/webhook-client.ts";

/** A started registry, and the parts that it uses. */
export interface StartedRegistry {
  readonly registry: Registry;
  /** Whether the store was empty, and the first objects of a cluster have been written to it. */
  readonly isFilled: boolean;
  readonly vetting: Vetting;
  readonly webhooks: WebhookClient;
  readonly resolve: ReturnType<typeof serviceResolver>;
  readonly authorizer: Authorizer;
  readonly authorization: AuthorizationParts;
  readonly services: Services;
  readonly validateObject: ReturnType<typeof objectValidation>;
  /**
   * Returns the store of a resource.
   *
   * @throws {Error} if the target release does not have the resource
   */
  store(group: string, resource: string): ResourceStore;
  /**
   * Returns the store of a resource by its group in the domain k8s.io; undefined if the target release does not have
   * the resource.
   */
  serviceStore(group: string, resource: string): ResourceStore | undefined;
  /** To be called after the registry has been stopped. */
  close(): Promise<void>;
}

/** Starts the registry. Resolves once the caches are filled. */
export async function startRegistry(options: ServerOptions, scope: ServerScope): Promise<StartedRegistry> {
  const { storage, log, nowMs } = options;
  const { settings, target, groupDomain, featureGates, resources, register, isShown, contextFor, isEnabled } = scope;
  const serviceStore = (group: string, resource: string) => registry.store(groupIn(groupDomain, group), resource);
  const store = (group: string, resource: string): ResourceStore => {
    const found = registry.store(group, resource);
    if (!found) throw new Error(`${resource} is not served`);
    return found;
  };
  const resolve = serviceResolver({ store: serviceStore, usesEndpoints: options.routesToEndpoints ?? false });
  const webhooks = new WebhookClient(resolve, options.egress);
  const plugins = [
    deviceAdminAccess({ store: serviceStore }),
    deviceClaimStatus({ authorizer: () => authorizer, isEnabled }),
    definitionLifecycle(() => store(`apiextensions.${groupDomain}`, "customresourcedefinitions").size),
    ...makePlugins(options.isPluginOn ?? isOnByDefault, {
      store: serviceStore,
      storeOfKind: (apiVersion, kind) => registry.storeOfKind(apiVersion, kind),
      authorizer: () => authorizer,
      target,
      groupDomain,
      register,
      isEnabled,
      contextFor,
      formsOf: (resource) => new Map([...registry.versionsOf(resource)].filter(([, version]) => isShown(version))),
      configurationOf: <T>(plugin: string) => options.pluginConfigurations?.get(plugin) as T | undefined,
      webhooks,
      log,
      nowMs,
      protectsStorage: !controllerNames.some(scope.isControllerOn),
      write: serverWrite,
    }),
    requestNotes,
    rbacEscalation(groupDomain, { source: () => rbac, authorizer: () => authorizer }),
  ];
  const validateObject = objectValidation(contextFor);
  const threads =
    options.vettingThread && new VettingThreads({ module: options.vettingThread, target, groupDomain, featureGates });
  const vetting = new Vetting(validateObject, target, threads);
  const stored = resources.filter((resource) => !isCreateOnly(resource));
  const registry: Registry = new Registry(storage, stored, {
    admission: admit(
      plugins,
      engineValidation((candidate) => vetting.validate(candidate)),
    ),
    contextFor: (version) => settings.contextFor(version),
    nowMs,
    newUid: randomUUID,
    track: vetting.track,
    claim: (attempt) => services.claim(attempt),
    log,
    scale: { kind: () => scaleKind(settings), view: workloadScale, columns: scaleColumns },
  });
  const rbac = new RbacSource((resource) => store(`rbac.authorization.${groupDomain}`, resource));
  const authorization: AuthorizationParts = {
    rbac,
    sourceOf: (group, resource) => registry.store(groupIn(groupDomain, group), resource),
    metrics: authorizationMetrics(register, randomUUID()),
    isEnabled,
    groupDomain,
  };
  const authorizer = options.authorizer(rbac, authorization);
  const isFilled = hasFirstObjects(options) && (await registry.fillEmpty(() => firstObjects(randomUUID, nowMs())));
  await registry.start();
  const services = startServices({ registry, write: serverWrite }, groupDomain, options.services ?? {});
  return {
    registry,
    isFilled,
    vetting,
    webhooks,
    resolve,
    authorizer,
    authorization,
    services,
    validateObject,
    store,
    serviceStore,
    async close() {
      webhooks.close();
      await threads?.close();
    },
  };
}
