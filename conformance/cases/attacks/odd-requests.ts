import { configMap } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectOk, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';

/** Malformed values for the place of a name. */
const oddNames = [
  '%00',
  '%ff',
  '%c0%ae%c0%ae',
  '%0d%0aX-Injected:%20yes',
  '%20',
  '%25%32%65',
  '__proto__',
  'constructor',
  'a'.repeat(2_000),
];

export default {
  id: 'odd-requests',
  title: 'Malformed names, parameters and bodies MUST be client errors and not internal errors.',
  requirements: ['ERR-037U', 'VERB-090', 'FVAL-001'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const noError = (answer: Exchange) => {
      const { status } = answer;
      expectThat(
        `status of ${answer.title}`,
        status < 500,
        'no error of the service',
        `${status} ${answer.text().slice(0, 200)}`,
      );
      expectThat(
        `headers of ${answer.title}`,
        answer.header('x-injected') === undefined,
        'none of the path',
        'x-injected',
      );
    };
    await c.holds('ERR-037U', async () => {
      for (const name of oddNames) {
        for (const path of [
          `${maps.collection}/${name}`,
          `/api/v1/namespaces/${name}/configmaps`,
          `/api/v1/${name}`,
          `/apis/${name}/v1`,
          `/apis/apps/${name}/deployments`,
          `${maps.collection}/a/${name}`,
        ]) {
          noError(await c.wire.get(path));
          noError(await c.wire.delete(path, undefined, { query: { dryRun: 'All' } }));
          noError(await c.wire.patch(path, 'merge', {}, { query: { dryRun: 'All' } }));
        }
      }
    });
    await c.holds('VERB-090', async () => {
      for (const query of [
        { labelSelector: ','.repeat(10_000) },
        { labelSelector: `a in (${'x,'.repeat(5_000)}x)` },
        { labelSelector: '('.repeat(5_000) },
        { fieldSelector: '='.repeat(5_000) },
        { fieldSelector: 'metadata.name=\u0000' },
        { continue: 'A'.repeat(10_000) },
      ]) {
        noError(await c.wire.get(maps.collection, { query }));
      }
      // No numbers of 64 bits.
      for (const query of [
        { limit: '9'.repeat(400) },
        { resourceVersion: '9'.repeat(400) },
        { resourceVersion: '18446744073709551616', resourceVersionMatch: 'Exact' },
        { timeoutSeconds: '9'.repeat(400) },
      ]) {
        const answer = await c.wire.get(maps.collection, { query });
        noError(answer);
        expectRefused(answer);
      }
    });
    await c.holds('FVAL-001', async () => {
      const flow = c.vendor.fill('flowcontrol.apiserver.{api}/v1');
      const level = { name: 'catch-all' };
      const query = { dryRun: 'All' };
      for (const spec of [
        {},
        { rules: [{}], priorityLevelConfiguration: level },
        { rules: [{ resourceRules: [{}] }], priorityLevelConfiguration: level },
        {
          rules: [{ subjects: [{ kind: 'User' }], resourceRules: [{ clusterScope: true }] }],
          priorityLevelConfiguration: level,
        },
      ]) {
        const name = c.unique('flow');
        const body = { apiVersion: flow, kind: 'FlowSchema', metadata: { name }, spec };
        noError(await c.wire.post(c.clusterResource(flow, 'flowschemas').collection, body, { query }));
      }
      for (const metadata of [[], 'x', { name: {} }, { name: 'a', labels: [] }]) {
        for (const fieldValidation of ['Ignore', 'Warn', 'Strict']) {
          const query = { dryRun: 'All', fieldValidation };
          expectStatus(await c.wire.post(maps.collection, { ...configMap('a'), metadata }, { query }), 400, 422);
        }
      }
      for (const metadata of [null, { name: null }, { name: 'a', ownerReferences: [null] }]) {
        noError(await c.wire.post(maps.collection, { ...configMap('a'), metadata }, { query }));
      }
    });
    expectOk(await c.wire.get('/livez'));
  },
} satisfies Case;
