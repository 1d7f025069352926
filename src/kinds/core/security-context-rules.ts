/**
 * Rules of kube-apiserver about the security contexts of pods and of containers.
 *
 * @module
 */
import type {
  AppArmorProfile,
  PodSecurityContext,
  PodSpec,
  SeccompProfile,
  SecurityContext,
  Sysctl,
  WindowsSecurityContextOptions,
} from "../../api/types/core-v1.ts";
import { formatGoJson } from "../../json/go-value.ts";
import { atMostBytes, type Demand, each, text, whenSet } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { unique } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { sysctlNamespace, validateSysctlName } from "../../text/sysctl.ts";
import { utf8Length } from "../../text/utf8.ts";
import { relativePath } from "./path-checks.ts";
import { containersOf } from "./pod-rule.ts";
import { userId } from "./projected-volume-rules.ts";

const seccompProfile: Demand<SeccompProfile> = (profile, place) => {
  const { type = "", localhostProfile } = profile;
  const at = place.at("localhostProfile");
  if (type === "") place.at("type").required();
  if (type === "Localhost") {
    if (localhostProfile === undefined) at.required("`localhostProfile` must be set with type Localhost");
    else relativePath(localhostProfile, at);
  } else if (localhostProfile !== undefined) {
    const shown = formatGoJson(
      new Map([
        ["Type", type],
        ["LocalhostProfile", localhostProfile],
      ]),
    );
    const serverText = `${shown}: can only be set when seccomp type is Localhost`;
    at.invalid("must be absent unless the type is Localhost", localhostProfile, { atKey: true, serverText });
  }
};

/** The maximum length in bytes: one less than the longest path on Linux. */
export const maxProfileBytes = 4095;

/** Validates an AppArmor profile, in a field or from an annotation. */
const appArmorProfile: Demand<AppArmorProfile> = (profile, place) => {
  const { type = "", localhostProfile } = profile;
  const at = place.at("localhostProfile");
  if (type === "") place.at("type").required();
  if (type === "RuntimeDefault" || type === "Unconfined") {
    const serverText = `${quoteGo(localhostProfile ?? "")}: can only be set when AppArmor type is Localhost`;
    if (localhostProfile !== undefined)
      at.invalid("must be absent unless the type is Localhost", localhostProfile, { atKey: true, serverText });
  }
  if (type !== "Localhost") return;
  if (!localhostProfile?.trim()) at.required("`localhostProfile` must be set with type Localhost");
  else if (localhostProfile.trim() !== localhostProfile)
    at.invalid("must not begin or end with a space", localhostProfile);
  else atMostBytes(maxProfileBytes)(localhostProfile, at);
};

const maxCredentialBytes = 64 * 1024;
const maxDomainBytes = 256;
const maxUserBytes = 104;

const credentialSpec: Demand<string> = (value, place) => {
  if (value === "") place.invalid("must not be empty", value);
  if (utf8Length(value) > maxCredentialBytes) place.say("must have at most 64 KiB");
};

const netBiosDomain = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/s;
const dnsLabel = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
const dnsDomain = new RegExp(`^${dnsLabel}(?:\\.${dnsLabel})*$`);

/** Validates a Windows user name: `user` or `DOMAIN\user`. */
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
    ...(/^[. ]+$/.test(user) ? ["must have a user name that is not only dots and spaces"] : []),
    ...(/["/\\:;|=,+*?<>@[\]]/.test(user) ? ['must have a user without any of "/\\:;|=,+*?<>@[]'] : []),
  ];
}

const subdomain = text(validateDns1123Subdomain);
const userName = text(validateUserName);

const windowsOptions: Demand<WindowsSecurityContextOptions> = (options, place) => {
  whenSet(options.gmsaCredentialSpecName, place.at("gmsaCredentialSpecName"), subdomain);
  whenSet(options.gmsaCredentialSpec, place.at("gmsaCredentialSpec"), credentialSpec);
  whenSet(options.runAsUserName, place.at("runAsUserName"), userName);
};

function checkSysctl({ name = "" }: Sysctl, place: Place<Sysctl>, spec: PodSpec): void {
  const at = place.at("name");
  if (name === "") at.required();
  else for (const fault of validateSysctlName(name)) at.invalid(fault, name);
  const namespace = sysctlNamespace(name);
  if (spec.hostNetwork && namespace === "net")
    at.invalid("must not be a network sysctl with `hostNetwork: true`", name);
  if (spec.hostIPC && namespace === "ipc") at.invalid("must not be an IPC sysctl with `hostIPC: true`", name);
}

function podFields(context: PodSecurityContext, place: Place<PodSecurityContext>, visit: Visit<PodSpec>): void {
  whenSet(context.runAsUser, place.at("runAsUser"), userId);
  whenSet(context.runAsGroup, place.at("runAsGroup"), userId);
  whenSet(context.fsGroup, place.at("fsGroup"), userId);
  each(context.supplementalGroups, place.at("supplementalGroups"), userId);
  const sysctls = place.at("sysctls");
  each(context.sysctls, sysctls, (sysctl, at) => checkSysctl(sysctl, at, visit.object));
  unique(context.sysctls, sysctls, {
    textOf: ({ name }) => name,
    placeOf: (item) => item.at("name"),
    message: (name) => `must be unique; ${name} is set already`,
  });
  profiles(context, place);
  if (context.seLinuxChangePolicy === "MountOption" && !visit.isEnabled("SELinuxMount"))
    place.at("seLinuxChangePolicy").unsupported(["Recursive"], context.seLinuxChangePolicy);
}

function containerFields(context: SecurityContext, place: Place<SecurityContext>, visit: Visit<PodSpec>): void {
  whenSet(context.runAsUser, place.at("runAsUser"), userId);
  whenSet(context.runAsGroup, place.at("runAsGroup"), userId);
  profiles(context, place);
  if (context.procMount === "Unmasked" && visit.object.hostUsers !== false)
    place.at("procMount").invalid('must be "Default" unless `hostUsers` is false', context.procMount);
}

type Profiles = Pick<SecurityContext, "seccompProfile" | "appArmorProfile" | "windowsOptions">;

function profiles(context: Profiles, place: Place<Profiles>): void {
  if (context.seccompProfile) seccompProfile(context.seccompProfile, place.at("seccompProfile"));
  if (context.appArmorProfile) appArmorProfile(context.appArmorProfile, place.at("appArmorProfile"));
  if (context.windowsOptions) windowsOptions(context.windowsOptions, place.at("windowsOptions"));
}

const podSecurityContext = rule<PodSpec>(
  {
    id: "pod/security-context",
    severity: "error",
    summary: "IDs, profiles and sysctls of a pod are valid",
  },
  ({ securityContext }, place, visit) => {
    if (securityContext) podFields(securityContext, place.at("securityContext"), visit);
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
