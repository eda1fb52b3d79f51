import { withConfiguration } from '../../fixtures/agent-config.ts';
import { type Case, type CaseContext, NotObservable } from '../../contract/case.ts';
import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';

/** What an agent uses with an empty file. Where nothing is the same as 0 or false it may show nothing. */
const defaults: Readonly<Record<string, unknown>> = {
  maxPods: 110,
  podsPerCore: 0,
  nodeStatusUpdateFrequency: '10s',
  nodeStatusReportFrequency: '5m0s',
  nodeLeaseDurationSeconds: 40,
  nodeStatusMaxImages: 50,
  registerNode: true,
  eventRecordQPS: 50,
  eventBurst: 100,
  evictionPressureTransitionPeriod: '5m0s',
  streamingConnectionIdleTimeout: '4h0m0s',
  runtimeRequestTimeout: '2m0s',
  serverTLSBootstrap: false,
  'authentication.webhook.cacheTTL': '2m0s',
  'authorization.webhook.cacheAuthorizedTTL': '5m0s',
  'authorization.webhook.cacheUnauthorizedTTL': '30s',
  'evictionHard.memory~available': '100Mi',
  'evictionHard.nodefs~available': '10%',
  'evictionHard.nodefs~inodesFree': '5%',
  'evictionHard.imagefs~available': '15%',
  'evictionHard.imagefs~inodesFree': '5%',
};

const unsetAsZero: readonly string[] = ['podsPerCore', 'serverTLSBootstrap'];

/** Fields of a file with the flag that sets another value, and what then holds. */
const flagged: readonly (readonly [field: string, inFile: unknown, flag: string, result: unknown])[] = [
  ['maxPods', 20, '--max-pods=30', 30],
  ['podsPerCore', 2, '--pods-per-core=3', 3],
  ['nodeStatusUpdateFrequency', '7s', '--node-status-update-frequency=1m30s', '1m30s'],
  ['nodeStatusMaxImages', 9, '--node-status-max-images=-1', -1],
  ['registerNode', true, '--register-node=false', false],
  ['eventRecordQPS', 7, '--event-qps=0', 0],
  ['eventBurst', 8, '--event-burst=9', 9],
  ['systemReserved', { memory: '10Mi' }, '--system-reserved=memory=20Mi', { memory: '20Mi' }],
  ['evictionHard', { 'memory.available': '5%' }, '--eviction-hard=memory.available<7%', { 'memory.available': '7%' }],
  ['evictionSoft', {}, '--eviction-soft=memory.available<9%', { 'memory.available': '9%' }],
  ['evictionSoftGracePeriod', {}, '--eviction-soft-grace-period=memory.available=90s', { 'memory.available': '90s' }],
  ['evictionPressureTransitionPeriod', '1m0s', '--eviction-pressure-transition-period=2m0s', '2m0s'],
  ['streamingConnectionIdleTimeout', '1h0m0s', '--streaming-connection-idle-timeout=2h0m0s', '2h0m0s'],
  ['runtimeRequestTimeout', '1m0s', '--runtime-request-timeout=3m0s', '3m0s'],
  ['providerID', 'conformance://1', '--provider-id=conformance://2', 'conformance://2'],
];

export default {
  id: 'defaults-and-flags',
  title: 'An agent MUST use the documented defaults, a file over them, and its flags over the file.',
  requirements: ['NSTAT-004'],
  needs: ['launch-agent'],
  async run(c) {
    await c.holds('NSTAT-004', async () => {
      await withConfiguration(c, { 'main.yaml': {} }, async ([file = '']) => {
        const shown = await shownBy(c, [file]);
        for (const [field, value] of Object.entries(defaults)) {
          const path = ['kubeletconfig', ...field.split('.').map((part) => part.replaceAll('~', '.'))];
          if (unsetAsZero.includes(field) && fieldOf(shown, path) === undefined) continue;
          expectField(shown, path, value);
        }
      });
    });
    const main = {
      ...Object.fromEntries(flagged.map(([field, inFile]) => [field, inFile])),
      nodeLeaseDurationSeconds: 35,
      mergeDefaultEvictionSettings: true,
    };
    await withConfiguration(c, { 'main.yaml': main }, async ([file = '']) => {
      await c.holds('NSTAT-004', async () => {
        const shown = await shownBy(c, [file]);
        expectField(shown, 'kubeletconfig.nodeLeaseDurationSeconds', 35);
        for (const [field, inFile] of flagged.filter(([name]) => !name.startsWith('evictionSoft')))
          expectValue(shown, field, inFile);
      });
      await c.holds('NSTAT-004', async () => {
        const shown = await shownBy(c, [file, ...flagged.map(([, , flag]) => flag)]);
        expectField(shown, 'kubeletconfig.nodeLeaseDurationSeconds', 35);
        expectField(shown, 'kubeletconfig.mergeDefaultEvictionSettings', true);
        for (const [field, , , result] of flagged) expectValue(shown, field, result);
      });
    });
  },
} satisfies Case;

/** Of a map only these entries: the agent may have added its defaults. */
function expectValue(shown: unknown, field: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return expectField(shown, ['kubeletconfig', field], value);
  for (const [key, one] of Object.entries(value)) expectField(shown, ['kubeletconfig', field, key], one);
}

/** What an agent with these flags says that it uses. */
async function shownBy(c: CaseContext, flags: readonly string[]): Promise<unknown> {
  const agent = await c.launchAgent({ flags });
  const answer = await agent.wire.get('/configz');
  if (answer.status === 404) throw new NotObservable('the agent does not serve its configuration');
  expectOk(answer);
  return answer.json();
}
