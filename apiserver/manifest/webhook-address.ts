// Leads webhooks to a process that is being tested: what a configuration says of a service becomes an address of that process, with
// the authority that its certificate is checked by.

import type { ApiObject } from '../../shared/object/api-object.ts';

export interface WebhookAddress {
  /** `https://host:port`, with a path that comes before those of the webhooks, or without. */
  readonly url: string;
  /** PEM of the authority of the certificate that answers there. */
  readonly ca: string;
}

interface ClientConfig {
  readonly url?: unknown;
  readonly service?: { readonly path?: unknown } | null;
}

/**
 * The object with each of its webhooks at this address: those of a configuration for admission, and the one that converts, of a
 * definition. Undefined: it has none. What it was given stays as it is.
 */
export function withWebhooksAt(object: ApiObject, address: WebhookAddress): ApiObject | undefined {
  if (Array.isArray(object['webhooks'])) {
    const webhooks = (object['webhooks'] as readonly { readonly clientConfig?: ClientConfig }[]).map((webhook) => ({
      ...webhook,
      clientConfig: clientConfigAt(webhook.clientConfig ?? {}, address),
    }));
    return { ...object, webhooks };
  }
  const spec = (object['spec'] ?? {}) as { readonly conversion?: Conversion };
  const { conversion } = spec;
  if (conversion?.strategy !== 'Webhook') return undefined;
  const webhook = {
    ...conversion.webhook,
    clientConfig: clientConfigAt(conversion.webhook?.clientConfig ?? {}, address),
  };
  return { ...object, spec: { ...spec, conversion: { ...conversion, webhook } } };
}

interface Conversion {
  readonly strategy?: string;
  readonly webhook?: { readonly clientConfig?: ClientConfig };
}

function clientConfigAt({ url, service }: ClientConfig, address: WebhookAddress): object {
  const { service: _there, ...rest } = { service };
  return {
    ...rest,
    url: `${address.url.replace(/\/+$/, '')}${pathOf(url, service)}`,
    caBundle: Buffer.from(address.ca).toString('base64'),
  };
}

function pathOf(url: unknown, service: ClientConfig['service']): string {
  if (typeof service?.path === 'string' && service.path !== '') {
    return service.path.startsWith('/') ? service.path : `/${service.path}`;
  }
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : '/';
}
