// The server's way to node agents, for logs, streams and proxied requests: with a client certificate that it was given, or one of
// its own authority, issued when the first such request comes. Agents often present self-signed certificates, so
// theirs are checked only against an authority that is given. The certificate is of a user that has the rights of the
// agents' API and no others: what answers under a node's address may be anything, this server too.

import { issueCertificate, type KeyPair } from '../../shared/certificates/authority.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { NodeConnectionOptions } from '../config/option/options.ts';
import type { StreamMetrics } from '../connect/stream/stream-metrics.ts';
import type { ConnectHandler } from '../registry/context/registry-dependencies.ts';
import type { Resources } from '../registry/contract/resource.ts';
import { type AddressFilter, checkedLookup, isGlobalUnicast } from '../connect/address/proxyable-address.ts';
import type { Store } from '../storage/contract/store.ts';

export interface NodeConnectionSettings extends NodeConnectionOptions {
  readonly resources: Resources;
  readonly store: Store;
  readonly clock: Clock;
  readonly vendor: Vendor;
  readonly metrics?: StreamMetrics;
  /** Issues the client certificate where none is given. */
  readonly ca: KeyPair;
  /** Which IP addresses are connected to; default: those of other hosts. For tests whose agents are on this one. */
  readonly isAllowed?: AddressFilter;
}

/** The user that the server's own client certificate for agents names. */
export function nodeClientUser(vendor: Vendor): string {
  return vendor.fill('{short}-apiserver-kubelet-client');
}

/** Answers the sub-resources that a node agent answers. The client library is loaded with the first of them. */
export function nodeConnection(settings: NodeConnectionSettings): ConnectHandler {
  let forward: Promise<ConnectHandler> | undefined;
  return async (request) => {
    forward ??= connect(settings);
    return (await forward)(request);
  };
}

async function connect(settings: NodeConnectionSettings): Promise<ConnectHandler> {
  const { resources, store, vendor, metrics, agentCa, addressTypes, isAllowed = isGlobalUnicast } = settings;
  const [{ Agent }, { makeNodeForward }] = await Promise.all([
    import('../../shared/client/connection/network-library.ts'),
    import('../connect/node-forward.ts'),
  ]);
  const { certificate, privateKey } = settings.client ?? ownCertificate(settings);
  const trust = agentCa === undefined ? { rejectUnauthorized: false } : { ca: agentCa };
  const lookup = checkedLookup(isAllowed);
  const agentTls = { lookup, cert: certificate, key: privateKey, ...trust };
  // Which certificates other programs on a node, or in a pod, have is not known.
  const otherTls = { lookup, rejectUnauthorized: false };
  return makeNodeForward({
    resources,
    store,
    isAllowed,
    agents: new Agent({ connect: agentTls }),
    agentTls,
    others: new Agent({ connect: otherTls }),
    otherTls,
    protocolDomain: vendor.fill('{api}'),
    ...(metrics === undefined ? {} : { metrics }),
    ...(addressTypes === undefined || addressTypes.length === 0 ? {} : { addressTypes }),
  });
}

function ownCertificate({ ca, clock, vendor }: NodeConnectionSettings): { certificate: string; privateKey: string } {
  const { certificatePem, keyPem } = issueCertificate(ca, {
    commonName: nodeClientUser(vendor),
    usages: ['client'],
    clock,
  });
  return { certificate: certificatePem, privateKey: keyPem };
}
