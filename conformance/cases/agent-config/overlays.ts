import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { withConfiguration } from '../../fixtures/agent-config.ts';
import type { Case } from '../../contract/case.ts';

const taint = (key: string) => ({ key, effect: 'NoSchedule' });

export default {
  id: 'overlays',
  title: 'Overlay files MUST replace values and lists, and MUST merge structures and maps.',
  requirements: [
    'ACONF-001',
    'ACONF-002',
    'ACONF-003',
    'ACONF-004',
    'ACONF-005',
    'ACONF-008',
    'ACONF-009',
    'NSTAT-004',
  ],
  needs: ['launch-agent'],
  async run(c) {
    const main = {
      maxPods: 50,
      podsPerCore: 5,
      registerNode: true,
      authentication: { webhook: { enabled: false, cacheTTL: '1m0s' } },
      authorization: { webhook: { cacheAuthorizedTTL: '1m0s', cacheUnauthorizedTTL: '1m30s' } },
      systemReserved: { cpu: '100m', memory: '100Mi', 'ephemeral-storage': '1Gi' },
      registerWithTaints: [taint('a'), taint('b')],
    };
    const overlay = {
      maxPods: 60,
      // A value is no less one for being false.
      registerNode: false,
      authentication: { webhook: { cacheTTL: '3m0s' } },
      authorization: { webhook: { cacheUnauthorizedTTL: '3m0s' } },
      // Null takes a key away.
      systemReserved: { memory: '200Mi', pid: '1000', 'ephemeral-storage': null },
      registerWithTaints: [taint('c')],
    };
    await withConfiguration(c, { 'main.yaml': main, 'overlays/10-first.conf': overlay }, async (flags) => {
      const agent = await c.launchAgent({ flags });
      const shown = await agent.wire.get('/configz');
      expectOk(shown);
      const expectSetting = (field: string, value: unknown) => expectField(shown, `kubeletconfig.${field}`, value);
      expectSetting('maxPods', 60);
      expectSetting('podsPerCore', 5);
      expectSetting('registerNode', false);
      expectSetting('authentication.webhook.enabled', false);
      expectSetting('authentication.webhook.cacheTTL', '3m0s');
      // Launched agents have a flag for the neighbour above, none for this one.
      expectSetting('authorization.webhook.cacheAuthorizedTTL', '1m0s');
      expectSetting('authorization.webhook.cacheUnauthorizedTTL', '3m0s');
      expectSetting('systemReserved', { cpu: '100m', memory: '200Mi', pid: '1000' });
      expectSetting('registerWithTaints', [taint('c')]);
    });
  },
} satisfies Case;
