// An IPv4 range in CIDR form and the order in which its addresses are allocated: first from the upper part, so that the
// lower addresses stay free for explicit requests.

export interface AddressRange {
  readonly text: string;
  contains(address: string): boolean;
  /** Every usable address once. `random(n)` answers a whole number below n. */
  candidates(random: (below: number) => number): Iterable<string>;
}

const smallestBand = 16;
const largestBand = 256;

/** Throws TypeError for a text that is no IPv4 range with room for two addresses. */
export function parseAddressRange(text: string): AddressRange {
  const [addressText = '', lengthText = ''] = text.split('/');
  const base = addressNumber(addressText);
  const length = /^\d{1,2}$/.test(lengthText) ? Number(lengthText) : Number.NaN;
  if (base === undefined || !(length >= 8 && length <= 29)) throw new TypeError(`not an IPv4 service range: ${text}`);
  const size = 2 ** (32 - length);
  const first = base - (base % size) + 1;
  // The network and the broadcast address are never allocated.
  const count = size - 2;
  const band = Math.min(Math.max(smallestBand, Math.floor(size / 16)), largestBand, count);
  return {
    text,
    contains(address) {
      const number = addressNumber(address);
      return number !== undefined && number >= first && number < first + count;
    },
    *candidates(random) {
      yield* rotate(first + band, count - band, random);
      yield* rotate(first, band, random);
    },
  };
}

function* rotate(first: number, count: number, random: (below: number) => number): Iterable<string> {
  if (count <= 0) return;
  const start = random(count);
  for (let step = 0; step < count; step++) yield addressText(first + ((start + step) % count));
}

function addressNumber(text: string): number | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let number = 0;
  for (const part of parts) {
    if (!/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return undefined;
    number = number * 256 + Number(part);
  }
  return number;
}

function addressText(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
}
