// The `date` of an answer (RFC 9110, section 6.6.1), made once a second. Node adds one where it is missing, to HTTP/2 by way of
// its slowest kind of store: a tenth of what handing over the head of a small answer takes.

let second = Number.NaN;
let text = '';

/**
 * The current time in HTTP's format: `Mon, 23 Nov 2026 02:40:00 GMT`. Of the wall clock: it is for others to compare with
 * theirs.
 */
export function httpDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    text = new Date(now * 1000).toUTCString();
  }
  return text;
}
