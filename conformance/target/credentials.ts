// The credentials of a run: those in the configuration, and those of its plug-in, which runs again when its credentials
// expire.

import { limits } from '../wire/contract/limits.ts';
import type { Clock } from '../wire/time/clock.ts';
import { type ExecAnswer, runExecPlugin } from './exec-plugin.ts';
import type { Kubeconfig } from './kubeconfig.ts';

/** The identity of the caller. PEM texts; all absent: anonymous. */
export type Credential = Pick<Kubeconfig, 'certificate' | 'key' | 'token'>;

/** Returns credentials that are valid for a case that starts now. */
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

  /** Every token and key used so far; reports hide them. */
  get secrets(): readonly string[] {
    return [...this.#secrets];
  }

  /**
   * Returns the same object until the credential changes. Runs a plug-in for the first credential and when the last one
   * expires within the time limit of a case; concurrent callers share one run. Throws KubeconfigError, or the reason of
   * the signal.
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
    // Credentials in the configuration take precedence; the plug-in adds the others.
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
