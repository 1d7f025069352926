/**
 * The purpose of the types and fields of `pod-security`.
 *
 * @module
 */
export const podSecurity: Readonly<Record<string, string>> = {
  "pod-security/v1.PodSecurityConfiguration":
    "Which pod security standards hold in namespaces that say nothing of them, and who is exempt.",
  "pod-security/v1.PodSecurityConfiguration.defaults": "For namespaces without labels of their own.",
  "pod-security/v1.PodSecurityConfiguration.exemptions": "Requests that are let through unseen.",
  "pod-security/v1.PodSecurityDefaults.audit":
    "Pods beyond this level are noted in the audit log; privileged when absent.",
  "pod-security/v1.PodSecurityDefaults.audit-version": "As enforce-version, for audit.",
  "pod-security/v1.PodSecurityDefaults.enforce": "Pods beyond this level are refused; privileged when absent.",
  "pod-security/v1.PodSecurityDefaults.enforce-version":
    "Release whose definition of the level counts, latest or v1.x; latest when absent.",
  "pod-security/v1.PodSecurityDefaults.warn": "Who creates pods beyond this level is warned; privileged when absent.",
  "pod-security/v1.PodSecurityDefaults.warn-version": "As enforce-version, for warn.",
  "pod-security/v1.PodSecurityExemptions.namespaces": "Namespaces whose pods are not looked at.",
  "pod-security/v1.PodSecurityExemptions.runtimeClasses": "Pods with these runtime classes are not looked at.",
  "pod-security/v1.PodSecurityExemptions.usernames": "Users whose requests are not looked at.",
};
