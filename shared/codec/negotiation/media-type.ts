// Media types and the Accept header (RFC 9110 sections 8.3.1 and 12.5.1): parsing, and the order of preference.

export interface MediaType {
  /** Lower case: `application/json`. In a range either part may be `*`. */
  readonly type: string;
  readonly subtype: string;
  /** Parameter names in lower case, values as written without quotes; the first of a name counts. `q` is not among them. */
  readonly parameters: ReadonlyMap<string, string>;
}

export interface MediaRange extends MediaType {
  /** 0 to 1; 0 means never. */
  readonly quality: number;
}

/** Most ranges of an Accept header that are parsed; clients send only a few. */
const mostRanges = 64;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Parses a Content-Type. Undefined: malformed. `strict`: a parameter without a value is so too. */
export function parseMediaType(text: string, strict = false): MediaType | undefined {
  const [essence = '', ...rest] = splitOutsideQuotes(text, ';');
  const slash = essence.indexOf('/');
  const type = essence.slice(0, slash).trim().toLowerCase();
  const subtype = essence
    .slice(slash + 1)
    .trim()
    .toLowerCase();
  if (slash < 0 || !token.test(type) || !token.test(subtype)) return undefined;
  const parameters = new Map<string, string>();
  for (const part of rest) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    const name = part
      .slice(0, equals < 0 ? undefined : equals)
      .trim()
      .toLowerCase();
    const value = equals < 0 ? '' : unquote(part.slice(equals + 1).trim());
    if (!token.test(name) || (strict && equals < 0)) return undefined;
    if (!parameters.has(name)) parameters.set(name, value);
  }
  return { type, subtype, parameters };
}

/**
 * The ranges of an Accept header, most preferred first: by quality, then types before wildcards, then in the order written.
 * Malformed ranges are left out; an absent or empty header accepts everything.
 */
export function parseAccept(header: string | undefined): readonly MediaRange[] {
  const text = header === undefined || header.trim() === '' ? '*/*' : header;
  const ranges: MediaRange[] = [];
  for (const part of splitOutsideQuotes(text, ',').slice(0, mostRanges)) {
    const media = parseMediaType(part);
    if (media === undefined || (media.type === '*' && media.subtype !== '*')) continue;
    const parameters = new Map(media.parameters);
    const quality = qualityOf(parameters.get('q'));
    parameters.delete('q');
    ranges.push({ ...media, parameters, quality });
  }
  return ranges.sort((left, right) => right.quality - left.quality || specificity(right) - specificity(left));
}

/** Whether the range takes this type. Parameters are not compared. */
export function rangeMatches(range: MediaType, type: string, subtype: string): boolean {
  return (range.type === '*' || range.type === type) && (range.subtype === '*' || range.subtype === subtype);
}

function specificity(range: MediaRange): number {
  if (range.type === '*') return 0;
  return range.subtype === '*' ? 1 : 2;
}

/** Absent or malformed: 1. */
function qualityOf(text: string | undefined): number {
  if (text === undefined || !/^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text)) return 1;
  return Number(text);
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (quoted && mark === '\\') at += 1;
    else if (mark === '"') quoted = !quoted;
    else if (mark === separator && !quoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function unquote(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replace(/\\(.)/g, '$1');
}
