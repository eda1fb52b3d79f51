// Client certificates (requirements AUTHN): a certificate that chains to one of the client CAs, is valid now and is meant for
// clients, names its holder by Common Name and the groups by Organization.

import { createHash, X509Certificate } from 'node:crypto';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Authentication, Authenticator } from '../contract/authenticator.ts';
import { KnownCertificates } from './known-certificates.ts';
import { examine, type Finding } from './x509-chain.ts';

export interface ClientCaOptions {
  /** PEM bundle. */
  readonly clientCa: string | Buffer;
  readonly vendor: Vendor;
  readonly clock: Clock;
  /** Certificates that are remembered beyond their connection; default 8,192. */
  readonly mostKnown?: number;
  /** For how many seconds a certificate of a known authority is still valid, below 0 when it has ended; at every request. */
  readonly onRemaining?: (seconds: number) => void;
}

/** Throws when the bundle holds no certificate or one that cannot be read. */
export function x509Authenticator(options: ClientCaOptions): Authenticator {
  const { clientCa, vendor, clock, mostKnown, onRemaining } = options;
  const anchors = certificatesOf(clientCa.toString());
  const credentialId = vendor.fill('authentication.{label}/credential-id');
  const known = new KnownCertificates(mostKnown);
  // One array per connection: the chain is looked up once, its validity period is checked for every request.
  const findings = new WeakMap<readonly Buffer[], Finding>();
  const find = (chain: readonly Buffer[], leaf: Buffer): Finding => {
    const fingerprint = createHash('sha256').update(leaf).digest('hex');
    // The client has proved in the handshake that the leaf's key is its own, and whether a path leads from the leaf to an
    // authority does not depend on who sends the rest. A refusal does, and is not kept.
    const before = known.get(fingerprint, clock.now());
    if (before !== undefined) return before;
    const finding = examine({ chain, anchors, fingerprint, credentialId });
    if ('user' in finding) known.add(fingerprint, finding);
    return finding;
  };
  return {
    name: 'x509',
    authenticate({ certificateChain }): Authentication {
      const [leaf] = certificateChain;
      if (leaf === undefined) {
        return { outcome: 'none' };
      }
      let finding = findings.get(certificateChain);
      if (finding === undefined) {
        finding = find(certificateChain, leaf);
        findings.set(certificateChain, finding);
      }
      const now = clock.now();
      if (onRemaining !== undefined && 'user' in finding) onRemaining((finding.notAfter - now) / 1000);
      return judge(finding, now);
    },
  };
}

function judge(finding: Finding, now: number): Authentication {
  if ('reason' in finding) {
    return { outcome: 'rejected', reason: finding.reason };
  }
  if (now < finding.notBefore || now > finding.notAfter) {
    return { outcome: 'rejected', reason: 'the certificate is expired or not yet valid' };
  }
  return { outcome: 'accepted', user: finding.user };
}

function certificatesOf(bundle: string): readonly X509Certificate[] {
  const blocks = bundle.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) {
    throw new Error('the client CA file holds no certificate');
  }
  return blocks.map((pem) => new X509Certificate(pem));
}
