// Keeps one certificate of the agent valid: requests a new one after 70 to 90 % of its lifetime (at random, so that
// nodes created together do not renew together), when there is none, or when its contents are outdated. A failure is
// retried with growing pauses while the old certificate stays in use.

import { type BackOff, backOffDelay } from '../../shared/process/time/back-off.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import type { Metrics } from '../../shared/process/metric/metrics.ts';
import { type CertificateMeasure, certificateMeasure } from './certificate-measure.ts';
import type { CertificateFolder, HeldCertificate } from './certificate-folder.ts';
import {
  CertificateRefused,
  type CertificateTerms,
  covers,
  requestCertificate,
  type RequestContext,
} from './certificate-request.ts';

export interface CertificateKeeperOptions {
  /** For logs and metrics: `client` or `serving`. */
  readonly purpose: 'client' | 'serving';
  readonly folder: CertificateFolder;
  /** The certificate in use at the start; undefined: none yet. */
  readonly initial: HeldCertificate | undefined;
  /** The current contents for the certificate; undefined: not known yet. */
  readonly terms: () => Promise<CertificateTerms | undefined>;
  /** Creates the client for the signing requests. Called for each attempt with the current certificate; closed after it. */
  readonly route: (held: HeldCertificate | undefined) => Promise<CertificateRoute>;
  /** Called with each new certificate, after it is on disk. */
  readonly renewed?: (held: HeldCertificate) => void;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Numbers in [0, 1). Default Math.random. */
  readonly random?: () => number;
}

/** A client for the signing requests of the API service. */
export interface CertificateRoute extends Pick<RequestContext, 'requests' | 'apiVersion'> {
  readonly close: () => Promise<void>;
}

const backOff: BackOff = { initial: 2_000, cap: 60_000, jitter: 0.1 };
/** Longest sleep in milliseconds: a change of the wall clock, or a suspended host, is noticed within this time. */
const longestSleep = 60_000;

export class CertificateKeeper implements Loop {
  readonly name: string;
  readonly #options: CertificateKeeperOptions;
  readonly #measure: CertificateMeasure;
  #held: HeldCertificate | undefined;
  #due = 0;

  constructor(options: CertificateKeeperOptions) {
    const { purpose, metrics, clock } = options;
    this.name = `${purpose}-certificate`;
    this.#options = options;
    this.#measure = certificateMeasure(metrics, purpose, clock);
    if (options.initial !== undefined) this.#use(options.initial);
  }

  /** The certificate in use; undefined: none yet. */
  current(): HeldCertificate | undefined {
    return this.#held;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, log, purpose } = this.#options;
    let failures = 0;
    try {
      for (;;) {
        const terms = await this.#wanted(signal);
        if (terms === undefined) {
          await clock.sleep(Math.max(0, Math.min(longestSleep, this.#due - clock.now())) || longestSleep, signal);
          continue;
        }
        try {
          await this.#renew(terms, signal);
          failures = 0;
        } catch (error) {
          signal.throwIfAborted();
          failures += 1;
          this.#measure.count('failed');
          const ends = this.#held === undefined ? 'never' : new Date(this.#held.notAfter).toISOString();
          log.warn(`no new ${purpose} certificate was issued; trying again`, { error: String(error), ends });
          await clock.sleep(backOffDelay(backOff, failures, this.#options.random), signal);
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** The contents to request; undefined: no renewal is due. */
  async #wanted(signal: AbortSignal): Promise<CertificateTerms | undefined> {
    const { clock, log, terms } = this.#options;
    let wanted: CertificateTerms | undefined;
    try {
      wanted = await terms();
    } catch (error) {
      signal.throwIfAborted();
      log.warn('the contents of the certificate could not be determined', { error: String(error) });
    }
    if (wanted === undefined) return undefined;
    const held = this.#held;
    return held === undefined || clock.now() >= this.#due || !covers(held.certificate, wanted) ? wanted : undefined;
  }

  async #renew(terms: CertificateTerms, signal: AbortSignal): Promise<void> {
    const { folder, route, clock, log, renewed, purpose } = this.#options;
    const way = await route(this.#held);
    try {
      const held = await renewedPair(folder, terms, { ...way, clock, log, signal });
      this.#use(held);
      this.#measure.count('renewed');
      log.info(`a new ${purpose} certificate is in use`, { ends: new Date(held.notAfter).toISOString() });
      renewed?.(held);
    } finally {
      await way.close();
    }
  }

  #use(held: HeldCertificate): void {
    this.#held = held;
    this.#due = renewalTime(held, this.#options.random);
    this.#measure.inUse(held);
  }
}

/**
 * When to ask for the next certificate, in milliseconds since the epoch. Certificates are dated back a little, which is no
 * part of their life here.
 */
export function renewalTime(
  { since, notBefore, notAfter }: Pick<HeldCertificate, 'since' | 'notBefore' | 'notAfter'>,
  random = Math.random,
): number {
  const start = Math.min(Math.max(notBefore, since), notAfter);
  return start + (notAfter - start) * (0.7 + 0.2 * random());
}

/** Requests a certificate and puts it into use. Rejects as `requestCertificate` does; a refused request is not reused. */
export async function renewedPair(
  folder: CertificateFolder,
  terms: CertificateTerms,
  context: RequestContext,
): Promise<HeldCertificate> {
  const key = await folder.pendingKey();
  try {
    const held = await folder.keep(await requestCertificate(terms, key, context), key);
    await folder.forgetPendingKey();
    return held;
  } catch (error) {
    if (error instanceof CertificateRefused) await folder.forgetPendingKey();
    throw error;
  }
}
