// The certificate authorities of the system, for targets that name none. Node has its own list, which an administrator's
// authorities are not in: the file of the distribution counts, where there is one.

import { readFile } from 'node:fs/promises';

/** Where distributions keep them, in one file. */
const usualFiles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/pki/tls/cacert.pem',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/**
 * PEM; undefined: there is no such file, and Node's own list counts. `named`: a file that takes the place of the usual ones, as
 * SSL_CERT_FILE does; rejects when it cannot be read.
 */
export async function systemRoots(named?: string): Promise<string | undefined> {
  if (named !== undefined && named !== '') return readFile(named, 'utf8');
  for (const file of usualFiles) {
    try {
      return await readFile(file, 'utf8');
    } catch {
      // Another distribution.
    }
  }
  return undefined;
}
