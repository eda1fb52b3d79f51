// What happens when a deprecated resource is asked for: a Warning header for the caller, two annotations for the audit log,
// and a series of its own in the metrics, so that operators find who still uses it before it is gone.

import type { Metrics } from '../../../shared/process/metric/metrics.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Resource, Subresource } from '../../registry/contract/resource.ts';
import type { RequestContext } from '../contract/stage.ts';

export type DeprecatedUse = (context: RequestContext, resource: Resource, subresource: Subresource | undefined) => void;

/** Does nothing for what is not deprecated, and for the server's own parts: they ask for every kind there is. */
export function deprecatedUse(metrics: Metrics, vendor: Vendor): DeprecatedUse {
  const deprecatedKey = vendor.fill('{api}/deprecated');
  const removedKey = vendor.fill('{api}/removed-release');
  const requested = metrics.gauge({
    name: 'apiserver_requested_deprecated_apis',
    help: 'Deprecated APIs that were requested since the start, with the release that removes them.',
    labels: ['group', 'version', 'resource', 'subresource', 'removed_release'],
    stability: 'STABLE',
  });
  return (context, resource, subresource) => {
    const { deprecation, group, version } = resource;
    if (deprecation === undefined || context.exchange.localUser !== undefined) return;
    const { warning, removedRelease } = deprecation;
    context.warnings.push(warning);
    context.annotate(deprecatedKey, 'true');
    if (removedRelease !== '') context.annotate(removedKey, removedRelease);
    requested.set(1, {
      group,
      version,
      resource: resource.name,
      subresource: subresource?.name ?? '',
      removed_release: removedRelease,
    });
  };
}
