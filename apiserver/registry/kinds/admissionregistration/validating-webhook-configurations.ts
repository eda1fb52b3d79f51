// Webhooks that may refuse what is written.

import type { KindRecord } from '../../contract/kind.ts';
import { contentGeneration } from '../row/generation.ts';
import { webhookConfigurationPrinter, webhookConfigurationStrategy } from './rule/webhook-configurations.ts';

export default {
  group: 'admissionregistration.{api}',
  kind: 'ValidatingWebhookConfiguration',
  name: 'validatingwebhookconfigurations',
  namespaced: false,
  versions: [{ version: 'v1' }],
  categories: ['api-extensions'],
  strategy: webhookConfigurationStrategy,
  printer: webhookConfigurationPrinter,
  generation: { ...contentGeneration, unstored: 'empty' },
} satisfies KindRecord;
