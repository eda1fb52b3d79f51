// What this node is called, and whether the agent's own certificate says the same: the server lets an agent write only
// the node that its certificate names.

import { readFile } from 'node:fs/promises';
import { readCertificate } from '../../shared/certificates/certificate.ts';
import type { ConnectionConfig } from '../../shared/client/connection/connection-config.ts';
import { checkDns1123Subdomain } from '../../shared/object/names.ts';

const userPrefix = 'system:node:';

/** The host's name or its override, in the form that objects are named. Throws an Error for one that cannot be used. */
export function nodeNameOf(hostName: string, override: string | undefined): string {
  const name = (override ?? hostName).trim().toLowerCase();
  const [fault] = checkDns1123Subdomain(name);
  if (fault !== undefined) throw new Error(`node name "${name}": ${fault}`);
  return name;
}

/** What is wrong with an identity, and what to do about it. */
export interface IdentityFault {
  readonly found: string;
  readonly advice: string;
}

/**
 * Undefined unless the client certificate is that of another node. A certificate of something else than a node, or none at
 * all, is for the server to judge. Rejects when its file cannot be read.
 */
export async function identityFault(nodeName: string, config: ConnectionConfig): Promise<IdentityFault | undefined> {
  const source = config.credentials.certificate;
  if (source === undefined) return undefined;
  const pem = 'pem' in source ? source.pem : await readFile(source.file, 'utf8');
  const { commonName, organizations } = readCertificate(pem);
  if (!commonName.startsWith(userPrefix) || !organizations.includes('system:nodes')) return undefined;
  const named = commonName.slice(userPrefix.length);
  if (named === nodeName) return undefined;
  return {
    found: `the client certificate is that of node "${named}", but this node is "${nodeName}"`,
    advice: `get a certificate for ${userPrefix}${nodeName} or start with --hostname-override=${named}`,
  };
}

/** Rejects where there is such a fault. */
export async function checkIdentity(nodeName: string, config: ConnectionConfig): Promise<void> {
  const fault = await identityFault(nodeName, config);
  if (fault !== undefined) throw new Error(`${fault.found}; ${fault.advice}`);
}
