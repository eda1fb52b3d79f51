// Renews the agent's self-signed serving certificate, as long before its expiry as those that the API service signs. The
// socket stays open: existing connections continue, new ones get the new certificate.

import { X509Certificate } from 'node:crypto';
import { type BackOff, backOffDelay } from '../../../shared/process/time/back-off.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Metrics } from '../../../shared/process/metric/metrics.ts';
import { renewalTime } from '../../certificate/certificate-keeper.ts';
import { type CertificateMeasure, certificateMeasure } from '../../certificate/certificate-measure.ts';
import type { ServingCertificate } from './serving-certificate.ts';

export interface SelfSignedKeeperOptions {
  /** The certificate that is served at the start. */
  readonly initial: ServingCertificate;
  /** Creates a new one, and stores it for the next start. */
  readonly make: () => Promise<ServingCertificate>;
  /** Called with each new one. */
  readonly renewed: (pair: ServingCertificate) => void;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Numbers in [0, 1). Default Math.random. */
  readonly random?: () => number;
}

const backOff: BackOff = { initial: 2_000, cap: 60_000, jitter: 0.1 };
/** Longest sleep in milliseconds: a change of the wall clock, or a suspended host, is noticed within this time. */
const longestSleep = 6 * 3_600_000;

export class SelfSignedKeeper implements Loop {
  readonly name = 'serving-certificate';
  readonly #options: SelfSignedKeeperOptions;
  readonly #measure: CertificateMeasure;
  #due = 0;

  constructor(options: SelfSignedKeeperOptions) {
    this.#options = options;
    this.#measure = certificateMeasure(options.metrics, 'serving', options.clock);
    this.#inUse(options.initial);
  }

  /** A failure is retried with growing pauses, while the old certificate stays in use. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options;
    for (let failures = 0; !signal.aborted; ) {
      const rest = this.#due - clock.now();
      if (rest > 0) {
        await clock.sleep(Math.min(longestSleep, rest), signal).catch(() => undefined);
        continue;
      }
      try {
        await this.#renew();
        failures = 0;
      } catch (error) {
        failures += 1;
        this.#measure.count('failed');
        log.warn('the serving certificate could not be renewed; trying again', { error: String(error) });
        await clock.sleep(backOffDelay(backOff, failures, this.#options.random), signal).catch(() => undefined);
      }
    }
  }

  async #renew(): Promise<void> {
    const { make, renewed, log } = this.#options;
    const pair = await make();
    renewed(pair);
    this.#measure.count('renewed');
    const notAfter = this.#inUse(pair);
    log.info('the serving certificate was renewed', { ends: new Date(notAfter).toISOString() });
  }

  /** Its end, in milliseconds since the epoch. */
  #inUse({ certificate }: ServingCertificate): number {
    const { validFrom, validTo } = new X509Certificate(certificate);
    const [notBefore, notAfter] = [Date.parse(validFrom), Date.parse(validTo)];
    this.#due = renewalTime({ since: notBefore, notBefore, notAfter }, this.#options.random);
    this.#measure.inUse({ notAfter });
    return notAfter;
  }
}
