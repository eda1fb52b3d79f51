// What this node is called, and whether the agent's own certificate says the same: the server lets an agent write only
// the node that its certificate names.

import { readFile } from 'node:fs/promises';
import { readCertificate } from '../../shared/certificates/certificate.ts';
import type { ConnectionConfig } from '../../shared/client/connection-config.ts';
import { checkDns1123Subdomain } from '../../shared/object/names.ts';

const userPrefix = 'system:node:';

/** The host's name or its override, in the form that objects are named. Throws an Error for one that cannot be used. */
export function nodeNameOf(hostName: string, override: string | undefined): string {
  const name = (override ?? hostName).trim().toLowerCase();
  const [fault] = checkDns1123Subdomain(name);
  if (fault !== undefined) throw new Error(`node name "${name}": ${fault}`);
  return name;
}

/**
 * Rejects when the client certificate is that of another node. A certificate of something else than a node, or none at
 * all, is for the server to judge.
 */
export async function checkIdentity(nodeName: string, config: ConnectionConfig): Promise<void> {
  const source = config.credentials.certificate;
  if (source === undefined) return;
  const pem = 'pem' in source ? source.pem : await readFile(source.file, 'utf8');
  const { commonName, organizations } = readCertificate(pem);
  if (!commonName.startsWith(userPrefix) || !organizations.includes('system:nodes')) return;
  const named = commonName.slice(userPrefix.length);
  if (named !== nodeName) {
    throw new Error(
      `the client certificate is that of node "${named}", but this node is "${nodeName}"; ` +
        `get a certificate for ${userPrefix}${nodeName} or start with --hostname-override=${named}`,
    );
  }
}
