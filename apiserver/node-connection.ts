// The server's way to node agents, for logs and proxied requests: a client certificate of its own authority, issued when
// the first such request comes. Agents present certificates that often nobody signed, so theirs are checked only against
// an authority that is given.

import { issueCertificate, type KeyPair } from '../shared/certificates/authority.ts';
import type { Clock } from '../shared/process/clock.ts';
import type { AnswerStream } from './registry/parts.ts';
import type { Resources } from './registry/resource.ts';
import type { Store } from './storage/store.ts';

export interface NodeConnectionOptions {
  readonly resources: Resources;
  readonly store: Store;
  readonly clock: Clock;
  /** The authority by which agents recognise the server. */
  readonly ca: KeyPair;
  /** PEM of the authority that signed the agents' serving certificates; absent: they are not checked. */
  readonly agentCa?: string;
}

/** Answers the sub-resources that a node agent answers. The client library is loaded with the first of them. */
export function nodeConnection(options: NodeConnectionOptions): AnswerStream {
  let forward: Promise<AnswerStream> | undefined;
  return async (request) => {
    forward ??= connect(options);
    return (await forward)(request);
  };
}

async function connect({ resources, store, clock, ca, agentCa }: NodeConnectionOptions): Promise<AnswerStream> {
  const [{ Agent }, { makeNodeForward }] = await Promise.all([
    import('undici'),
    import('./registry/subresources/node-forward.ts'),
  ]);
  const client = issueCertificate(ca, {
    commonName: 'orch-apiserver-node-client',
    organizations: ['system:masters'],
    usages: ['client'],
    clock,
  });
  const trust = agentCa === undefined ? { rejectUnauthorized: false } : { ca: agentCa };
  const dispatcher = new Agent({ connect: { cert: client.certificatePem, key: client.keyPem, ...trust } });
  return makeNodeForward({ resources, store, dispatcher });
}
