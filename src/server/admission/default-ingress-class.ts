/**
 * DefaultIngressClass: sets the default class on new Ingresses that specify no class.
 *
 * @module
 */
import type { Ingress } from "../../api/types/networking-v1.ts";
import { defaultClass } from "./default-class.ts";
import { type AdmissionPlugin, createdObject, type PluginParts } from "./plugin.ts";

const networking = "networking.<domain>";
const defaultAnnotations = ["ingressclass.kubernetes.io/is-default-class"];
/** The annotation that specified the class before the field `ingressClassName` existed. */
const classAnnotation = "kubernetes.io/ingress.class";

export function defaultIngressClass({ store }: PluginParts): AdmissionPlugin {
  return {
    async mutate(attempt) {
      const ingress = createdObject<Ingress>(attempt, networking, "ingresses");
      if (!ingress || ingress.spec?.ingressClassName !== undefined) return;
      if (ingress.metadata?.annotations?.[classAnnotation] !== undefined) return;
      const name = defaultClass(store(networking, "ingressclasses"), defaultAnnotations);
      if (name !== undefined) ingress.spec = { ...ingress.spec, ingressClassName: name };
    },
  };
}
