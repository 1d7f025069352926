/**
 * Checks that kube-apiserver and the controller manager have the same garbage collector setting, if a run contains
 * both.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { type ProjectDocument, ruleAcross } from "../rule/rule.ts";
import type { Component } from "./component.ts";
import { podCommands } from "./pod-command.ts";

/** Whether a component collects garbage, and the place of the setting. */
interface Setting {
  readonly document: ProjectDocument;
  readonly path: FieldPath;
  readonly isOn: boolean;
}

const flag = /^--enable[-_]garbage[-_]collector(?:=(.*))?$/;
const falseValue = /^(?:0|f|F|FALSE|false|False)$/;

/** Returns the settings in the command lines of a component. Without the flag, both components collect garbage. */
function settingsOf(component: Component, document: ProjectDocument): readonly Setting[] {
  return podCommands(document.kind, document.object)
    .filter((command) => command.component === component)
    .map(({ args, programPath }) => {
      const given = args.findLast(({ text }) => flag.test(text));
      const isOn = !falseValue.test(flag.exec(given?.text ?? "")?.[1] ?? "true");
      return { document, path: given?.path ?? programPath, isOn };
    });
}

const configurationKind = "KubeControllerManagerConfiguration";

function configuredSettings(document: ProjectDocument): readonly Setting[] {
  if (document.kind !== configurationKind) return [];
  const { GarbageCollectorController: section } = document.object as {
    readonly GarbageCollectorController?: { readonly EnableGarbageCollector?: boolean };
  };
  const path = ["GarbageCollectorController", "EnableGarbageCollector"];
  return [{ document, path, isOn: section?.EnableGarbageCollector !== false }];
}

export const garbageCollectorAgrees = ruleAcross(
  {
    id: "flags/garbage-collector-agrees",
    severity: "warning",
    summary: "`--enable-garbage-collector` is the same for kube-apiserver and the controller manager",
    kinds: ["Pod", configurationKind],
  },
  (documents, placeIn) => {
    const [server] = documents.flatMap((document) => settingsOf("kube-apiserver", document));
    if (!server) return;
    const managers = documents.flatMap((document) => [
      ...settingsOf("kube-controller-manager", document),
      ...configuredSettings(document),
    ]);
    for (const { document, path, isOn } of managers) {
      if (isOn === server.isOn) continue;
      const state = server.isOn ? "on" : "off";
      const message = `must equal \`--enable-garbage-collector\` of kube-apiserver, which is ${state} (${server.document.file})`;
      const help = "set both to the same value: one component accepts deletions, and the other deletes dependents";
      placeIn(document).along(path).say(message, { help });
    }
  },
);
