// Credentials that a running server issues with its own authority: connection files for further users, and certificates for
// servers of the process under test.

import { isIP } from 'node:net';
import { issueCertificate, type KeyPair } from '../../../shared/certificates/authority.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import { connectionFile } from './connection-file.ts';

export interface IssuedAccessOptions {
  readonly ca: KeyPair;
  readonly clock: Clock;
  readonly url: string;
  /** PEM of whom clients must trust. */
  readonly authority: string;
}

const ownHosts: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** The connection file of a user. Throws TypeError for a name that is empty. */
export function userFile(
  { ca, clock, url, authority }: IssuedAccessOptions,
  name: string,
  groups: readonly string[],
): string {
  if (name === '') throw new TypeError('a user needs a name');
  const client = issueCertificate(ca, { commonName: name, organizations: groups, usages: ['client'], clock });
  return connectionFile({ url, caCertificate: authority, client, user: name });
}

/** A pair for a server under these names and addresses, with the authority that vouches for it. All PEM. */
export function servingPair(
  { ca, clock }: Pick<IssuedAccessOptions, 'ca' | 'clock'>,
  hosts: readonly string[] = ownHosts,
) {
  const { certificatePem, keyPem } = issueCertificate(ca, {
    commonName: hosts[0] ?? 'localhost',
    dnsNames: hosts.filter((host) => isIP(host) === 0),
    ipAddresses: hosts.filter((host) => isIP(host) !== 0),
    usages: ['server'],
    clock,
  });
  return { certificate: certificatePem, privateKey: keyPem, ca: ca.certificatePem };
}
