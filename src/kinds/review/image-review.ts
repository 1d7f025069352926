/**
 * imagepolicy.k8s.io/v1alpha1 ImageReview: a query whether images may run, and the decision of the webhook.
 *
 * @module
 */
import type { ImageReview } from "../../api/types/imagepolicy-v1alpha1.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { auditAnnotationKeyFindings } from "./audit-annotations.ts";

const reason = rule<ImageReview>(
  { id: "image-review/reason", severity: "warning", summary: "`reason` is set only if the image is refused" },
  ({ status = {} }, place) => {
    if (!status.allowed || !status.reason) return;
    place.at("status", "reason").say("is ignored when `allowed` is true");
  },
);

const auditAnnotationKey = rule<ImageReview>(
  {
    id: "image-review/audit-annotation-key",
    severity: "warning",
    summary: "an audit annotation key has no prefix: the API server adds its own",
  },
  ({ status = {} }, place) => {
    const findings = auditAnnotationKeyFindings(status.auditAnnotations ?? {}, ["status", "auditAnnotations"]);
    for (const finding of findings) place.pass([finding]);
  },
);

export const imageReview = kind("imagepolicy/v1alpha1.ImageReview", {
  // kube-apiserver knows which kind it requested, so responses may omit `apiVersion` and `kind`.
  reader: { unknownFields: "warning", mayOmit: "both" },
  rules: [reason, auditAnnotationKey],
});
