// Sends the pod addresses of this node to the runtime, once the API server has assigned them: a runtime may make
// its network configuration from that. Sent again when it changes, and until the runtime accepts it.

import { isIP } from 'node:net';
import type { Log } from '../../shared/process/log/log.ts';
import { type Runtime, RuntimeError } from '../cri/runtime.ts';
import type { Node } from './node.ts';

export interface PodNetworkOptions {
  readonly runtime: Pick<Runtime, 'setPodCidrs'>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** `10.0.1.0/24`, `fd00::/64`. */
function isNetwork(text: unknown): boolean {
  const [address = '', length = '', ...rest] = typeof text === 'string' ? text.split('/') : [];
  return isIP(address) !== 0 && /^\d{1,3}$/.test(length) && rest.length === 0;
}

export class PodNetwork {
  readonly #options: PodNetworkOptions;
  /** The addresses that the runtime has accepted, or does not support. */
  #told = '';
  #fault = '';
  #telling = false;

  constructor(options: PodNetworkOptions) {
    this.#options = options;
  }

  /** Takes the node as the server has it. Returns at once. A failed call is repeated when the node is seen again. */
  seen({ spec }: Node): void {
    const named = spec?.podCIDRs ?? (spec?.podCIDR === undefined ? [] : [spec.podCIDR]);
    // The runtime writes these values into its own files, so only networks are passed on.
    const found = Array.isArray(named) ? named.filter(isNetwork).join(',') : '';
    if (found === '' || found === this.#told || this.#telling) return;
    this.#telling = true;
    void this.#tell(found).finally(() => {
      this.#telling = false;
    });
  }

  async #tell(podCidrs: string): Promise<void> {
    const { runtime, log, signal } = this.#options;
    try {
      await runtime.setPodCidrs(podCidrs, signal);
      log.info('the addresses of pods were sent to the runtime', { podCidrs });
      this.#fault = '';
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof RuntimeError && error.failure === 'unimplemented';
      const fault = String(error);
      if (!isRefused && fault !== this.#fault)
        log.warn('the addresses of pods could not be sent to the runtime', { error: fault });
      this.#fault = fault;
      if (!isRefused) return;
    }
    this.#told = podCidrs;
  }
}
