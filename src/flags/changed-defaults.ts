/**
 * Flags whose default changed since the oldest known release. The list results from a comparison of the defaults that
 * the components set for their options in each release (`NewServerRunOptions`, `NewAuditOptions`, and the defaults of
 * their configurations), 1.30.0 to 1.37.0.
 *
 * @module
 */
import { reaches } from "../release/release.ts";
import type { Component } from "./component.ts";
import type { FlagFindingSink, Line } from "./line.ts";

interface ChangedDefault {
  readonly component: Component;
  readonly flag: string;
  /** First release with the new default. */
  readonly since: string;
  readonly before: string;
  readonly now: string;
  /** The flag that must be set for this one to have an effect. */
  readonly needs?: string;
}

const changes: readonly ChangedDefault[] = [
  { component: "kube-apiserver", flag: "enable-logs-handler", since: "1.31", before: "true", now: "false" },
  {
    component: "kube-apiserver",
    flag: "audit-log-maxage",
    since: "1.36",
    before: "0",
    now: "366",
    needs: "audit-log-path",
  },
  {
    component: "kube-apiserver",
    flag: "audit-log-maxbackup",
    since: "1.36",
    before: "0",
    now: "100",
    needs: "audit-log-path",
  },
  { component: "kube-controller-manager", flag: "node-monitor-grace-period", since: "1.32", before: "40s", now: "50s" },
  { component: "kubelet", flag: "fail-cgroupv1", since: "1.35", before: "false", now: "true" },
];

/** The flag for the configuration file, whose fields have separate defaults. */
const configFlag = "config";

/** Reports defaults that change with an upgrade and that the command line does not override. */
export function checkDefaults(line: Line, upgradesFrom: string, report: FlagFindingSink): void {
  if (!line.isComplete || line.lastUse(configFlag)) return;
  for (const { component, flag, since, before, now, needs } of changes) {
    const isReached = reaches(line.target, since) && !reaches(upgradesFrom, since);
    if (component !== line.component || !isReached || line.lastUse(flag)) continue;
    if (needs !== undefined && !line.lastUse(needs)) continue;
    report({
      rule: "flags/new-default",
      message: `--${flag} is ${now} by default in ${line.target}; it was ${before} in ${upgradesFrom}`,
      help: "set the flag where one of the two must hold",
      argument: -1,
    });
  }
}
