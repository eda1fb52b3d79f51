import type { Case, OwnServer } from '../../contract/case.ts';
import { encryptedAs, type Entry, identity, keyed, storedTexts } from '../../fixtures/encrypted/encryption-file.ts';
import {
  headOf,
  keysOf,
  kindsToStore,
  markOf,
  marks,
  rewriteObjects,
  type StoredKind,
  storeObjects,
} from '../../fixtures/encrypted/stored-objects.ts';
import { withDataFolder } from '../../fixtures/restarts.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'encryption-at-rest',
  title:
    'What is configured as encrypted MUST NOT be in clear in the store, MUST stay readable while its key is replaced, and MUST NOT be readable without its key.',
  requirements: ['OBJ-005', 'DEL-026'],
  needs: ['launch-server'],
  async run(c) {
    const kinds = kindsToStore(c.vendor);
    await withDataFolder(c, async (folder) => {
      const named = kinds.filter(({ entry }) => !entry.includes('*'));
      const whole = kinds.filter((kind) => !named.includes(kind));
      const flag = (providersOf: (kind: StoredKind) => readonly object[], ...more: readonly Entry[]) => {
        const entry = (kind: StoredKind): Entry => [[kind.entry], providersOf(kind)];
        return encryptedAs(folder, c.vendor, [...named.map(entry), ...more, ...whole.map(entry)]);
      };
      const found = () => storedTexts(folder, marks);

      // One kind is stored in clear, which proves that the search finds such content. Of two entries for a kind the first
      // one writes.
      const first = await folder.restart(
        await flag(
          (kind) => (isPlain(kind) ? [identity, keysOf(kind, 'a')] : [keysOf(kind, 'a')]),
          [['secrets'], [keyed('aescbc', 'marked-second-entry')]],
        ),
      );
      for (const name of ['kept', 'rewritten']) await storeObjects(first, kinds, name);
      const before = await contents(first, kinds);
      const written = await found();
      for (const kind of kinds) {
        for (const name of ['kept', 'rewritten'])
          expectEqual(`${markOf(kind, name)} in clear`, written.has(markOf(kind, name)), isPlain(kind));
        expectEqual(`values of ${headOf(kind, 'a')}`, written.has(headOf(kind, 'a')), !isPlain(kind));
      }
      expectThat('methods of the second entry', !has(written, 'marked-second-entry'), 'none', [...written]);

      // The new key writes, the old one still reads. What is written unchanged is encrypted anew.
      const second = await folder.restart(
        await flag((kind) => [keysOf(kind, 'b', 'a'), ...(isPlain(kind) ? [identity] : [])]),
      );
      expectEqual('objects under a new key', await contents(second, kinds), before);
      await rewriteObjects(second, kinds, 'rewritten');
      await storeObjects(second, kinds, 'later');
      const rewritten = await found();
      for (const kind of kinds) {
        expectThat(`values of ${headOf(kind, 'b')}`, rewritten.has(headOf(kind, 'b')), 'some', 'none');
        expectEqual(`${markOf(kind, 'later')} in clear`, rewritten.has(markOf(kind, 'later')), false);
      }

      // The new key alone. The entries for whole groups keep the old one, which the server's own objects need.
      const third = await folder.restartUnready(
        await flag((kind) => [named.includes(kind) ? keysOf(kind, 'b') : keysOf(kind, 'b', 'a')]),
      );
      for (const kind of kinds) {
        const lost = named.includes(kind);
        await expectRead(third, `${kind.collection}/rewritten`, true);
        await expectRead(third, `${kind.collection}/later`, true);
        await expectRead(third, `${kind.collection}/kept`, !lost);
        // Or it is not ready to list: 429.
        const list = await third.wire.get(kind.collection);
        expectThat(
          `status of ${list.title}`,
          lost ? list.status === 429 || list.status >= 500 : list.status === 200,
          lost ? 'a failure' : '200',
          list.status,
        );
      }
    });
  },
} satisfies Case;

function isPlain({ entry }: StoredKind): boolean {
  return entry.startsWith('cronjobs');
}

function has(texts: ReadonlySet<string>, part: string): boolean {
  return [...texts].some((text) => text.includes(part));
}

/** The annotation of the objects that the first server stored. */
async function contents({ wire }: OwnServer, kinds: readonly StoredKind[]): Promise<readonly unknown[]> {
  const paths = kinds.flatMap(({ collection }) => [`${collection}/kept`, `${collection}/rewritten`]);
  return Promise.all(
    paths.map(async (path) => {
      const read = await wire.get(path);
      expectOk(read);
      return (read.json() as { readonly metadata: { readonly annotations: object } }).metadata.annotations;
    }),
  );
}

/** A server that cannot read an object says so: a 404 would claim that it does not exist. */
async function expectRead({ wire }: OwnServer, path: string, readable: boolean): Promise<void> {
  const { status } = await wire.get(path);
  const right = readable ? status === 200 : status >= 500;
  expectThat(`status of ${path}`, right, readable ? '200' : 'an error of the server', status);
}
