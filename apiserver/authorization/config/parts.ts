// The parts of authorization that only some servers have, to be loaded together.

export { matchCompiler } from '../webhook/match-conditions.ts';
export { webhookMetrics } from '../webhook/webhook-metrics.ts';
export { checkSameTypes, readAuthorizationConfig } from './check-config.ts';
export { openAbac, openWebhook } from './configured-modules.ts';
