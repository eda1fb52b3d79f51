// Splits a stream of bytes into complete HTTP/1.1 responses (RFC 9112).

/** Header names are in lower case; of repeated headers the last one is kept. */
export interface Http1Response {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** The body and the bytes after it; undefined: the body is incomplete. */
type Piece = readonly [body: string, next: number] | undefined;

const statusLine = /^HTTP\/1\.[01] (\d{3})(?: |$)/;

/**
 * Returns interim responses (1xx) too, and stops after 101, which ends HTTP on the connection. `ended`: no more bytes
 * follow, so a body without a length is complete. Throws SyntaxError for bytes that are not a response.
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
      // Trailers are lines that end with an empty line.
      const end = text.startsWith('\r\n', begin) ? begin + 2 : text.indexOf('\r\n\r\n', begin) + 4;
      return end < begin || end > text.length ? undefined : [body, end];
    }
    if (begin + size + 2 > text.length) return undefined;
    body += text.slice(begin, begin + size);
    at = begin + size + 2;
  }
}
