/** Tests the proxies of the environment with the cases of Go's httpproxy. */
import { expect, test } from "vitest";
import { proxyFor } from "../../src/client/proxy.ts";

const proxyOf = (server: string, environment: Readonly<Record<string, string>>, given?: string) =>
  proxyFor(new URL(server), given, { environment })?.href;

test.each([
  { server: "https://example.com", environment: { HTTPS_PROXY: "http://proxy:3128" }, proxy: "http://proxy:3128/" },
  { server: "https://example.com", environment: { https_proxy: "proxy:3128" }, proxy: "http://proxy:3128/" },
  { server: "https://example.com", environment: { HTTP_PROXY: "http://proxy" }, proxy: undefined },
  { server: "http://example.com", environment: { HTTP_PROXY: "https://proxy" }, proxy: "https://proxy/" },
  { server: "https://example.com", environment: { HTTPS_PROXY: "socks5://proxy" }, proxy: "socks5://proxy" },
  { server: "https://localhost:6443", environment: { HTTPS_PROXY: "http://proxy" }, proxy: undefined },
  { server: "https://127.0.0.1:6443", environment: { HTTPS_PROXY: "http://proxy" }, proxy: undefined },
  { server: "https://[::1]:6443", environment: { HTTPS_PROXY: "http://proxy" }, proxy: undefined },
])("$server with $environment: $proxy", ({ server, environment, proxy }) => {
  expect(proxyOf(server, environment)).toBe(proxy);
});

test.each([
  ["*", "https://example.com", false],
  ["example.com", "https://example.com", false],
  ["example.com", "https://foo.example.com", false],
  ["example.com", "https://notexample.com", true],
  [".example.com", "https://example.com", true],
  [".example.com", "https://foo.example.com", false],
  ["*.example.com", "https://foo.example.com", false],
  ["*.example.com", "https://example.com", true],
  ["EXAMPLE.com", "https://example.COM", false],
  ["example.com:443", "https://example.com", false],
  ["example.com:6443", "https://example.com", true],
  [" a , 10.0.0.0/8 ", "https://10.1.2.3:6443", false],
  ["10.0.0.0/8", "https://11.1.2.3", true],
  ["10.1.2.3", "https://10.1.2.3", false],
  ["10.1.2.3:6443", "https://10.1.2.3:6443", false],
  ["10.1.2.3:6443", "https://10.1.2.3", true],
  ["[fd00::1]:6443", "https://[fd00::1]:6443", false],
  ["fd00::/8", "https://[fd00::1]", false],
  ["3", "https://10.1.2.3", true],
])("NO_PROXY=%s, %s: uses the proxy %s", (NO_PROXY, server, isThrough) => {
  expect(proxyOf(server, { HTTPS_PROXY: "http://p", NO_PROXY }) !== undefined).toBe(isThrough);
});

test("NO_PROXY does not apply to the proxy of the kubeconfig, and the error for an invalid proxy names the variable", () => {
  expect(proxyOf("https://10.0.0.1", { NO_PROXY: "*" }, "http://given:1")).toBe("http://given:1/");
  expect(() => proxyOf("https://a.b", { HTTPS_PROXY: "ftp://p:1" })).toThrow(/HTTPS_PROXY must be/);
});
