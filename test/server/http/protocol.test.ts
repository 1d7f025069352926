import { expect, test } from "vitest";
import { protocolFault } from "../../../src/server/http/protocol.ts";

const host = ["Host", "example.com"];

test.each<[string, string, readonly string[], number | undefined]>([
  ["one host", "1.1", host, undefined],
  ["an empty host", "1.1", ["host", ""], undefined],
  ["no host", "1.1", ["Accept", "*/*"], 400],
  ["no host in 1.0", "1.0", [], undefined],
  ["two hosts", "1.1", [...host, "hOsT", "other.example.com"], 400],
  ["the same host twice", "1.1", [...host, ...host], 400],
  ["two hosts in 1.0", "1.0", [...host, ...host], 400],
  ["a host with a slash", "1.1", ["Host", "a/b"], 400],
  ["a host with a space", "1.1", ["Host", "a b"], 400],
  ["chunks", "1.1", [...host, "Transfer-Encoding", "Chunked"], undefined],
  ["gzip, then chunks", "1.1", [...host, "Transfer-Encoding", "gzip, chunked"], 501],
  ["two encodings", "1.1", [...host, "Transfer-Encoding", "chunked", "transfer-encoding", "chunked"], 501],
  ["identity", "1.1", [...host, "Transfer-Encoding", "identity"], 501],
  ["HTTP/2", "2.0", [], undefined],
])("%s", (_name, httpVersion, rawHeaders, code) => {
  expect(protocolFault({ httpVersion, rawHeaders })?.code).toBe(code);
});
