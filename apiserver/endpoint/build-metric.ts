// Which program this is, as a metric with the constant value 1.

import process from 'node:process';
import type { Metrics } from '../../shared/process/metrics.ts';
import { productVersion } from '../../shared/process/product-version.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { apiVersion } from './version.ts';

export function recordBuild(metrics: Metrics, vendor: Vendor): void {
  const { major, minor, patch } = apiVersion;
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
      git_version: `v${major}.${minor}.${patch}`,
      product_version: productVersion(),
      runtime: `node ${process.versions.node}`,
      platform: `${process.platform}/${process.arch}`,
    });
}
