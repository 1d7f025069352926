/**
 * Links of proxied pages. The expected pages were written by Go's tokenizer with the rewriting of kube-apiserver 1.37.
 */
import { expect, test } from "vitest";
import { rewriteLinks } from "../../../src/server/connect/html-links.ts";
import { rewriteLink } from "../../../src/server/connect/links.ts";

const page = { prefix: "/proxy", remoteHost: "10.0.0.1:80", askedHost: "asked:1" };
const rewritePage = (text: string): string =>
  Buffer.from(
    rewriteLinks(Buffer.from(text).toString("latin1"), (link) => rewriteLink(link, page)),
    "latin1",
  ).toString();

test.each([
  { page: "<A HREF='/x'>a</A>", written: '<a href="/proxy/x">a</A>' },
  { page: '<img src="/a/b/" SRC=2>', written: '<img src="/proxy/a/b/">' },
  { page: "<link href=//10.0.0.1:80/k rel=x/>", written: '<link href="/proxy/k" rel="x/">' },
  { page: "<a href=http://asked:1/y>", written: '<a href="http://asked:1/proxy/y">' },
  {
    page: "<a href=https://else/y><a href=y><a href=/proxy/z>",
    written: '<a href="https://else/y"><a href="y"><a href="/proxy/z">',
  },
  { page: '<a href="/z?a=1&amp;b=2&c=3">', written: '<a href="/proxy/z?a=1&amp;b=2&amp;c=3">' },
  { page: "<video poster=%zz src=/v>", written: '<video poster="%zz" src="/proxy/v">' },
  {
    page: "<form action=' /sp'><body background=/%2Fx>",
    written: '<form action="%20/sp"><body background="/proxy/x">',
  },
  { page: "<a href=&#x80;&#65;&eacute;=1>", written: '<a href="&#x80;&#65;&eacute;=1">' },
  { page: "<a href=&#x80;&#65;>", written: '<a href="%E2%82%ACA">' },
  { page: "<br a/><br a=/><br/>", written: '<br a=""/><br a="/"><br/>' },
  { page: "<input/formaction=/u>", written: '<input formaction="/proxy/u">' },
  {
    page: "<script src=/s.js>'<a href=/x>'</script><a href=/x>",
    written: '<script src="/proxy/s.js">\'<a href=/x>\'</script><a href="/proxy/x">',
  },
  {
    page: "<script><!--<script></script><a href=/x>--></script><a href=/x>",
    written: '<script><!--<script></script><a href=/x>--></script><a href="/proxy/x">',
  },
  { page: "<title><a href=/x></title ><a href=/x>", written: '<title><a href=/x></title ><a href="/proxy/x">' },
  { page: "<!--<a href=/x>--><!--><a href=/x>", written: '<!--<a href=/x>--><!--><a href="/proxy/x">' },
  { page: "</a href=/x></><!DOCTYPE html><?xml <1 é", written: "</a href=/x></><!DOCTYPE html><?xml <1 é" },
  { page: "text <a href='/x", written: "text " },
])("$page", ({ page, written }) => {
  expect(rewritePage(page)).toBe(written);
});

test("a long page is rewritten in linear time", () => {
  const parts = ["<script><!--<script>", "</script>", "<a ", "a='", "<!--", "<title>", "&#65;"];
  for (const part of parts) expect(rewritePage(part.repeat(50_000)).length).toBeLessThan(2_000_000);
});
