// PEM armour (RFC 7468) around DER. Reading is one pass and limited in size.

/** No certificate bundle, key or request of ours comes near this. */
const mostCharacters = 1 << 20;

export class PemError extends Error {
  override readonly name = 'PemError';
}

export function toPem(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

export interface PemBlock {
  readonly label: string;
  readonly der: Buffer;
}

/** The DER of every block with one of these labels, in order; other blocks and text between blocks are passed over. */
export function fromPem(text: string, ...labels: readonly string[]): Buffer[] {
  return [...pemBlocks(text, (label) => labels.includes(label))].map(({ der }) => der);
}

/** The blocks whose label is wanted, in order. Throws PemError at the first one that is not well-formed. */
export function* pemBlocks(text: string, isWanted: (label: string) => boolean = () => true): Generator<PemBlock> {
  if (text.length > mostCharacters) throw new PemError(`PEM text of more than ${mostCharacters} characters`);
  for (let at = text.indexOf('-----BEGIN '); at !== -1; at = text.indexOf('-----BEGIN ', at)) {
    const labelEnd = text.indexOf('-----', at + 11);
    const label = labelEnd === -1 ? '' : text.slice(at + 11, labelEnd);
    if (label === '' || label.length > 64 || label.includes('\n'))
      throw new PemError('a PEM block begins without a label');
    const end = text.indexOf(`-----END ${label}-----`, labelEnd);
    if (end === -1) throw new PemError(`the PEM block ${JSON.stringify(label)} does not end`);
    if (isWanted(label)) yield { label, der: decode(text.slice(labelEnd + 5, end), label) };
    at = end + label.length + 14;
  }
}

function decode(body: string, label: string): Buffer {
  const digits = body.replace(/\s+/g, '');
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(digits)) {
    throw new PemError(`the PEM block ${JSON.stringify(label)} is not base64`);
  }
  return Buffer.from(digits, 'base64');
}
