/**
 * Demands of the API server on security contexts, of pods and of containers.
 *
 * @module
 */
import type {
  AppArmorProfile,
  PodSecurityContext,
  PodSpec,
  SeccompProfile,
  SecurityContext,
  WindowsSecurityContextOptions,
} from "../../api/types/core-v1.ts";
import { all, type Check, each, fields, text, unique, whenSet } from "../../rule/check.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { sysctlNamespace, validateSysctlName } from "../../text/sysctl.ts";
import { utf8Length } from "../../text/utf8.ts";
import { descending } from "./path-checks.ts";
import { containersOf } from "./pod-rule.ts";
import { userId } from "./projected-volume-rules.ts";

const seccompProfile = whenSet<SeccompProfile>((profile, place, scope) => {
  const { type = "", localhostProfile } = profile;
  const at = place.at("localhostProfile");
  if (type === "") place.at("type").required();
  if (type === "Localhost") {
    if (localhostProfile === undefined) at.required("`localhostProfile` must be set with type Localhost");
    else descending(localhostProfile, at, scope);
  } else if (localhostProfile !== undefined)
    at.invalid("must be absent unless the type is Localhost", localhostProfile, { atKey: true });
});

/** In bytes; one less than the longest path of Linux. */
const maxProfileBytes = 4095;

/** The fault of the field of a profile, or of an annotation about one. */
const appArmorProfile = whenSet<AppArmorProfile>((profile, place) => {
  const { type = "", localhostProfile } = profile;
  const at = place.at("localhostProfile");
  if (type === "") place.at("type").required();
  else if (type !== "Localhost") {
    if (localhostProfile !== undefined)
      at.invalid("must be absent unless the type is Localhost", localhostProfile, { atKey: true });
  } else if (!localhostProfile?.trim()) at.required("`localhostProfile` must be set with type Localhost");
  else if (localhostProfile.trim() !== localhostProfile)
    at.invalid("must not begin or end with a blank", localhostProfile);
  else if (utf8Length(localhostProfile) > maxProfileBytes)
    at.say(`must have at most ${maxProfileBytes} bytes`, { cause: "too-long" });
});

const maxCredentialBytes = 64 * 1024;
const maxDomainBytes = 256;
const maxUserBytes = 104;

const credentialSpec: Check<string> = (value, place) => {
  if (value === "") place.invalid("must not be empty", value);
  if (utf8Length(value) > maxCredentialBytes) place.say("must have at most 64 KiB");
};

const netBiosDomain = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/s;
const dnsLabel = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
const dnsDomain = new RegExp(`^${dnsLabel}(?:\\.${dnsLabel})*$`);

/** `user`, or `DOMAIN\user`. */
function validateUserName(value: string): readonly string[] {
  if (value === "") return ["must not be empty"];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\0-\x1f\x7f]/.test(value)) return ["must not have control characters"];
  const parts = value.split("\\");
  if (parts.length > 2) return ["must have at most one backslash"];
  const user = parts.at(-1) ?? "";
  const domain = parts.length === 2 ? (parts[0] ?? "") : undefined;
  return [...(domain === undefined ? [] : domainFaults(domain)), ...userFaults(user)];
}

function domainFaults(domain: string): readonly string[] {
  if (utf8Length(domain) >= maxDomainBytes) return [`must have a domain of at most ${maxDomainBytes - 1} bytes`];
  return netBiosDomain.test(domain) || dnsDomain.test(domain) ? [] : ["must have a NetBIOS or DNS name as domain"];
}

