/**
 * Service accounts that limit which secrets their pods may refer to, by the annotation
 * `kubernetes.io/enforce-mountable-secrets`.
 *
 * @module
 */
import type { Container, EphemeralContainer, PodSpec, ServiceAccount } from "../../api/types/core-v1.ts";
import { parseGoBoolean } from "../../text/go-boolean.ts";

const enforceAnnotation = "kubernetes.io/enforce-mountable-secrets";

export const limitsSecrets = ({ metadata }: ServiceAccount): boolean =>
  parseGoBoolean(metadata?.annotations?.[enforceAnnotation] ?? "") === true;

/**
 * Returns the error message for the first secret of a new pod that the account does not list; undefined if it lists all
 * of them.
 */
export function unlistedSecretFault(spec: PodSpec, account: ServiceAccount): string | undefined {
  const { volumes = [], initContainers = [], containers, imagePullSecrets = [] } = spec;
  const mounted = volumes.find(({ secret }) => secret && !isListed(account, secret.secretName));
  if (mounted) return unlistedMessage(`volume with secret.secretName="${mounted.secret?.secretName ?? ""}"`, account);
  const inContainer =
    unlistedContainerSecretFault("init container", initContainers, account) ??
    unlistedContainerSecretFault("container", containers ?? [], account);
  if (inContainer !== undefined) return inContainer;
  const known = new Set(account.imagePullSecrets?.map(({ name = "" }) => name));
  const index = imagePullSecrets.findIndex(({ name = "" }) => !known.has(name));
  const { name = "" } = imagePullSecrets[index] ?? {};
  return index < 0
    ? undefined
    : unlistedMessage(`imagePullSecrets[${index}].name="${name}"`, account, "imagePullSecret");
}

/**
 * Returns the error message for the first secret in environment variables that the account does not list; undefined if
 * it lists all of them.
 *
 * @param noun - the type of the containers, for the message
 */
export function unlistedContainerSecretFault(
  noun: string,
  containers: readonly Pick<Container | EphemeralContainer, "name" | "env" | "envFrom">[],
  account: ServiceAccount,
): string | undefined {
  for (const { name: container, env = [], envFrom = [] } of containers) {
    const references = [
      ...env.map(({ name, valueFrom }) => ({ place: `envVar ${name}`, secret: valueFrom?.secretKeyRef })),
      ...envFrom.map(({ secretRef }) => ({ place: "envFrom", secret: secretRef })),
    ];
    const found = references.find(({ secret }) => secret && !isListed(account, secret.name));
    if (!found) continue;
    const what = `${noun} ${container} with ${found.place} referencing secret.secretName="${found.secret?.name ?? ""}"`;
    return unlistedMessage(what, account);
  }
  return undefined;
}

const isListed = ({ secrets = [] }: ServiceAccount, wanted = ""): boolean =>
  secrets.some(({ name = "" }) => name === wanted);

const unlistedMessage = (reference: string, { metadata }: ServiceAccount, noun = "secret"): string =>
  `${reference} is not allowed because service account ${metadata?.name ?? ""} does not reference that ${noun}`;
