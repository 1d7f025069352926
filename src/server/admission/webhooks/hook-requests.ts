/**
 * Prepares the requests to webhooks for one write, each in the version that the webhook expects. Supports calling all
 * webhooks at once, or one after the other, where each sees the changes of the previous ones.
 *
 * @module
 */
import type { AdmissionRequest, EquivalentVersion } from "../../../policy/admission-request.ts";
import { convertRequest } from "../../../policy/invocation.ts";
import type { Forms } from "../../registry/fields.ts";
import type { AdmissionAttributes } from "../../registry/parts.ts";
import type { ApiObject } from "../../request/api-object.ts";
import { replaceContent } from "../../request/replaced-content.ts";
import type { ConvertObjects, ServedKind } from "../../request/served-resource.ts";
import { assertConvertible, identityOf, recordIdentity } from "../changed-identity.ts";
import type { PluginParts } from "../plugin.ts";
import { admissionRequest, objectInForm } from "../policy-request.ts";
import type { HookRequest, HookSpec } from "./hook-request.ts";
import { matchedVersion, type NamespaceLabels, namespaceLabelsOf } from "./match-hook.ts";

export interface HookRequestParts extends Pick<PluginParts, "formsOf" | "contextFor" | "store"> {
  /** Throws a conversion error in the form that kube-apiserver reports to the client. */
  throwConversionError(error: unknown): never;
}

type WrittenObjects = Pick<AdmissionAttributes, "object" | "oldObject">;

export class HookRequests {
  private readonly attempt: AdmissionAttributes;
  private readonly parts: HookRequestParts;
  private readonly forms: Forms;
  private labels: Promise<NamespaceLabels> | undefined;
  private current: AdmissionRequest | undefined;
  /**
   * By version, so that the conversion webhook converts only once for all admission webhooks that expect the same
   * version.
   */
  private readonly converted = new Map<ServedKind, Promise<WrittenObjects>>();
  /**
   * The version in which a webhook has changed the object, until the change is converted back to the request's object.
   */
  private changedForm: ServedKind | undefined;

  constructor(attempt: AdmissionAttributes, parts: HookRequestParts) {
    this.attempt = attempt;
    this.parts = parts;
    this.forms = parts.formsOf(attempt.resource);
  }

  /**
   * Returns the request for a webhook; undefined if its rules do not match the write, or match only in a version that
   * is no longer served.
   *
   * @throws {StatusError} if the object cannot be converted
   */
  async requestFor(spec: HookSpec): Promise<HookRequest | undefined> {
    this.labels ??= namespaceLabelsOf(this.request, this.parts.store("", "namespaces"));
    const labels = await this.labels;
    const seen = await this.currentRequest();
    const matched = matchedVersion(spec, seen, labels);
    return matched && this.questionIn(matched, matched === seen);
  }

  private async questionIn(matched: EquivalentVersion, isOwn: boolean): Promise<HookRequest | undefined> {
    const { attempt, requestForm } = this;
    const form = isOwn ? requestForm : this.forms.get(apiVersionOf(matched));
    if (!form) return undefined;
    if (this.changedForm && this.changedForm !== form) await this.convertBack().catch(this.parts.throwConversionError);
    const { request } = this;
    if (isOwn) return { attempt, request, matched: request, form };
    const { convert } = attempt.resource;
    if (!convert) return { attempt, request: convertRequest(request, matched), matched, form };
    const { object, oldObject } = await this.objectsIn(form, convert).catch(this.parts.throwConversionError);
    return {
      attempt: { ...attempt, ...(object && { object }), ...(oldObject && { oldObject }) },
      request: {
        ...request,
        ...(object && { object: objectInForm(object, form) }),
        ...(oldObject && { oldObject: objectInForm(oldObject, form) }),
      },
      matched,
      form,
    };
  }

  /** Records that a webhook has changed the object of its request. */
  noteChange({ form }: HookRequest): void {
    this.changedForm = form;
    this.current = undefined;
  }

  /**
   * Converts the changed object back to the version of the request.
   *
   * @throws {StatusError} if the object cannot be converted
   */
  async convertBack(): Promise<void> {
    const { attempt, changedForm } = this;
    if (!changedForm) return;
    const { object } = (await this.converted.get(changedForm)) ?? attempt;
    this.changedForm = undefined;
    this.current = undefined;
    this.converted.clear();
    if (object && attempt.object) await this.writeBack(object, changedForm, attempt.object);
  }

  /** Returns the write with its current object, in whichever version the last webhook has changed it. */
  private async currentRequest(): Promise<AdmissionRequest> {
    const { request, changedForm } = this;
    const { object } = (changedForm && (await this.converted.get(changedForm))) ?? {};
    return object && changedForm ? { ...request, object: objectInForm(object, changedForm) } : request;
  }

  /** The request with the current content of its object. */
  private get request(): AdmissionRequest {
    this.current ??= admissionRequest(this.attempt, this.parts, new Map());
    return this.current;
  }

  private get requestForm(): ServedKind {
    const { resource, form = resource } = this.attempt;
    return form;
  }

  private objectsIn(form: ServedKind, convert: ConvertObjects): Promise<WrittenObjects> {
    const known = this.converted.get(form) ?? convertedObjects(this.attempt, form, convert);
    this.converted.set(form, known);
    return known;
  }

  /**
   * Writes a changed object back to the request, in the request's version.
   *
   * @param to - the object of the request
   */
  private async writeBack(object: ApiObject, changedIn: ServedKind, to: ApiObject): Promise<void> {
    const { requestForm } = this;
    const { convert } = this.attempt.resource;
    const given = identityOf(object);
    assertConvertible(given, requestForm);
    const { version: from = changedIn } = given ?? {};
    const kind = typeof given?.kind === "string" ? given.kind : requestForm.kind;
    const [after = object] =
      convert && from !== requestForm ? await convert([object], { ...from, kind }, requestForm) : [];
    if (after !== to) replaceContent(to, after);
    // A changed kind of a custom resource is reported by the validation of the whole object.
    recordIdentity(
      to,
      requestForm.definition.isCustom && kind !== requestForm.kind
        ? { apiVersion: requestForm.apiVersion, kind }
        : undefined,
    );
  }
}

/**
 * Converts the objects of a write to another version.
 *
 * @throws {StatusError} if an object cannot be converted
 */
async function convertedObjects(
  { resource, ...attempt }: AdmissionAttributes,
  form: ServedKind,
  convert: ConvertObjects,
): Promise<WrittenObjects> {
  const converted = async (object: ApiObject | undefined) => object && (await convert([object], resource, form))[0];
  const [object, oldObject] = await Promise.all([converted(attempt.object), converted(attempt.oldObject)]);
  return { ...(object && { object }), ...(oldObject && { oldObject }) };
}

const apiVersionOf = ({ kind: { group, version } }: EquivalentVersion): string =>
  group === "" ? version : `${group}/${version}`;
