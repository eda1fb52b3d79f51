import type { Case, CaseContext } from '../../contract/case.ts';
import type { ResourcePaths } from '../../wire/format/paths.ts';
import { expectField, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'namespaces-get-an-account',
  title: 'Each namespace SHOULD have a default account and the authority for its pods, and get them back.',
  requirements: ['AUTHN-013'],
  needs: ['namespace'],
  async run(c) {
    await Promise.all([account(c), authority(c)]);
  },
} satisfies Case;

async function account(c: CaseContext): Promise<void> {
  const accounts = c.resource('v1', 'serviceaccounts');
  const first = await nextOf(c, accounts, 'default', undefined);
  expectDeleted(await c.wire.delete(accounts.item('default')));
  await nextOf(c, accounts, 'default', first);
}

async function authority(c: CaseContext): Promise<void> {
  const maps = c.resource('v1', 'configmaps');
  const name = c.vendor.fill('{short}-root-ca.crt');
  const path = maps.item(name);
  const first = await nextOf(c, maps, name, undefined);
  const published = await c.wire.get(path);
  const certificates = expectText(published, ['data', 'ca.crt']);
  expectThat('the authority', certificates.includes('BEGIN CERTIFICATE'), 'certificates', certificates);
  expectField(published, 'data', { 'ca.crt': certificates });
  const isMended = () =>
    c.eventually(async () => expectField(await c.wire.get(path), 'data', { 'ca.crt': certificates }));
  for (const data of [{ 'ca.crt': 'of another' }, { 'ca.crt': null }, { more: 'of another' }]) {
    expectOk(await c.wire.patch(path, 'merge', { data }));
    await isMended();
  }
  expectDeleted(await c.wire.delete(path));
  await nextOf(c, maps, name, first);
  await isMended();
}

/** Waits until there is an object of the name that is not the one with this uid, and returns its uid. */
function nextOf(c: CaseContext, paths: ResourcePaths, name: string, before: unknown): Promise<unknown> {
  return c.eventually(async () => {
    const found = await c.wire.get(paths.item(name));
    expectOk(found);
    const uid = fieldOf(found, 'metadata.uid');
    expectThat(`uid of ${name}`, uid !== before, 'another one', before);
    return uid;
  });
}
