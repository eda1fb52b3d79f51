// How a server calls programs of its users: a client that is loaded and made with the first call.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { Metrics } from '../../shared/process/metric/metrics.ts';
import { productVersion } from '../../shared/process/host/product-version.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { OutboundCaller, ServiceResolver } from './contract/outbound.ts';
import type { OutboundClient } from './outbound-client.ts';
import type { ServiceViews } from './service-address.ts';

export interface OutboundContext {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

export interface LazyOutbound extends OutboundCaller {
  /** Ends every call under way. Repeatable; later calls fail. */
  close(): void;
}

/** `views`: where services are looked for; absent: targets are addresses only. */
export function lazyOutbound(context: OutboundContext, views?: ServiceViews): LazyOutbound {
  let loading: Promise<OutboundClient> | undefined;
  let closed = false;
  return {
    async postJson(target, call) {
      const client = await (loading ??= load(context, views));
      if (closed) client.close();
      return client.postJson(target, call);
    },
    close() {
      closed = true;
      void loading?.then((client) => client.close());
    },
  };
}

const noServices: ServiceResolver = () => {
  throw new Error('services of the cluster cannot be called from here');
};

async function load({ vendor, clock, metrics }: OutboundContext, views?: ServiceViews): Promise<OutboundClient> {
  const { OutboundClient } = await import('./outbound-client.ts');
  const { outboundMetrics } = await import('./outbound-metrics.ts');
  const { serviceResolver } = await import('./service-address.ts');
  const { systemRoots } = await import('./system-roots.ts');
  return new OutboundClient({
    clock,
    metrics: outboundMetrics(metrics),
    resolveService: views === undefined ? noServices : serviceResolver(views, vendor, Math.random),
    systemRoots: () => systemRoots(process.env['SSL_CERT_FILE']),
    userAgent: `orch-apiserver/${productVersion()}`,
  });
}