function userFaults(user: string): readonly string[] {
  if (user === "") return ["must have a user"];
  return [
    ...(utf8Length(user) > maxUserBytes ? [`must have a user of at most ${maxUserBytes} bytes`] : []),
    ...(/^[. ]+$/.test(user) ? ["must have a user name with more than dots and blanks"] : []),
    ...(/["/\\:;|=,+*?<>@[\]]/.test(user) ? ['must have a user without any of "/\\:;|=,+*?<>@[]'] : []),
  ];
}

const windowsOptions = fields<WindowsSecurityContextOptions>({
  gmsaCredentialSpecName: whenSet(text(validateDns1123Subdomain)),
  gmsaCredentialSpec: whenSet(credentialSpec),
  runAsUserName: whenSet(text(validateUserName)),
});

const sysctl: Check<{ readonly name?: string }, Visit<PodSpec>> = ({ name = "" }, place, { object: spec }) => {
  const at = place.at("name");
  if (name === "") at.required();
  else for (const fault of validateSysctlName(name)) at.invalid(fault, name);
  const namespace = sysctlNamespace(name);
  if (spec.hostNetwork && namespace === "net")
    at.invalid("must not be a network sysctl with `hostNetwork: true`", name);
  if (spec.hostIPC && namespace === "ipc") at.invalid("must not be an IPC sysctl with `hostIPC: true`", name);
};

const sysctls: Check<readonly { readonly name?: string }[] | undefined, Visit<PodSpec>> = all(
  each(sysctl),
  (list, place) =>
    unique(list, place, {
      textOf: ({ name }) => name,
      placeOf: (item) => item.at("name"),
      message: (name) => `must be unique; ${name} is set already`,
    }),
);

const podFields = fields<PodSecurityContext, Visit<PodSpec>>({
  runAsUser: userId,
  runAsGroup: userId,
  fsGroup: userId,
  supplementalGroups: each(userId),
  sysctls,
  seccompProfile,
  appArmorProfile,
  windowsOptions,
  seLinuxChangePolicy: whenSet((value, place, { isEnabled }) => {
    if (value === "MountOption" && !isEnabled("SELinuxMount")) place.unsupported(["Recursive"], value);
  }),
});

const containerFields = fields<SecurityContext, Visit<PodSpec>>({
  runAsUser: userId,
  runAsGroup: userId,
  seccompProfile,
  appArmorProfile,
  windowsOptions,
  procMount: whenSet((value, place, { object: spec }) => {
    if (value === "Unmasked" && spec.hostUsers !== false)
      place.invalid('must be "Default" unless `hostUsers` is false', value);
  }),
});

const podSecurityContext = rule<PodSpec>(
  {
    id: "pod/security-context",
    severity: "error",
    summary: "IDs, profiles and sysctls of a pod are valid",
  },
  ({ securityContext }, place, visit) => {
    podFields(securityContext, place.at("securityContext"), visit);
  },
);

const containerSecurityContext = rule<PodSpec>(
  {
    id: "pod/container-security-context",
    severity: "error",
    summary: "user IDs, group IDs and profiles of a container are valid",
  },
  (_spec, _place, visit) => {
    visit.once(containersOf).forEach(({ container, place: at }) => {
      if (container.securityContext) containerFields(container.securityContext, at.at("securityContext"), visit);
    });
  },
);

const privilegeEscalation = rule<PodSpec>(
  {
    id: "pod/privilege-escalation",
    severity: "error",
    summary: "a container with `allowPrivilegeEscalation: false` is not privileged and adds no CAP_SYS_ADMIN",
  },
  (_spec, _place, visit) => {
    visit.once(containersOf).forEach(({ container, place: at }) => {
      const { allowPrivilegeEscalation, privileged, capabilities } = container.securityContext ?? {};
      if (allowPrivilegeEscalation !== false) return;
      const context = at.at("securityContext");
      if (privileged) context.say("must not have both `allowPrivilegeEscalation: false` and `privileged: true`");
      if (capabilities?.add?.includes("CAP_SYS_ADMIN")) {
        context.say("must not have both `allowPrivilegeEscalation: false` and the capability CAP_SYS_ADMIN");
      }
    });
  },
);

export const securityContextRules: readonly Rule<PodSpec>[] = [
  podSecurityContext,
  containerSecurityContext,
  privilegeEscalation,
];
