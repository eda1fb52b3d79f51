// Writes DER (ITU-T X.690, the distinguished encoding): the types that certificates and requests consist of. Pure; it does not
// know what the elements mean.

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  nothing: 0x05,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** One element: tag, length, contents. */
export function element(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length: number[] = [];
  for (let rest = body.length; rest > 0; rest = Math.floor(rest / 256)) length.unshift(rest % 256);
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length, ...length]), body]);
}

export function sequence(...elements: readonly Uint8Array[]): Buffer {
  return element(tags.sequence, ...elements);
}

/** A SET OF: DER wants its elements in the order of their bytes. */
export function setOf(...elements: readonly Uint8Array[]): Buffer {
  return element(tags.set, ...[...elements].sort((one, other) => Buffer.compare(one, other)));
}

/** A non-negative integer from its big-endian bytes; leading zeros are dropped, the sign bit is kept clear. */
export function unsignedInteger(bytes: Uint8Array): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start === -1 ? Buffer.from([0]) : bytes.subarray(start);
  return (digits[0] as number) >= 0x80
    ? element(tags.integer, Buffer.from([0]), digits)
    : element(tags.integer, digits);
}

export function boolean(value: boolean): Buffer {
  return element(tags.boolean, Buffer.from([value ? 0xff : 0]));
}

/** From dotted text, which is the program's own: a malformed one is a defect. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(tags.objectIdentifier, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(number: number): number[] {
  const digits = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128))
    digits.unshift(0x80 | (rest % 128));
  return digits;
}

export function octetString(content: Uint8Array): Buffer {
  return element(tags.octetString, content);
}

/** A bit string of whole bytes. */
export function bitString(content: Uint8Array): Buffer {
  return element(tags.bitString, Buffer.from([0]), content);
}

/** A named bit list: bit 0 is the highest of the first byte, trailing zero bits are cut off. */
export function namedBits(bits: readonly number[]): Buffer {
  const last = Math.max(-1, ...bits);
  const bytes = Buffer.alloc(Math.floor(last / 8) + 1);
  for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] as number) | (0x80 >> (bit & 7));
  return element(tags.bitString, Buffer.from([last === -1 ? 0 : 7 - (last & 7)]), bytes);
}

export function utf8String(text: string): Buffer {
  return element(tags.utf8String, Buffer.from(text, 'utf8'));
}

/** A context-specific tag, primitive or constructed (around whole elements). */
export function context(number: number, constructed: boolean, ...contents: readonly Uint8Array[]): Buffer {
  return element(0x80 | (constructed ? 0x20 : 0) | number, ...contents);
}

/** A time in UTC to the second: two-digit years through 2049, four digits after (RFC 5280, 4.1.2.5). */
export function time(milliseconds: number): Buffer {
  const digits = `${new Date(milliseconds).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`;
  return new Date(milliseconds).getUTCFullYear() < 2050
    ? element(tags.utcTime, Buffer.from(digits.slice(2)))
    : element(tags.generalizedTime, Buffer.from(digits));
}
