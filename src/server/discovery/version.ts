/**
 * `/version`: the release whose API is served, and what serves it.
 *
 * @module
 */

/** @param target - `1.37` */
export function serverVersion(target: string): object {
  const [major = "", minor = ""] = target.split(".");
  return {
    major,
    minor,
    gitVersion: `v${target}.0+clustervet`,
    gitCommit: "",
    gitTreeState: "",
    buildDate: "",
    goVersion: "",
    compiler: `node ${process.version}`,
    platform: `${process.platform}/${process.arch}`,
  };
}
