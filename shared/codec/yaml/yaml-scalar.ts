// The meaning of plain YAML scalars in this API: a mixture of YAML 1.1 and 1.2, as other tools read manifests. The
// words of YAML 1.1 are booleans (yes, no, on, off, y, n); integers take a base prefix or a leading zero for octal;
// neither times nor base 60 exist. What fits neither 64 bits nor a double is a float or text. JSON has no infinity, so `.inf` and
// `.nan` are refused.

export type YamlScalar = string | number | bigint | boolean | null;

const booleans = new Map<string, boolean>();
for (const [value, words] of [
  [true, ['y', 'yes', 'on', 'true']],
  [false, ['n', 'no', 'off', 'false']],
] as const) {
  for (const word of words) {
    booleans.set(word, value);
    booleans.set(word.toUpperCase(), value);
    booleans.set(`${word.slice(0, 1).toUpperCase()}${word.slice(1)}`, value);
  }
}
const nulls: ReadonlySet<string> = new Set(['', '~', 'null', 'Null', 'NULL']);
/** Without underscores, which may stand between digits. */
const integer = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|0|[1-9][0-9]*)$/;
/** Beyond this many digits no integer fits 64 bits; a longer text is not even converted. */
const mostDigits = 1100;
const leastInteger = -(2n ** 63n);
const mostSigned = 2n ** 63n - 1n;
const mostUnsigned = 2n ** 64n - 1n;
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
/** Whole groups of four signs, the last one filled up. */
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const timestamp =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)| \d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?)?$/;
const unbounded = /^[-+]?\.(?:inf|Inf|INF)$|^\.(?:nan|NaN|NAN)$/;

/** The value of a plain scalar. Throws RangeError for infinity and what is no number: JSON cannot hold them. */
export function resolvePlain(text: string): YamlScalar {
  if (nulls.has(text)) return null;
  const word = booleans.get(text);
  if (word !== undefined) return word;
  if (!/^[-+.0-9]/.test(text)) return text;
  if (unbounded.test(text)) throw new RangeError(`${text} is not a number that JSON can hold`);
  const digits = text.startsWith('.') ? text.replace(/(?<=\d)_(?=\d)/g, '') : text.replaceAll('_', '');
  const whole = integer.test(digits) ? integerOf(digits) : undefined;
  if (whole !== undefined) return whole;
  const value = float.test(digits) ? Number(digits) : Number.NaN;
  return Number.isFinite(value) ? value : text;
}

/**
 * The value of a scalar under one of YAML's own tags; undefined: it does not fit. Under a tag of a collection, or one that nobody
 * knows, it is text. Throws RangeError for a number that JSON cannot hold.
 */
export function resolveTagged(tag: string, text: string): YamlScalar | undefined {
  switch (tag) {
    case 'timestamp':
      return isTimestamp(text) ? text : undefined;
    case 'binary': {
      const signs = text.replace(/[\r\n]/g, '');
      return base64.test(signs) ? Buffer.from(signs, 'base64').toString('utf8') : undefined;
    }
    case 'null':
      return resolvePlain(text) === null ? null : undefined;
    case 'bool': {
      const value = resolvePlain(text);
      return typeof value === 'boolean' ? value : undefined;
    }
    case 'int': {
      const value = resolvePlain(text);
      return typeof value === 'bigint' || (typeof value === 'number' && isWhole(text)) ? value : undefined;
    }
    case 'float': {
      const value = resolvePlain(text);
      return typeof value === 'bigint' || typeof value === 'number' ? Number(value) : undefined;
    }
    default:
      return text;
  }
}

function isWhole(text: string): boolean {
  const digits = text.replaceAll('_', '');
  return integer.test(digits) && integerOf(digits) !== undefined;
}

/** A day that exists, with or without a time. */
function isTimestamp(text: string): boolean {
  const [, year, month, day] = timestamp.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** Undefined: it does not fit 64 bits, so that it may be a float at most. With a sign it must fit 63. */
function integerOf(text: string): number | bigint | undefined {
  const digits = text.replace(/^[-+]/, '').toLowerCase();
  if (digits.length > mostDigits) return undefined;
  const magnitude = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
  const value = text.startsWith('-') ? -magnitude : magnitude;
  if (value < leastInteger || value > (digits === text.toLowerCase() ? mostUnsigned : mostSigned)) return undefined;
  const plain = Number(value);
  return Number.isSafeInteger(plain) ? plain : value;
}
