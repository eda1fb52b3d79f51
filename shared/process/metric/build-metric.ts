// Which program this is, as a metric with the constant value 1.

import process from 'node:process';
import type { Vendor } from '../../vendor/vendor.ts';
import type { Metrics } from './metrics.ts';
import { productVersion } from '../host/product-version.ts';

/** `apiVersion`: the version of the interface that the program speaks, `v1.34.0`. */
export function recordBuild(metrics: Metrics, vendor: Vendor, apiVersion: string): void {
  const [major = '', minor = ''] = apiVersion.replace(/^v/, '').split('.');
  metrics
    .gauge({
      name: vendor.fill('{maker}_build_info'),
      help: 'The version of the API and of the program, as labels; always 1.',
      labels: ['major', 'minor', 'git_version', 'product_version', 'runtime', 'platform'],
      stability: 'ALPHA',
    })
    .set(1, {
      major,
      minor,
      git_version: apiVersion,
      product_version: productVersion(),
      runtime: `node ${process.versions.node}`,
      platform: `${process.platform}/${process.arch}`,
    });
}
