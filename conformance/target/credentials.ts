// The credentials of a run: those that stand in the configuration, and those of its plug-in, which is run again when what it
// gave has expired.

import { limits } from '../wire/contract/limits.ts';
import type { Clock } from '../wire/time/clock.ts';
import { type ExecAnswer, runExecPlugin } from './exec-plugin.ts';
import type { Kubeconfig } from './kubeconfig.ts';

/** Who the caller is. PEM texts; all absent: nobody. */
export type Credential = Pick<Kubeconfig, 'certificate' | 'key' | 'token'>;

/** Gives what is valid for a case that begins now. */
export class Credentials {
  readonly #kubeconfig: Kubeconfig;
  readonly #clock: Clock;
  readonly #secrets = new Set<string>();
  #cached: (ExecAnswer & { readonly credential: Credential }) | undefined;
  #running: Promise<Credential> | undefined;

  constructor(kubeconfig: Kubeconfig, clock: Clock) {
    this.#kubeconfig = kubeconfig;
    this.#clock = clock;
    this.#keep(kubeconfig);
  }

  /** Every token and key that was used so far: what no report shows. */
  get secrets(): readonly string[] {
    return [...this.#secrets];
  }

  /**
   * The same object until there is another credential. A plug-in is run for the first and when the last one ends within a
   * case, once for all who ask meanwhile. Throws KubeconfigError, or the reason of the signal.
   */
  async current(signal: AbortSignal): Promise<Credential> {
    if (this.#kubeconfig.exec === undefined) return this.#kubeconfig;
    if (this.#cached !== undefined && this.#clock.now() + limits.case < this.#cached.expires)
      return this.#cached.credential;
    this.#running ??= this.#renew(signal).finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #renew(signal: AbortSignal): Promise<Credential> {
    const { exec, token, certificate, key } = this.#kubeconfig;
    if (exec === undefined) return this.#kubeconfig;
    const { expires, ...given } = await runExecPlugin(exec, { clock: this.#clock, signal });
    // What the user wrote down is meant; the plug-in fills in the rest.
    const own = { ...(token === undefined ? {} : { token }), ...(key === undefined ? {} : { certificate, key }) };
    const next = { ...given, ...own } as Credential;
    const before = this.#cached?.credential;
    const same =
      before && before.token === next.token && before.certificate === next.certificate && before.key === next.key;
    const credential = same ? before : next;
    this.#keep(credential);
    this.#cached = { ...given, expires, credential };
    return credential;
  }

  #keep({ token, key }: Credential): void {
    for (const secret of [token, key]) if (secret !== undefined) this.#secrets.add(secret);
  }
}
