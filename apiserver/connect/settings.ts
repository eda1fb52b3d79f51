// What the way to nodes, pods and services needs.

import type { ConnectionOptions } from 'node:tls';
import type { Dispatcher } from 'undici';
import type { Resources } from '../registry/contract/resource.ts';
import type { Store } from '../storage/contract/store.ts';
import type { AddressFilter } from './address/proxyable-address.ts';
import type { StreamMetrics } from './stream/stream-metrics.ts';

export interface ConnectSettings {
  readonly resources: Resources;
  readonly store: Store;
  /** Connects to agents: holds the client certificate and the authority that agents are verified against. */
  readonly agents: Dispatcher;
  /** The same of connections that change their protocol. */
  readonly agentTls: ConnectionOptions;
  /** Connects to what is no agent, without a client certificate. */
  readonly others: Dispatcher;
  /** The same of connections that change their protocol. */
  readonly otherTls: ConnectionOptions;
  /** Which IP addresses are connected to. The four above must hold names to it, by `checkedLookup`. */
  readonly isAllowed: AddressFilter;
  /** Types of addresses in the order they are tried. Default: that of `preferredAddress`. */
  readonly addressTypes?: readonly string[];
  /** Default `https`. */
  readonly scheme?: 'https' | 'http';
  /** As versions of the stream protocol are named: `v5.channel.` before it. */
  readonly protocolDomain: string;
  /** Milliseconds without a byte after which a stream ends. Default four hours. */
  readonly idle?: number;
  readonly metrics?: StreamMetrics;
}
