// Node joins repeated request headers with commas, so that `a` and `b` in two Impersonate-Group lines could not be told
// from one group named "a, b". This reads the raw list where anything was repeated.

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Node's own header object when no name occurs twice; else one with the repeated ones as arrays. */
export function distinctHeaders(headers: RequestHeaders, raw: readonly string[]): RequestHeaders {
  if (Object.keys(headers).length * 2 === raw.length) {
    return headers;
  }
  const distinct: Record<string, string | string[] | undefined> = Object.create(null);
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    const earlier = distinct[name];
    if (earlier === undefined) {
      distinct[name] = value;
    } else if (Array.isArray(earlier)) {
      earlier.push(value);
    } else {
      distinct[name] = [earlier, value];
    }
  }
  return distinct;
}

/** The first value of a header. */
export function firstValue(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : value[0];
}

/** All values of a header that is a comma list (Accept), as one. */
export function joinedValue(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}
