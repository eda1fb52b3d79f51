import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { samplesOf } from '../../wire/format/metrics.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';

export default {
  id: 'deprecated-version-metric',
  title:
    'Requests to deprecated versions MUST be reported in a metric with one series each that joins the request counts.',
  requirements: ['VERS-079', 'VERS-080', 'VERS-081', 'VERS-105'],
  launch: switchedOn,
  async run(c) {
    const group = c.vendor.fill('networking.{api}');
    // It tells that there were requests, not how many.
    for (const resource of ['ipaddresses', 'servicecidrs', 'ipaddresses']) {
      expectOk(await c.wire.get(`/apis/${group}/v1beta1/${resource}`));
    }
    const text = (await c.wire.get('/metrics')).text();
    const requested = samplesOf(text, 'apiserver_requested_deprecated_apis');
    for (const resource of ['ipaddresses', 'servicecidrs']) {
      const own = requested.filter(({ labels }) => labels['group'] === group && labels['resource'] === resource);
      expectEqual(`series of ${resource}`, own.length, 1);
      const [sample] = own;
      expectEqual(`value for ${resource}`, sample?.value, 1);
      const names = ['group', 'removed_release', 'resource', 'subresource', 'version'];
      expectEqual(`labels of ${resource}`, Object.keys(sample?.labels ?? {}).sort(), names);
      expectThat(
        `release that removes ${resource}`,
        /^\d+\.\d+$/.test(sample?.labels['removed_release'] ?? ''),
        'a release',
        sample?.labels,
      );
      const joined = samplesOf(text, 'apiserver_request_total').some(({ labels }) =>
        ['group', 'version', 'resource', 'subresource'].every((name) => labels[name] === sample?.labels[name]),
      );
      expectThat(`request counts of ${resource}`, joined, 'a series with the same labels', 'none');
    }
  },
} satisfies Case;
