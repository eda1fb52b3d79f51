import type { Kubeconfig } from '../../target/kubeconfig.ts';

/** A proxy in front of a target, and the configuration for clients of the proxy. */
export interface Proxy {
  readonly kubeconfig: Kubeconfig;
  close(): Promise<void>;
}
