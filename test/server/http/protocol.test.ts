import { expect, test } from "vitest";
import { protocolFault } from "../../../src/server/http/protocol.ts";

const host = ["Host", "example.com"];

test.each<[string, string, readonly string[], number | undefined]>([
  ["one Host header", "1.1", host, undefined],
  ["an empty Host header", "1.1", ["host", ""], undefined],
  ["no Host header", "1.1", ["Accept", "*/*"], 400],
  ["no Host header in HTTP/1.0", "1.0", [], undefined],
  ["two Host headers", "1.1", [...host, "hOsT", "other.example.com"], 400],
  ["the same Host header twice", "1.1", [...host, ...host], 400],
  ["two Host headers in HTTP/1.0", "1.0", [...host, ...host], 400],
  ["a host with a slash", "1.1", ["Host", "a/b"], 400],
  ["a host with a space", "1.1", ["Host", "a b"], 400],
  ["the encoding chunked", "1.1", [...host, "Transfer-Encoding", "Chunked"], undefined],
  ["the encodings gzip and chunked", "1.1", [...host, "Transfer-Encoding", "gzip, chunked"], 501],
  ["two headers of encodings", "1.1", [...host, "Transfer-Encoding", "chunked", "transfer-encoding", "chunked"], 501],
  ["the encoding identity", "1.1", [...host, "Transfer-Encoding", "identity"], 501],
  ["HTTP/2", "2.0", [], undefined],
])("%s", (_name, httpVersion, rawHeaders, code) => {
  expect(protocolFault({ httpVersion, rawHeaders })?.code).toBe(code);
});
