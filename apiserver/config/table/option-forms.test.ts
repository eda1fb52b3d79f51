// Options of the library that are misspelt or of the wrong type are refused by name, before anything is made.

import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { vendorIds } from '../../../shared/vendor/profile.ts';
import { checkOptions } from './server-options.ts';
import { type ApiServerOptions, controllersOf } from '../option/options.ts';
import { startApiServer } from '../../server.ts';

const wrong: readonly (readonly [unknown, string | RegExp])[] = [
  [{ datadir: './data' }, 'option datadir is unknown; is it dataDir?'],
  [{ data: './data' }, 'option data is unknown; is it dataDir?'],
  [{ kubeconfig: './admin' }, 'option kubeconfig is unknown; is it kubeconfigPath?'],
  [{ xyz: 1 }, 'option xyz is unknown'],
  [JSON.parse('{"__proto__": 1}'), 'option __proto__ is unknown'],
  [null, 'options must be an object, not null'],
  ['./data', 'options must be an object, not a text'],
  [{ vendor: 'other' }, `option vendor: must be one of ${vendorIds.join(', ')}, not "other"`],
  [{ port: '6443' }, 'option port: must be a whole number from 0 to 65535, not a text'],
  [{ port: 70_000 }, 'option port: must be a whole number from 0 to 65535, not 70000'],
  [{ dataDir: '' }, 'option dataDir: must be a text, not an empty text'],
  [{ dataDir: new URL('file:///data') }, 'option dataDir: must be a text, not an object'],
  [{ authorizationModes: 'RBAC' }, 'option authorizationModes: must be a list, not a text'],
  [{ authorizationModes: ['Rbac'] }, /^option authorizationModes\[0\]: must be one of .*RBAC, not "Rbac"$/],
  [{ controllers: ['*', 'deployment'] }, /^option controllers\[1\]: must be one of \*, .*podgc.*, not "deployment"$/],
  [{ controllers: 'none' }, 'option controllers: must be a list, not a text'],
  [{ eventTtl: '1h' }, 'option eventTtl: must be a number of 0 or more, not a text'],
  [{ historyPeriod: Number.NaN }, 'option historyPeriod: must be a number of 0 or more, not NaN'],
  [{ anonymousAuth: 'no' }, 'option anonymousAuth: must be true or false, not a text'],
  [{ clientCa: './ca.crt' }, 'option clientCa: must be the text of a PEM file (not its path), not a text'],
  [{ serving: { certificate: '-----BEGIN CERTIFICATE-----' } }, 'option serving.privateKey is missing'],
  [{ limits: { maxInFlight: 1 } }, 'option limits.maxInFlight is unknown'],
  [{ limits: { requestTimeout: -1 } }, 'option limits.requestTimeout: must be a number of 0 or more, not -1'],
  [{ featureGates: { WatchList: 'true' } }, 'option featureGates["WatchList"]: must be true or false, not a text'],
  [{ audit: { log: {} } }, 'option audit.log.path is missing'],
  [{ serviceAccounts: { issuers: [] } }, 'option serviceAccounts.issuers: must have at least 1 of them, not 0'],
  [{ serviceAccounts: { issuers: [''] } }, 'option serviceAccounts.issuers[0]: must be a text, not an empty text'],
  [{ log: console }, /^option log: must be an object with the methods debug, .*child, not an object$/],
];

t.test('an option that is misspelt or of the wrong type is refused by its name', async (t) => {
  for (const [options, message] of wrong) {
    t.throws(() => checkOptions(options), { name: 'TypeError', message }, JSON.stringify(options));
  }
});

t.test('options that are left undefined are as good as absent', async (t) => {
  t.doesNotThrow(() => checkOptions({ dataDir: undefined, limits: { maxReading: undefined }, controllers: false }));
});

t.test('a refused option leaves nothing behind', async (t) => {
  const folder = await mkdtemp(join(t.testdir(), 'x-'));
  const options = { dataDir: join(folder, 'data'), controllers: 'none' } as unknown as ApiServerOptions;
  await t.rejects(startApiServer(options), { message: /^option controllers: / });
  t.strictSame(await readdir(folder), []);
});

t.test('a connection file that cannot be written is named', async (t) => {
  const kubeconfigPath = join(t.testdir(), 'missing', 'kubeconfig');
  await t.rejects(startApiServer({ kubeconfigPath }), {
    message: /^the connection file .*missing\/kubeconfig cannot be written: ENOENT/,
  });
});

t.test('controllers go by their longer names too', async (t) => {
  const { runs } = controllersOf({ controllers: ['*', '-node-lifecycle-controller'] });
  t.notOk(runs('nodelifecycle'));
  t.ok(runs('podgc'));
});
