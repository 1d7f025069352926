/**
 * The documents with which other systems verify service account tokens: the issuer's OpenID configuration and its
 * public keys.
 *
 * @module
 */
import type { TokenSettings } from "../authn/service-account-tokens.ts";
import type { Handler } from "../http/exchange.ts";

const keysPath = "/openid/v1/jwks";
const cacheControl = "public, max-age=3600";

/** @param serverAddress - `127.0.0.1:6443` */
export function issuerPaths(settings: TokenSettings, serverAddress: () => string): ReadonlyMap<string, Handler> {
  const { issuers, signingKey, otherKeys } = settings;
  const keys = [signingKey, ...otherKeys];
  const keySet = {
    keys: keys.map(({ id, algorithm, publicKey }) => ({
      use: "sig",
      kid: id,
      alg: algorithm,
      ...publicKey.export({ format: "jwk" }),
    })),
  };
  return new Map<string, Handler>([
    [
      "/.well-known/openid-configuration",
      createDocumentHandler("application/json", () => ({
        issuer: issuers[0],
        jwks_uri: `https://${serverAddress()}${keysPath}`,
        response_types_supported: ["id_token"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: [...new Set(keys.map(({ algorithm }) => algorithm))],
      })),
    ],
    [keysPath, createDocumentHandler("application/jwk-set+json", () => keySet)],
  ]);
}

function createDocumentHandler(contentType: string, document: () => object): Handler {
  return async (exchange) => {
    exchange.answer.setHeader("Content-Type", contentType);
    exchange.answer.setHeader("Cache-Control", cacheControl);
    exchange.answer.send(200, new TextEncoder().encode(JSON.stringify(document())));
  };
}
