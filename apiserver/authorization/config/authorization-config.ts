// What an authorization configuration says, once it is known to be right: which modules decide, in which order.

import type { MatchCondition } from '../webhook/match-conditions.ts';
import type { ReviewVersion } from '../webhook/review-spec.ts';

/** Modules that a configuration may name. Only webhooks can stand several times. */
export const authorizerTypes = ['ABAC', 'AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook'] as const;
export type AuthorizerType = (typeof authorizerTypes)[number];

export type BuiltInType = Exclude<AuthorizerType, 'Webhook'>;

/** In the order they are asked. */
export type AuthorizationConfig = readonly AuthorizerConfig[];

export type AuthorizerConfig =
  | { readonly type: BuiltInType; readonly name: string }
  | { readonly type: 'Webhook'; readonly name: string; readonly webhook: WebhookConfig };

export interface WebhookConfig {
  /** Absolute path of a connection file. */
  readonly configPath: string;
  readonly version: ReviewVersion;
  /** Milliseconds; 0: answers are not kept. */
  readonly authorizedTtl: number;
  readonly unauthorizedTtl: number;
  /** Milliseconds of one call. */
  readonly timeout: number;
  readonly failurePolicy: 'NoOpinion' | 'Deny';
  readonly conditions: readonly MatchCondition[];
}

/** Of a module that is no webhook. */
export function nameOfType(type: BuiltInType): string {
  return type.toLowerCase();
}
