// Creates the modules of a configuration: opens webhooks and reads policies.

import { readFile } from 'node:fs/promises';
import type { Connection } from '../../../shared/client/connection/connection.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { OutboundCaller } from '../../outbound/contract/outbound.ts';
import { reviewClient } from '../../outbound/review/review-client.ts';
import { reviewService } from '../../outbound/review/review-service.ts';
import { abacAuthorizer } from '../abac/authorizer.ts';
import { parseAbacPolicies } from '../abac/policy.ts';
import type { Authorizer } from '../contract/authorizer.ts';
import { webhookAuthorizer } from '../webhook/authorizer.ts';
import { evaluateConditions } from '../webhook/match-conditions.ts';
import type { WebhookMetrics } from '../webhook/webhook-metrics.ts';
import type { AuthorizerConfig } from './authorization-config.ts';

export interface ModuleTools {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: WebhookMetrics;
  readonly outbound: OutboundCaller;
}

/** A webhook, and its connection. */
export interface OpenWebhook {
  readonly authorizer: Authorizer;
  readonly connection: Connection;
}

/** Opens no connection yet. Rejects with an Error that names the connection file. */
export async function openWebhook(
  { name, webhook }: Extract<AuthorizerConfig, { type: 'Webhook' }>,
  { vendor, clock, log, metrics, outbound }: ModuleTools,
): Promise<OpenWebhook> {
  const { configPath, timeout, ...settings } = webhook;
  const connection = await reviewService(configPath, { clock, vendor });
  const client = reviewClient({ outbound, purpose: 'authorization', target: { connection }, timeout, clock });
  const evaluate = evaluateConditions;
  return {
    connection,
    authorizer: webhookAuthorizer({ ...settings, name, client, evaluate, vendor, clock, log, metrics }),
  };
}

/** Rejects with an Error that names the file and the line. */
export async function openAbac(
  path: string,
  { vendor, log }: Pick<ModuleTools, 'vendor' | 'log'>,
): Promise<Authorizer> {
  try {
    const { policies, unversioned } = parseAbacPolicies(await readFile(path, 'utf8'), vendor);
    if (unversioned > 0) log.warn('the policy file has lines without a version', { path, lines: unversioned });
    return abacAuthorizer(policies);
  } catch (error) {
    throw new Error(`error reading policy file ${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
