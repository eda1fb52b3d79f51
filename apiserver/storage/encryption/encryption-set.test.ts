import t from 'tap';
import { configText, encryptionSet, provider } from '../../../fixtures/apiserver/encryption.fixture.ts';
import type { EncryptionSet } from './encryption-set.ts';

/** Name of the key that writes the values of a resource; undefined: they are not encrypted. */
function writerOf(set: EncryptionSet, group: string, resource: string): string | undefined {
  const stored = set.transformerOf({ group, resource }).toStorage(Buffer.from('{}'), '/place');
  return /:aesgcm:v1:([^:]+):/.exec(stored.toString('latin1'))?.[1];
}

t.test('of names and wildcards the nearest one counts: of the resource, of its group, of all groups', async (t) => {
  const set = encryptionSet(
    configText([
      ['secrets', `[${provider('aesgcm', 'x')}]`],
      ["'*.apps'", `[${provider('aesgcm', 'a')}]`],
      ["'*.'", `[${provider('aesgcm', 'k')}]`],
      ["'*.*'", `[${provider('aesgcm', 'r')}]`],
    ]),
  );
  t.equal(writerOf(set, '', 'secrets'), 'x');
  t.equal(writerOf(set, '', 'configmaps'), 'k');
  t.equal(writerOf(set, 'apps', 'deployments'), 'a');
  t.equal(writerOf(set, 'batch', 'jobs'), 'r');
});

t.test('a resource without an entry is not encrypted', async (t) => {
  const set = encryptionSet(configText([['secrets', `[${provider('aesgcm', 'x')}]`]]));
  t.equal(writerOf(set, '', 'configmaps'), undefined);
  t.equal(writerOf(set, 'apps', 'secrets'), undefined);
});

t.test('of two entries for a resource the first one writes, and both read', async (t) => {
  const first = ['secrets', `[${provider('aesgcm', 'p')}]`] as const;
  const second = ['secrets', `[${provider('aesgcm', 'z')}]`] as const;
  const secrets = { group: '', resource: 'secrets' };
  const set = encryptionSet(configText([first, second]));
  t.equal(writerOf(set, '', 'secrets'), 'p');
  const place = '/place';
  const other = encryptionSet(configText([second]));
  const written = other.transformerOf(secrets).toStorage(Buffer.from('x'), place);
  t.match(await set.transformerOf(secrets).fromStorage(written, place), { value: Buffer.from('x'), stale: true });
  t.match(await other.transformerOf(secrets).fromStorage(written, place), { stale: false });
});
