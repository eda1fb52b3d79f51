// Quantities in the status of nodes: a number with a suffix for its factor.

const factors: Readonly<Record<string, number>> = {
  '': 1,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
};

/** The value of a quantity; NaN for an invalid one. */
export function amountOf(text: unknown): number {
  const [, digits = '', suffix = ''] = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(String(text)) ?? [];
  return digits === '' ? Number.NaN : Number(digits) * (factors[suffix] ?? Number.NaN);
}
