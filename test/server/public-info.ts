/** The rules of `system:public-info-viewer`, for servers that start without roles. */
import type { Authorizer } from "../../src/server/authz/authorizer.ts";

const publicPaths = ["/healthz", "/livez", "/readyz", "/version"];

/** Allows everyone to read the paths for health and version. */
export const publicInfo: Authorizer = {
  authorize: async ({ attributes }) => {
    const isPublic = attributes.kind === "url" && attributes.verb === "get" && publicPaths.includes(attributes.path);
    return { opinion: isPublic ? "allow" : "no-opinion", reason: "" };
  },
  rulesFor: async () => ({ rules: [{ verbs: ["get"], nonResourceURLs: publicPaths }], isComplete: true }),
};
