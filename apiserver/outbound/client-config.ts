// The `clientConfig` of webhook configurations and definitions, as the target of a call.

import type { OutboundTarget } from './contract/outbound.ts';

/** As objects have it, valid. */
export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: {
    readonly namespace: string;
    readonly name: string;
    readonly port?: number;
    readonly path?: string;
  };
  /** Base64 of PEM. */
  readonly caBundle?: string;
}

export function targetOf({ url, service, caBundle = '' }: WebhookClientConfig): OutboundTarget {
  const trust = caBundle === '' ? {} : { authority: Buffer.from(caBundle, 'base64').toString('utf8') };
  if (service === undefined) return { ...trust, url: url ?? '' };
  const { namespace, name, port, path } = service;
  return {
    ...trust,
    service: {
      namespace,
      name,
      ...(port === undefined ? {} : { port }),
      ...(path === undefined ? {} : { path }),
    },
  };
}
