// The responses of HTTP/1.1 in a stream of bytes, one behind the other (RFC 9112), as far as they are whole.

/** Header names are in lower case; of repeated ones the last counts. */
export interface Http1Response {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Bytes of a body and behind it; undefined: it is not whole yet. */
type Piece = readonly [body: string, next: number] | undefined;

const statusLine = /^HTTP\/1\.[01] (\d{3})(?: |$)/;

/**
 * Interim responses (1xx) too, but for 101, which ends what is HTTP. `ended`: nothing comes behind the bytes, so that a body without
 * a length is whole. Throws SyntaxError for what is no response.
 */
export function http1Responses(bytes: Buffer, ended: boolean): readonly Http1Response[] {
  const text = bytes.toString('latin1');
  const responses: Http1Response[] = [];
  for (let at = 0; at < text.length; ) {
    const headEnd = text.indexOf('\r\n\r\n', at);
    if (headEnd < 0) break;
    const [first = '', ...lines] = text.slice(at, headEnd).split('\r\n');
    const status = Number(statusLine.exec(first)?.[1]);
    if (Number.isNaN(status)) throw new SyntaxError(`no status line: ${JSON.stringify(first.slice(0, 200))}`);
    const headers = new Map(lines.map((line) => headerOf(line)));
    const piece = bodyOf(text, headEnd + 4, status, headers, ended);
    if (piece === undefined) break;
    responses.push({ status, headers, body: Buffer.from(piece[0], 'latin1').toString() });
    if (status === 101) break;
    at = piece[1];
  }
  return responses;
}

function headerOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function bodyOf(text: string, at: number, status: number, headers: ReadonlyMap<string, string>, ended: boolean): Piece {
  if (status < 200 || status === 204 || status === 304) return ['', at];
  if (headers.get('transfer-encoding')?.toLowerCase() === 'chunked') return chunked(text, at);
  const length = headers.get('content-length');
  if (length !== undefined) {
    const end = at + Number(length);
    return end <= text.length ? [text.slice(at, end), end] : undefined;
  }
  return ended ? [text.slice(at), text.length] : undefined;
}

function chunked(text: string, from: number): Piece {
  let body = '';
  for (let at = from; ; ) {
    const lineEnd = text.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    const begin = lineEnd + 2;
    if (size === 0) {
      // Trailers are lines, and the last line is empty.
      const end = text.startsWith('\r\n', begin) ? begin + 2 : text.indexOf('\r\n\r\n', begin) + 4;
      return end < begin || end > text.length ? undefined : [body, end];
    }
    if (begin + size + 2 > text.length) return undefined;
    body += text.slice(begin, begin + size);
    at = begin + size + 2;
  }
}
