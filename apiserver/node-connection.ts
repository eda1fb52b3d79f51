// The server's way to node agents, for logs and proxied requests: with a client certificate that it was given, or one of
// its own authority, issued when the first such request comes. Agents present certificates that often nobody signed, so
// theirs are checked only against an authority that is given.

import { issueCertificate, type KeyPair } from '../shared/certificates/authority.ts';
import type { Clock } from '../shared/process/clock.ts';
import type { NodeConnectionOptions } from './options.ts';
import type { AnswerStream } from './registry/parts.ts';
import type { Resources } from './registry/resource.ts';
import type { Store } from './storage/store.ts';

export interface NodeConnectionSettings extends NodeConnectionOptions {
  readonly resources: Resources;
  readonly store: Store;
  readonly clock: Clock;
  /** Issues the client certificate where none is given. */
  readonly ca: KeyPair;
}

/** Answers the sub-resources that a node agent answers. The client library is loaded with the first of them. */
export function nodeConnection(settings: NodeConnectionSettings): AnswerStream {
  let forward: Promise<AnswerStream> | undefined;
  return async (request) => {
    forward ??= connect(settings);
    return (await forward)(request);
  };
}

async function connect(settings: NodeConnectionSettings): Promise<AnswerStream> {
  const { resources, store, agentCa, addressTypes } = settings;
  const [{ Agent }, { makeNodeForward }] = await Promise.all([
    import('../shared/client/network-library.ts'),
    import('./registry/subresources/node-forward.ts'),
  ]);
  const { certificate, privateKey } = settings.client ?? ownCertificate(settings);
  const trust = agentCa === undefined ? { rejectUnauthorized: false } : { ca: agentCa };
  const dispatcher = new Agent({ connect: { cert: certificate, key: privateKey, ...trust } });
  return makeNodeForward({
    resources,
    store,
    dispatcher,
    ...(addressTypes === undefined || addressTypes.length === 0 ? {} : { addressTypes }),
  });
}

function ownCertificate({ ca, clock }: NodeConnectionSettings): { certificate: string; privateKey: string } {
  const { certificatePem, keyPem } = issueCertificate(ca, {
    commonName: 'orch-apiserver-node-client',
    organizations: ['system:masters'],
    usages: ['client'],
    clock,
  });
  return { certificate: certificatePem, privateKey: keyPem };
}
