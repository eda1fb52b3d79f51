// Quantities: exact decimal numbers with a suffix (`100m`, `1.5Gi`, `2e3`). The canonical form has no fraction, the
// largest suffix that fits, and keeps the family the client wrote in. Finer than a billionth rounds away from zero;
// with a binary suffix larger than 2^63-1 is capped, and a suffix without digits is zero, as the API does.

/** A quantity: billionths as an exact integer, and the family its canonical form is written in. */
export interface Quantity {
  readonly nano: bigint;
  readonly family: 'decimal' | 'binary' | 'exponent';
}

const nanoPerOne = 1_000_000_000n;
const nanoPerMilli = 1_000_000n;
const largest = (2n ** 63n - 1n) * nanoPerOne;
/** Longer texts are refused: no quantity needs more, and big exponents cost time. */
const longestText = 64;
/** `Ti` alone is zero, `Pi` is refused: the reference reads it another way. */
const mostBinaryWithoutDigits = 4;

const decimalPowers = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);
const binaryPowers = new Map([
  ['Ki', 1],
  ['Mi', 2],
  ['Gi', 3],
  ['Ti', 4],
  ['Pi', 5],
  ['Ei', 6],
]);
const decimalSuffixes = new Map([...decimalPowers].map(([suffix, power]) => [power, suffix]));
const binarySuffixes = new Map([...binaryPowers].map(([suffix, power]) => [power, suffix]));

/** The quantity of a text; undefined when it is none. */
export function parseQuantity(text: string): Quantity | undefined {
  if (isSmallWhole(text)) return { nano: BigInt(text) * nanoPerOne, family: 'decimal' };
  if (text.length > longestText) return undefined;
  const match = /^([+-]?)(\d*\.?\d*)(?:([eE])([+-]?\d{1,3})|([KMGTPE]i|[numkMGTPE]|))$/.exec(text);
  if (match === null || text === '') return undefined;
  const [, sign, digits = '', exponentMark, exponent, suffix = ''] = match;
  const [whole = '', fraction = ''] = digits.split('.');
  const mantissa = BigInt(`${whole}${fraction}` || '0');
  const binary = binaryPowers.get(suffix);
  const power = exponentMark !== undefined ? Number(exponent) : (decimalPowers.get(suffix) ?? 0);
  if (`${whole}${fraction}` === '' && (power < -9 || (binary ?? 0) > mostBinaryWithoutDigits)) return undefined;
  const factor = binary === undefined ? 1n : 1024n ** BigInt(binary);
  const exact = scaled(mantissa * factor, power + 9 - fraction.length);
  const nano = binary === undefined ? exact : capped(exact);
  const family = exponentMark !== undefined ? 'exponent' : binary !== undefined ? 'binary' : 'decimal';
  return { nano: sign === '-' ? -nano : nano, family };
}

/** The canonical text. Equal quantities of one family have equal texts. */
export function formatQuantity({ nano, family }: Quantity): string {
  if (nano === 0n) return '0';
  const magnitude = nano < 0n ? -nano : nano;
  const sign = nano < 0n ? '-' : '';
  if (family === 'binary' && magnitude >= 1024n * nanoPerOne && magnitude % nanoPerOne === 0n) {
    return `${sign}${binaryText(magnitude / nanoPerOne)}`;
  }
  let value = magnitude;
  let power = -9;
  const most = family === 'exponent' ? Number.POSITIVE_INFINITY : 18;
  while (power < most && value % 1000n === 0n) {
    value /= 1000n;
    power += 3;
  }
  if (family === 'exponent') return power === 0 ? `${sign}${value}` : `${sign}${value}e${power}`;
  return `${sign}${value}${decimalSuffixes.get(power) ?? ''}`;
}

/** The canonical text of a text, rounded up to thousandths where `milli` says so; undefined when it is no quantity. */
export function canonicalQuantity(text: string, milli = false): string | undefined {
  if (isSmallWhole(text) && !text.endsWith('000')) return text;
  const quantity = parseQuantity(text);
  if (quantity === undefined) return undefined;
  return formatQuantity(milli ? { ...quantity, nano: roundedUp(quantity.nano, nanoPerMilli) } : quantity);
}

/** Most quantities are such, and an object may hold a hundred thousand: they need none of the arithmetic. */
function isSmallWhole(text: string): boolean {
  return /^(?:0|[1-9]\d{0,14})$/.test(text);
}

/** Away from zero, as all rounding of quantities. */
function roundedUp(nano: bigint, unit: bigint): bigint {
  const rest = nano % unit;
  if (rest === 0n) return nano;
  return nano - rest + (nano < 0n ? -unit : unit);
}

/** -1, 0 or 1. */
export function compareQuantities(left: Quantity, right: Quantity): number {
  return left.nano < right.nano ? -1 : left.nano > right.nano ? 1 : 0;
}

/** The whole number at or above, as counts and bytes are read. Loses precision beyond 2^53. */
export function quantityToNumber({ nano }: Quantity): number {
  const whole = nano / nanoPerOne;
  return Number(nano % nanoPerOne > 0n ? whole + 1n : whole);
}

/** A whole number (bytes, counts) as a quantity. */
export function quantityOf(count: number | bigint, family: Quantity['family'] = 'decimal'): Quantity {
  return { nano: BigInt(count) * nanoPerOne, family };
}

function binaryText(units: bigint): string {
  let value = units;
  let power = 0;
  while (power < 6 && value % 1024n === 0n) {
    value /= 1024n;
    power += 1;
  }
  return `${value}${binarySuffixes.get(power) ?? ''}`;
}

/** `value * 10^power`, rounded up when digits are cut off. */
function scaled(value: bigint, power: number): bigint {
  if (power >= 0) return value === 0n ? 0n : value * 10n ** BigInt(Math.min(power, 1024));
  const divisor = 10n ** BigInt(Math.min(-power, 1024));
  const cut = value / divisor;
  return value % divisor === 0n ? cut : cut + 1n;
}

function capped(nano: bigint): bigint {
  return nano > largest ? largest : nano;
}
