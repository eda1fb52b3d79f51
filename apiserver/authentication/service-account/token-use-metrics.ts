// Which kinds of tokens of service accounts are in use, so that operators see whether the old kinds still are.

import type { Metrics } from '../../../shared/process/metric/metrics.ts';

/** `valid` and `stale`: lengthened tokens before and after the time at which their holder should have got another; the rest: of secrets. */
export type TokenUse = 'valid' | 'stale' | 'legacy' | 'manual' | 'automatic' | 'invalidated';

const rows: Readonly<Record<TokenUse, readonly [name: string, help: string]>> = {
  valid: ['valid_tokens_total', 'Uses of lengthened tokens before they should have been renewed.'],
  stale: ['stale_tokens_total', 'Uses of lengthened tokens after they should have been renewed.'],
  legacy: ['legacy_tokens_total', 'Uses of tokens of secrets.'],
  manual: ['legacy_manual_token_uses_total', 'Uses of tokens of secrets that a user made.'],
  automatic: ['legacy_auto_token_uses_total', 'Uses of tokens of secrets that were made for their account.'],
  invalidated: ['invalid_legacy_auto_token_uses_total', 'Refused uses of tokens of secrets that count no more.'],
};

export function tokenUseMetrics(metrics: Metrics): (use: TokenUse) => void {
  const counters = new Map(
    Object.entries(rows).map(([use, [name, help]]) => [
      use,
      metrics.counter({ name: `serviceaccount_${name}`, help, stability: 'ALPHA' }),
    ]),
  );
  return (use) => counters.get(use)?.increment();
}
