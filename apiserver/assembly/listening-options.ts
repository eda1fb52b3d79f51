// The options of the listener, from those of the server.

import { opensslCiphers } from '../../shared/process/host/cipher-suites.ts';
import type { ApiServerOptions } from '../config/option/options.ts';
import type { ListenerOptions } from '../http/transport/listener.ts';

/** What the options say of connections, as the listener takes it. */
export function connectionsOf({ listening = {} }: ApiServerOptions): Partial<ListenerOptions> {
  const { minVersion, cipherSuites, named, sharePort, goawayChance = 0 } = listening;
  return {
    ...(minVersion === undefined ? {} : { minVersion }),
    ...(cipherSuites === undefined ? {} : { ciphers: opensslCiphers(cipherSuites) }),
    ...(named === undefined ? {} : { named }),
    ...(sharePort === undefined ? {} : { sharePort }),
    ...(goawayChance === 0 ? {} : { sendAway: () => Math.random() < goawayChance }),
  };
}
