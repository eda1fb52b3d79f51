/** Hop-by-hop headers, which proxies do not forward (RFC 9110 section 7.6.1), and those that follow from it. */
export const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'host',
  'transfer-encoding',
  'content-length',
  'keep-alive',
  'upgrade',
  'expect',
]);
