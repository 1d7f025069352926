/**
 * Compares encoded and decoded messages with etcd's own library: test/storage/data/etcd-messages.json contains, in
 * hexadecimal, the encodings of the same requests and responses by the Go module go.etcd.io/etcd/api/v3 v3.7.0.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  decodeRangeResponse,
  decodeStatusResponse,
  decodeTxnResponse,
  decodeWatchResponse,
  encodeCompactionRequest,
  encodeRangeRequest,
  encodeTxnRequest,
  encodeWatchCreate,
  encodeWatchProgress,
} from "../../src/storage/etcd-messages.ts";
import { bytes } from "./observe.ts";

const recorded: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL("./data/etcd-messages.json", import.meta.url), "utf8"),
);
const key = bytes("/registry/pods/");
const rangeEnd = bytes("/registry/pods0");
const modRevisionIs = (value: number) => ({ target: "mod-revision", value }) as const;

describe("requests", () => {
  test.each([
    ["range", encodeRangeRequest({ key, rangeEnd, limit: 500, revision: 1_234_567_890_123 })],
    ["count", encodeRangeRequest({ key, rangeEnd, isCountOnly: true })],
    ["get", encodeRangeRequest({ key })],
    ["create", encodeTxnRequest({ key, condition: modRevisionIs(0), value: bytes("value") })],
    ["update", encodeTxnRequest({ key, condition: modRevisionIs(300), value: bytes("value") })],
    ["update to empty", encodeTxnRequest({ key, condition: modRevisionIs(300), value: bytes("") })],
    ["delete", encodeTxnRequest({ key, condition: modRevisionIs(300) })],
    ["version", encodeTxnRequest({ key, condition: { target: "version", value: 0 }, value: bytes("1") })],
    ["compact", encodeCompactionRequest(300)],
    ["watch", encodeWatchCreate({ key, rangeEnd, startRevision: 300, withProgress: true })],
    ["progress", encodeWatchProgress()],
  ])("%s", (name, request) => {
    expect(Buffer.from(request).toString("hex")).toBe(recorded[name]);
  });
});

describe("responses", () => {
  const response = (name: string): Uint8Array => Buffer.from(recorded[name] ?? "", "hex");
  const revision = Number.MAX_SAFE_INTEGER;
  const entry = {
    key: "/registry/pods/é",
    value: bytes("value"),
    createRevision: 5,
    modRevision: revision,
    version: 300,
  };
  const previous = { ...entry, value: bytes(""), modRevision: 8, version: 299 };

  test.each([
    ["range response", { revision, entries: [entry, previous], count: 40 }],
    ["empty response", { revision, entries: [], count: 0 }],
  ])("%s", (name, expected) => {
    expect(decodeRangeResponse(response(name))).toEqual(expected);
  });

  test.each([
    ["txn done", { revision, isDone: true }],
    ["txn found", { revision, isDone: false, found: entry }],
    ["txn found none", { revision, isDone: false }],
  ])("%s", (name, expected) => {
    expect(decodeTxnResponse(response(name))).toEqual(expected);
  });

  const plain = { revision, isCreated: false, isCanceled: false, compactRevision: 0, cancelReason: "", events: [] };
  const deleted = { key: entry.key, value: bytes(""), createRevision: 0, modRevision: 10, version: 0 };
  const reason = "etcdserver: mvcc: required revision has been compacted";
  test.each([
    ["watch created", { ...plain, isCreated: true }],
    ["watch compacted", { ...plain, isCanceled: true, compactRevision: 12, cancelReason: reason }],
    ["watch progress", plain],
    [
      "watch events",
      {
        ...plain,
        events: [
          { isDelete: false, entry, previous },
          { isDelete: true, entry: deleted, previous },
        ],
      },
    ],
  ])("%s", (name, expected) => {
    expect(decodeWatchResponse(response(name))).toEqual(expected);
  });

  test("status", () => {
    expect(decodeStatusResponse(response("status"))).toBe("3.5.13");
  });

  test("a decoded value does not keep the buffer of its message alive", () => {
    const message = response("range response");
    expect(decodeRangeResponse(message).entries[0]?.value.buffer).not.toBe(message.buffer);
  });
});
