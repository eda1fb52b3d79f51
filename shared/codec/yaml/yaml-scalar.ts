// The meaning of plain YAML scalars in this API: a mixture of YAML 1.1 and 1.2, as other tools read manifests. The
// words of YAML 1.1 are booleans (yes, no, on, off, y, n); integers take a base prefix or a leading zero for octal;
// neither times nor base 60 exist. JSON has no infinity, so `.inf` and `.nan` are refused.

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
const integer =
  /^[-+]?(?:0[xX]_*[0-9a-fA-F][0-9a-fA-F_]*|0[oO]?_*[0-7][0-7_]*|0[bB]_*[01][01_]*|(?:0_*|[1-9][0-9_]*))$/;
/** Beyond this many binary digits no integer fits a double; a longer text is not even converted. */
const mostDigits = 1100;
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const unbounded = /^[-+]?\.(?:inf|Inf|INF)$|^\.(?:nan|NaN|NAN)$/;

/** The value of a plain scalar. Throws RangeError for a number that JSON cannot hold. */
export function resolvePlain(text: string): YamlScalar {
  if (nulls.has(text)) return null;
  const word = booleans.get(text);
  if (word !== undefined) return word;
  if (!/^[-+.0-9]/.test(text)) return text;
  if (integer.test(text)) return integerOf(text);
  if (unbounded.test(text)) throw new RangeError(`${text} is not a number that JSON can hold`);
  if (!float.test(text)) return text;
  return floatOf(text);
}

/**
 * The value of a scalar under one of YAML's own tags (`int`, `float`, `bool`, `null`, `str`, `binary`); undefined: it does
 * not fit. Throws RangeError for a number that JSON cannot hold.
 */
export function resolveTagged(tag: string, text: string): YamlScalar | undefined {
  switch (tag) {
    case 'str':
    case 'timestamp':
      return text;
    case 'binary':
      return Buffer.from(text, 'base64').toString('utf8');
    case 'null':
      return nulls.has(text) ? null : undefined;
    case 'bool':
      return booleans.get(text);
    case 'int':
      return integer.test(text) ? integerOf(text) : undefined;
    case 'float':
      return float.test(text) ? floatOf(text) : undefined;
    default:
      return undefined;
  }
}

function floatOf(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value)) throw tooLarge(text);
  return value;
}

function tooLarge(text: string): RangeError {
  return new RangeError(`${text.slice(0, 40)} is too large`);
}

function integerOf(text: string): number | bigint {
  const negative = text.startsWith('-');
  const digits = text.replace(/^[-+]/, '').replaceAll('_', '').toLowerCase();
  const octal = /^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits;
  if (digits.length > mostDigits) throw tooLarge(text);
  const magnitude = BigInt(octal);
  const value = negative ? -magnitude : magnitude;
  const plain = Number(value);
  if (!Number.isFinite(plain)) throw tooLarge(text);
  return Number.isSafeInteger(plain) ? plain : value;
}
