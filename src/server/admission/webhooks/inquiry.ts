/**
 * Prepares the requests to webhooks for one write, each in the version that the webhook expects. Supports calling all
 * webhooks at once, or one after the other, where each sees the changes of the previous ones.
 *
 * @module
 */
import type { AdmissionRequest, EquivalentVersion } from "../../../policy/admission-request.ts";
import { inVersion } from "../../../policy/invocation.ts";
import type { Forms } from "../../registry/fields.ts";
import type { AdmissionAttributes } from "../../registry/parts.ts";
import type { ApiObject } from "../../request/api-object.ts";
import { replaceContent } from "../../request/replaced-content.ts";
import type { ConvertObjects, ServedKind } from "../../request/served-resource.ts";
import { assertConvertible, giveIdentity, identityOf } from "../given-identity.ts";
import type { PluginParts } from "../plugin.ts";
import { admissionRequest, objectIn } from "../policy-request.ts";
import { matchedVersion, type NamespaceLabels, namespaceLabelsOf } from "./match-hook.ts";
import type { HookSpec, Question } from "./question.ts";

export interface InquiryParts extends Pick<PluginParts, "formsOf" | "contextFor" | "store"> {
  /** Throws a conversion error in the form that kube-apiserver reports to the client. */
  conversionFailed(error: unknown): never;
}

type WrittenObjects = Pick<AdmissionAttributes, "object" | "oldObject">;

export class Inquiry {
  private readonly attempt: AdmissionAttributes;
  private readonly parts: InquiryParts;
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
  private changedIn: ServedKind | undefined;

  constructor(attempt: AdmissionAttributes, parts: InquiryParts) {
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
  async questionFor(spec: HookSpec): Promise<Question | undefined> {
    this.labels ??= namespaceLabelsOf(this.request, this.parts.store("", "namespaces"));
    const labels = await this.labels;
    const seen = await this.seen();
    const matched = matchedVersion(spec, seen, labels);
    return matched && this.questionIn(matched, matched === seen);
  }

  private async questionIn(matched: EquivalentVersion, isOwn: boolean): Promise<Question | undefined> {
    const { attempt, own } = this;
    const form = isOwn ? own : this.forms.get(apiVersionOf(matched));
    if (!form) return undefined;
    if (this.changedIn && this.changedIn !== form) await this.convertBack().catch(this.parts.conversionFailed);
    const { request } = this;
    if (isOwn) return { attempt, request, matched: request, form };
    const { convert } = attempt.resource;
    if (!convert) return { attempt, request: inVersion(request, matched), matched, form };
    const { object, oldObject } = await this.objectsIn(form, convert).catch(this.parts.conversionFailed);
    return {
      attempt: { ...attempt, ...(object && { object }), ...(oldObject && { oldObject }) },
      request: {
        ...request,
        ...(object && { object: objectIn(object, form) }),
        ...(oldObject && { oldObject: objectIn(oldObject, form) }),
      },
      matched,
      form,
    };
  }

  /** Records that a webhook has changed the object of its request. */
  noteChange({ form }: Question): void {
    this.changedIn = form;
    this.current = undefined;
  }

  /**
   * Converts the changed object back to the version of the request.
   *
   * @throws {StatusError} if the object cannot be converted
   */
  async convertBack(): Promise<void> {
    const { attempt, changedIn } = this;
    if (!changedIn) return;
    const { object } = (await this.converted.get(changedIn)) ?? attempt;
    this.changedIn = undefined;
    this.current = undefined;
    this.converted.clear();
    if (object && attempt.object) await this.writeBack(object, changedIn, attempt.object);
  }

  /** Returns the write with its current object, in whichever version the last webhook has changed it. */
  private async seen(): Promise<AdmissionRequest> {
    const { request, changedIn } = this;
    const { object } = (changedIn && (await this.converted.get(changedIn))) ?? {};
    return object && changedIn ? { ...request, object: objectIn(object, changedIn) } : request;
  }

  /** The request with the current content of its object. */
  private get request(): AdmissionRequest {
    this.current ??= admissionRequest(this.attempt, this.parts, new Map());
    return this.current;
  }

  private get own(): ServedKind {
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
    const { own } = this;
    const { convert } = this.attempt.resource;
    const given = identityOf(object);
    assertConvertible(given, own);
    const { version: from = changedIn } = given ?? {};
    const kind = typeof given?.kind === "string" ? given.kind : own.kind;
    const [after = object] = convert && from !== own ? await convert([object], { ...from, kind }, own) : [];
    if (after !== to) replaceContent(to, after);
    // A changed kind of a custom resource is reported by the validation of the whole object.
    giveIdentity(to, own.definition.isCustom && kind !== own.kind ? { apiVersion: own.apiVersion, kind } : undefined);
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
