// Warning headers (RFC 7234, section 5.5): one `299 - "<text>"` per distinct text, until they have 4,096 characters; when
// all have more, every text is cut to 256 first. A text with control characters is dropped.

const totalLimit = 4096;
const textLimit = 256;

/** The values of the Warning header for these texts, in order; empty when there are none. */
export function warningHeaders(texts: readonly string[]): string[] {
  const distinct = [...new Set(texts)].filter((text) => text !== '' && !/\p{Cc}/u.test(text));
  let size = 0;
  for (const text of distinct) {
    size += characters(text);
  }
  const cut = size > totalLimit;
  const headers: string[] = [];
  let sent = 0;
  for (const text of distinct) {
    const shown = cut && characters(text) > textLimit ? Array.from(text).slice(0, textLimit).join('') : text;
    if (sent >= totalLimit) {
      break;
    }
    sent += characters(shown);
    headers.push(`299 - "${encode(shown.replaceAll(/[\\"]/g, '\\$&'))}"`);
  }
  return headers;
}

function characters(text: string): number {
  return Array.from(text).length;
}

/** Header values travel as bytes: UTF-8 read as Latin-1 is what the socket writes back as UTF-8. */
function encode(text: string): string {
  return Buffer.from(text).toString('latin1');
}
