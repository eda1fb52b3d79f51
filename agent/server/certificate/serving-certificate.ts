// The serving certificate of the node's API: the configured one, or a self-signed one in the certificate folder. The agent
// creates it at its first start, and `self-signed-keeper.ts` renews it.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../shared/process/time/clock.ts';
import { makeFolder } from '../../../shared/process/host/folder.ts';
import { writePrivateFile } from '../../../shared/process/host/private-file.ts';

export interface ServingCertificate {
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
}

export interface ServingCertificateOptions extends SelfSignedOptions {
  /** The configured pair; both or none. */
  readonly certificateFile: string | undefined;
  readonly keyFile: string | undefined;
}

export interface SelfSignedOptions {
  readonly folder: string;
  readonly hostName: string;
  readonly ipAddresses: readonly string[];
  readonly clock: Clock;
}

/** Rejects when the configured files cannot be read or only one is named. */
export async function servingCertificate(options: ServingCertificateOptions): Promise<ServingCertificate> {
  const { certificateFile, keyFile } = options;
  if ((certificateFile === undefined) !== (keyFile === undefined)) {
    throw new Error('a serving certificate needs both its file and its key file');
  }
  if (certificateFile !== undefined && keyFile !== undefined) return readPair(certificateFile, keyFile);
  const kept = await readPair(...pathsIn(options.folder)).catch(() => undefined);
  if (kept !== undefined && isUsable(kept, options.clock)) return kept;
  return selfSigned(options);
}

/** Creates a new pair, which replaces the one in the folder. Rejects when it cannot be written. */
export async function selfSigned(options: SelfSignedOptions): Promise<ServingCertificate> {
  const { createSelfSigned } = await import('../../../shared/certificates/authority.ts');
  const { hostName, ipAddresses, clock } = options;
  const made = createSelfSigned({
    commonName: `${hostName}@${Math.floor(clock.now() / 1000)}`,
    dnsNames: [hostName],
    ipAddresses,
    clock,
  });
  const [certificatePath, keyPath] = pathsIn(options.folder);
  await makeFolder(options.folder, 0o700);
  // The key first: a certificate without its key is useless, a key alone is simply replaced.
  await writePrivateFile(keyPath, made.keyPem);
  await writePrivateFile(certificatePath, made.certificatePem, 0o644);
  return { certificate: made.certificatePem, key: made.keyPem };
}

function pathsIn(folder: string): readonly [certificate: string, key: string] {
  return [join(folder, 'kubelet.crt'), join(folder, 'kubelet.key')];
}

async function readPair(certificateFile: string, keyFile: string): Promise<ServingCertificate> {
  return { certificate: await readFile(certificateFile, 'utf8'), key: await readFile(keyFile, 'utf8') };
}

function isUsable({ certificate, key }: ServingCertificate, clock: Clock): boolean {
  try {
    const read = new X509Certificate(certificate);
    return Date.parse(read.validTo) > clock.now() && read.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
