/**
 * The credentials of the server for admission webhooks: the users of a kubeconfig, whose names are host patterns.
 *
 * @module
 */
import { dirname, resolve } from "node:path";
import type { AuthInfo, Config } from "../../api/types/clientcmd-v1.ts";
import { assertSupported, credentialsOf } from "./kubeconfig-target.ts";
import type { CredentialsFor } from "./target.ts";

/**
 * @param config - validated; paths in it are relative to the folder of `file`
 * @throws {Error} for an unreadable file, and for unsupported credentials
 */
export function hookCredentials(config: Config, file: string, readFile: (path: string) => string): CredentialsFor {
  const read = (path: string) => readFile(resolve(dirname(file), path));
  const credentials = (user: AuthInfo = {}) => {
    assertSupported(user, file);
    return credentialsOf({}, user, read);
  };
  const byName = new Map((config.users ?? []).map(({ name = "", user }) => [name, credentials(user)]));
  const context = config.contexts?.find(({ name }) => name === config["current-context"])?.context;
  return (hostPort) => {
    const name = [...namesFor(hostPort), "*", context?.user ?? ""].find((each) => byName.has(each));
    return name === undefined ? undefined : byName.get(name);
  };
}

/** Returns the matching user names, the most specific first; the HTTPS port is optional in them. */
function namesFor(hostPort: string): readonly string[] {
  const host = hostPort.endsWith(httpsPort) ? hostPort.slice(0, -httpsPort.length).replace(/^\[|\]$/g, "") : undefined;
  return [hostPort, ...(host === undefined ? [] : [host])].flatMap((name) => [name, ...wildcards(name)]);
}

const httpsPort = ":443";

/** Returns the wildcards that match a name, such as `*.svc:443` for `web.default.svc:443`. */
const wildcards = (name: string): readonly string[] => {
  const [, ...steps] = name.split(".");
  return steps.map((_step, index) => `*.${steps.slice(index).join(".")}`);
};
