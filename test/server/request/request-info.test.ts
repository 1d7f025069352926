import { describe, expect, test } from "vitest";
import { readRequestInfo } from "../../../src/server/request/request-info.ts";

const readInfo = (method: string, url: string) => {
  const [path = "", query = ""] = url.split("?");
  const info = readRequestInfo(method, path, new URLSearchParams(query));
  const { verb, group, version, namespace, resource, name, subresource } = info;
  return info.isResource
    ? [verb, group, version, namespace, resource, name, subresource].join(" ")
    : `${verb} ${info.path}`;
};

/** Verb, group, version, namespace, resource, name, subresource. */
describe("resources", () => {
  test.each([
    ["GET", "/api/v1/namespaces", "list  v1  namespaces  "],
    ["GET", "//api/v1/pods", "list  v1  pods  "],
    ["GET", "/api/v1/watch/pods?fieldSelector=metadata.name%3Dfoo", "watch  v1  pods  "],
    ["GET", "/api/v1/proxy/pods/foo/log", "proxy  v1  pods foo "],
    ["GET", "/api/v1/namespaces/other", "get  v1 other namespaces other "],
    ["GET", "/api/v1/namespaces/other/pods", "list  v1 other pods  "],
    ["GET", "/api/v1/namespaces/other/pods/foo", "get  v1 other pods foo "],
    ["HEAD", "/api/v1/namespaces/other/pods/foo", "get  v1 other pods foo "],
    ["GET", "/api/v1/pods", "list  v1  pods  "],
    ["GET", "/api/v1/pods//", "list  v1  pods  "],
    ["GET", "/api/v1/namespaces//pods", "list  v1  pods  "],
    ["GET", "/api/v1/namespaces//pods/foo", "get  v1  pods foo "],
    ["GET", "/api/v1/namespaces/other/pods?watch=true", "watch  v1 other pods  "],
    ["GET", "/api/v1/namespaces/other/pods?watch", "watch  v1 other pods  "],
    ["GET", "/api/v1/namespaces/other/pods?watch=false", "list  v1 other pods  "],
    ["GET", "/api/v1/watch/namespaces/other/pods", "watch  v1 other pods  "],
    ["GET", "/api/v1/watch/namespaces/other/pods/foo", "watch  v1 other pods foo "],
    ["GET", "/api/v1/namespaces/other/pods/foo?watch=true", "watch  v1 other pods foo "],
    ["GET", "/api/v1/namespaces/other/pods/foo/status?watch=true", "get  v1 other pods foo status"],
    ["GET", "/api/v1/pods?fieldSelector=metadata.name%3Dfoo", "list  v1  pods foo "],
    ["GET", "/api/v1/pods?fieldSelector=metadata.name!%3Dfoo", "list  v1  pods  "],
    ["GET", "/api/v1/namespaces/other/pods/foo/status", "get  v1 other pods foo status"],
    ["PUT", "/api/v1/namespaces/other/finalize", "update  v1 other namespaces other finalize"],
    ["PUT", "/api/v1/namespaces/other/status", "update  v1 other namespaces other status"],
    ["POST", "/api/v1/namespaces/other/pods", "create  v1 other pods  "],
    ["PATCH", "/apis/apps/v1/namespaces/other/daemonsets/foo", "patch apps v1 other daemonsets foo "],
    ["DELETE", "/apis/apps/v1/namespaces/other/daemonsets/foo", "delete apps v1 other daemonsets foo "],
    ["DELETE", "/apis/apps/v1/namespaces/other/daemonsets", "deletecollection apps v1 other daemonsets  "],
    ["GET", "/apis/apps/v1/namespaces/other/daemonsets/a%2Fb", "get apps v1 other daemonsets a b"],
  ])("%s %s", (method, url, expected) => {
    expect(readInfo(method, url)).toBe(expected);
  });
});

describe("other paths", () => {
  test.each([
    ["GET", "/", "get /"],
    ["GET", "/api", "get /api"],
    ["GET", "/api/v1", "get /api/v1"],
    ["GET", "/apis/apps/v1", "get /apis/apps/v1"],
    ["POST", "/healthz/ping", "post /healthz/ping"],
  ])("%s %s", (method, url, expected) => {
    expect(readInfo(method, url)).toBe(expected);
  });

  test("a path that cannot be decoded is refused", () => {
    expect(() => readInfo("GET", "/api/%zz")).toThrow(expect.objectContaining({ code: 400 }));
  });
});
