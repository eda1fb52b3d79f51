// The keys and certificates of a server: its own CA, a serving pair, an administrator, the key of service-account tokens.
// Made at the first start, kept in the data folder (0600) and reused; without a folder they live as long as the server.

import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority, issueCertificate, type KeyPair } from '../../../shared/certificates/authority.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import { makeFolder } from '../../../shared/process/host/folder.ts';
import { writePrivateFile } from '../../../shared/process/host/private-file.ts';

export interface Credentials {
  readonly ca: KeyPair;
  readonly serving: KeyPair;
  readonly admin: KeyPair;
  /** PEM of the private key. */
  readonly serviceAccountKey: string;
}

export interface CredentialOptions {
  /** Where they are kept; undefined: nowhere. */
  readonly folder: string | undefined;
  /** Names and addresses of the serving certificate. */
  readonly dnsNames: readonly string[];
  readonly ipAddresses: readonly string[];
  readonly clock: Clock;
}

/** Certificates are made anew when less than this is left, in milliseconds. */
const renewalMargin = 30 * 24 * 3600_000;

/** Rejects with an Error that names the file that cannot be read, used or written; then nothing is written any more. */
export async function loadCredentials(options: CredentialOptions): Promise<Credentials> {
  const { folder, clock, dnsNames, ipAddresses } = options;
  if (folder !== undefined) {
    await makeFolder(folder, 0o700);
  }
  const ca = await pair(
    folder,
    'ca',
    () => createAuthority({ commonName: 'orchkit-ca', clock }),
    () => true,
  );
  const current = (kept: KeyPair): boolean => isCurrent(kept, ca, clock);
  const others = [
    pair(
      folder,
      'server',
      () => issueCertificate(ca, { commonName: 'orch-apiserver', dnsNames, ipAddresses, usages: ['server'], clock }),
      (kept) => current(kept) && covers(kept, options),
    ),
    pair(
      folder,
      'admin',
      () => issueCertificate(ca, { commonName: 'admin', organizations: ['system:masters'], usages: ['client'], clock }),
      current,
    ),
    kept(folder, 'service-account.key', newSigningKey),
  ] as const;
  // Wait for all of them before a failure is reported, so that nothing is written after it. If several fail, the error is
  // always that of the first in this list.
  await Promise.allSettled(others);
  const [serving, admin, serviceAccountKey] = await Promise.all(others);
  return { ca, serving, admin, serviceAccountKey };
}

async function pair(
  folder: string | undefined,
  name: string,
  make: () => KeyPair,
  usable: (kept: KeyPair) => boolean,
): Promise<KeyPair> {
  if (folder === undefined) {
    return make();
  }
  const certificatePem = await readIfThere(join(folder, `${name}.crt`), certificateOf);
  const keyPem = await readIfThere(join(folder, `${name}.key`), privateKeyOf);
  if (certificatePem !== undefined && keyPem !== undefined && usable({ certificatePem, keyPem })) {
    return { certificatePem, keyPem };
  }
  const made = make();
  // The key first: a certificate without its key would count as a complete pair.
  await writePrivateFile(join(folder, `${name}.key`), made.keyPem);
  await writePrivateFile(join(folder, `${name}.crt`), made.certificatePem);
  return made;
}

async function kept(folder: string | undefined, name: string, make: () => string): Promise<string> {
  if (folder === undefined) {
    return make();
  }
  const path = join(folder, name);
  const found = await readIfThere(path, privateKeyOf);
  if (found !== undefined) {
    return found;
  }
  const made = make();
  await writePrivateFile(path, made);
  return made;
}

function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function isCurrent({ certificatePem, keyPem }: KeyPair, ca: KeyPair, clock: Clock): boolean {
  const certificate = new X509Certificate(certificatePem);
  const issuer = new X509Certificate(ca.certificatePem);
  return (
    keyPem !== '' &&
    certificate.checkIssued(issuer) &&
    certificate.verify(issuer.publicKey) &&
    Date.parse(certificate.validTo) - clock.now() > renewalMargin
  );
}

function covers({ certificatePem }: KeyPair, { dnsNames, ipAddresses }: CredentialOptions): boolean {
  const certificate = new X509Certificate(certificatePem);
  return (
    dnsNames.every((name) => certificate.checkHost(name) !== undefined) &&
    ipAddresses.every((address) => certificate.checkIP(address) !== undefined)
  );
}

/** `check` throws when the text cannot be used; OpenSSL's words say what of it, but not where. */
async function readIfThere(path: string, check: (pem: string) => unknown): Promise<string | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
  try {
    check(text);
  } catch (error) {
    throw new Error(`${path} cannot be used: ${(error as Error).message}`, { cause: error });
  }
  return text;
}

function certificateOf(pem: string): X509Certificate {
  return new X509Certificate(pem);
}

function privateKeyOf(pem: string): unknown {
  return createPrivateKey(pem);
}
