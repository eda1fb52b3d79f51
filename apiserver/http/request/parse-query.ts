// The query of a request. A pair that cannot be decoded, or that holds a semicolon, is left out, as if it were not there: it
// could mean one thing here and another to a proxy in front of the server.

const unreadable = /;|%(?![0-9A-Fa-f]{2})/;

/** The parameters of what stands behind the question mark. */
export function parseQuery(text: string): URLSearchParams {
  if (!unreadable.test(text)) return new URLSearchParams(text);
  const readable = text.split('&').filter((pair) => !unreadable.test(pair));
  return new URLSearchParams(readable.join('&'));
}
