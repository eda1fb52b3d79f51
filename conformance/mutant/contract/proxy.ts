import type { Kubeconfig } from '../../target/kubeconfig.ts';

/** What stands in front of a target, and how to reach the target through it. */
export interface Proxy {
  readonly kubeconfig: Kubeconfig;
  close(): Promise<void>;
}
