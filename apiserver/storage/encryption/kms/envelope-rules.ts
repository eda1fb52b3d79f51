// What an envelope must hold, whether it comes from the store or from a plug-in. Messages are those of the reference server.

import { createHash } from 'node:crypto';
import { type EncryptedObject, sourceIsKey, sourceIsSeed } from './messages.ts';

const longestKeyId = 1024;
const longestSource = 1024;
const largestAnnotations = 32 * 1024;

export type KeyIdFault = 'empty' | 'too_long';

/** The parts of an envelope that a plug-in decides. */
export type EnvelopeHead = Omit<EncryptedObject, 'encryptedData'>;

/** Throws an Error. */
export function checkEnvelope(envelope: EncryptedObject): void {
  const { sourceType, encryptedData } = envelope;
  if (sourceType !== sourceIsKey && sourceType !== sourceIsSeed)
    throw new Error(`unknown encryptedDEKSourceType: ${sourceType}`);
  if (encryptedData.length === 0) throw new Error('encrypted data is empty');
  checkHead(envelope);
}

/** Throws an Error. */
export function checkHead({ encryptedSource, keyId, annotations }: EnvelopeHead): void {
  const lead = 'failed to validate encrypted DEK source:';
  if (encryptedSource.length === 0) throw new Error(`${lead} encrypted DEK source is empty`);
  if (encryptedSource.length > longestSource) {
    const length = encryptedSource.length;
    throw new Error(`${lead} encrypted DEK source is ${length} bytes, which exceeds the max size of ${longestSource}`);
  }
  const fault = faultOfKeyId(keyId);
  if (fault !== undefined) throw new Error(`failed to validate key id: ${fault.message}`);
  checkAnnotations(annotations);
}

/** Undefined: the identifier may be used. */
export function faultOfKeyId(keyId: string): { readonly code: KeyIdFault; readonly message: string } | undefined {
  const length = Buffer.byteLength(keyId);
  if (length === 0) return { code: 'empty', message: 'keyID is empty' };
  if (length <= longestKeyId) return undefined;
  const message = `keyID is ${length} bytes, which exceeds the max size of ${longestKeyId}`;
  return { code: 'too_long', message };
}

function checkAnnotations(annotations: EncryptedObject['annotations']): void {
  const faults: string[] = [];
  let size = 0;
  for (const [name, value] of annotations) {
    if (!isDomainName(name)) {
      const shown = JSON.stringify(name.slice(0, 253));
      faults.push(
        `annotations: Invalid value: ${shown}: should be a domain with at least two segments separated by dots`,
      );
    }
    size += Buffer.byteLength(name) + value.length;
  }
  if (size > largestAnnotations)
    faults.push(`total size of annotations is ${size}, which exceeds the max size of ${largestAnnotations}`);
  if (faults.length > 0) throw new Error(`failed to validate annotations: ${faults.join(', ')}`);
}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const domainName = new RegExp(`^${label}(?:\\.${label})+\\.?$`);

/** A domain name of at least two labels (RFC 1123). */
function isDomainName(name: string): boolean {
  return name.length <= 253 && domainName.test(name);
}

/** What stands for an identifier of a key in messages and metrics; '' for none. */
export function hashOf(keyId: string): string {
  return keyId === '' ? '' : `sha256:${createHash('sha256').update(keyId).digest('hex')}`;
}

/** The same for envelopes whose key or seed is the same. Lengths keep the parts apart. */
export function envelopeIdentity({ sourceType, encryptedSource, keyId, annotations }: EnvelopeHead): string {
  const hash = createHash('sha256').update(`${sourceType} ${encryptedSource.length} `).update(encryptedSource);
  hash.update(`${Buffer.byteLength(keyId)} ${keyId}`);
  for (const [name, value] of [...annotations].sort(([left], [right]) => (left < right ? -1 : 1)))
    hash.update(`${Buffer.byteLength(name)} ${name}${value.length} `).update(value);
  return hash.digest('base64');
}
