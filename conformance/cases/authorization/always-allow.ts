import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { allowingAll } from '../../fixtures/launches.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'always-allow',
  title: 'The mode AlwaysAllow MUST allow everything to everybody who is known.',
  requirements: ['AUTHZ-033', 'AUTHZ-040'],
  needs: ['namespace', 'impersonation'],
  launch: allowingAll,
  async run(c) {
    const stranger = c.as(c.unique('stranger'));
    expectOk(await stranger.get('/api/v1/secrets'));
    expectOk(await stranger.get('/metrics'));
    expectCreated(await stranger.post(c.resource('v1', 'configmaps').collection, configMap('mine')));
  },
} satisfies Case;
