// Parses the target of a request as the documented agent does: the raw path, and the query without pairs that do not decode.

export interface Target {
  /** Not decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The query as it was sent, with its question mark; empty without one. */
  readonly search: string;
}

/** Of a target in absolute form, the path and the query are used. */
export function targetOf(url: string): Target {
  const local = url.replace(/^https?:\/\/[^/?]*/i, '');
  const at = local.indexOf('?');
  const [path, search] = at === -1 ? [local, ''] : [local.slice(0, at), local.slice(at)];
  return { path: path.startsWith('/') ? path : `/${path}`, query: queryOf(search.slice(1)), search };
}

/** Without pairs that hold a semicolon or an escape that does not decode. */
function queryOf(search: string): URLSearchParams {
  const query = new URLSearchParams();
  for (const pair of search.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const [name = '', ...value] = pair.split('=');
    try {
      query.append(unescaped(name), unescaped(value.join('=')));
    } catch {
      // Left out.
    }
  }
  return query;
}

/** Throws URIError. */
function unescaped(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
