import type { Case, OwnServer } from '../../contract/case.ts';
import { encryptedAs } from '../../fixtures/encrypted/encryption-file.ts';
import { type Metadata, secret } from '../../fixtures/manifests.ts';
import { type DataFolder, withDataFolder } from '../../fixtures/restarts.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';

const unsafe = { ignoreStoreReadErrorWithClusterBreakingPotential: true };
const gate = '--feature-gates=AllowUnsafeMalformedObjectDeletion=true';
const finalizers = ['conformance.example/x'];
const secrets = '/api/v1/namespaces/default/secrets';
/** A kind that the server itself does not use. */
const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions';
/** A kind of which a wrong key makes something that is no object. */
const templates = '/api/v1/namespaces/default/podtemplates';
/** For each encrypted kind one object with a finalizer and one without. */
const lost = [secrets, revisions, templates].flatMap((kind) => [`${kind}/held`, `${kind}/free`]);

const revision = (name: string, metadata: Metadata = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'ControllerRevision',
  metadata: { name, ...metadata },
  revision: 1,
  data: { k: 'v' },
});

const template = (name: string, metadata: Metadata = {}) => ({
  apiVersion: 'v1',
  kind: 'PodTemplate',
  metadata: { name, ...metadata },
  template: { spec: { containers: [{ name: 'c', image: 'i' }] } },
});

export default {
  id: 'unreadable-objects',
  title:
    'An object that cannot be decrypted or decoded MUST be deleted by the unsafe option with its gate, despite finalizers, and not otherwise.',
  requirements: ['DEL-007', 'DEL-013', 'DEL-014', 'DEL-024', 'DEL-026', 'DEL-027', 'DEL-029'],
  needs: ['launch-server'],
  async run(c) {
    await withDataFolder(c, async (folder) => {
      const before = await folder.restart(await withKey(folder, c.vendor, 'a'));
      for (const [name, more] of [
        ['held', { finalizers }],
        ['free', {}],
      ] as const) {
        expectCreated(await before.wire.post(secrets, secret(name, { k: 'v' }, more)));
        expectCreated(await before.wire.post(revisions, revision(name, more)));
        expectCreated(await before.wire.post(templates, template(name, more)));
      }
      const otherKey = await withKey(folder, c.vendor, 'b');
      const without = await folder.restartUnready(otherKey);
      await c.eventually(async () => {
        for (const path of lost) expectUnread(await without.wire.get(path));
      });
      await c.holds(['DEL-013', 'DEL-014'], async () => {
        for (const path of lost) {
          // The option may be refused, or ignored; a normal delete cannot read the object either.
          expectUnread(await without.wire.delete(path, unsafe));
          expectUnread(await without.wire.get(path));
        }
      });
      const { wire } = await folder.restartUnready(otherKey, gate);
      await c.eventually(() => ofItsOwn({ wire }));
      await c.holds('DEL-026', async () => {
        for (const path of lost) expectUnread(await wire.get(path));
      });
      await c.holds(['DEL-007', 'DEL-029'], async () => {
        for (const path of lost) {
          expectUnread(await wire.delete(path));
          expectUnread(await wire.get(path));
        }
      });
      const remove = async (names: RegExp) => {
        for (const path of lost.filter((each) => names.test(each))) {
          expectStatus(await wire.delete(path, unsafe), 200);
          expectStatus(await wire.get(path), 404);
        }
      };
      await c.holds('DEL-024', () => remove(/free/));
      await c.holds('DEL-027', () => remove(/held/));
      await c.eventually(async () => {
        for (const kind of [secrets, revisions, templates]) expectOk(await wire.get(kind));
      });
    });
  },
} satisfies Case;

/** The flag for a file with one key. Keys of all letters have the same name, so a wrong key is tried and fails. */
function withKey(folder: DataFolder, vendor: Vendor, letter: string): Promise<string> {
  const key = (text: string) => ({ name: 'key', secret: Buffer.from(text).toString('base64') });
  const known = letter.repeat(32);
  // AES-CBC notices a wrong key by the padding only, which one of 256 wrong keys makes a good one.
  const others = Array.from({ length: 4000 }, (_, index) => key(`${letter}${index}`.padEnd(32, letter)));
  return encryptedAs(folder, vendor, [
    [['secrets', 'controllerrevisions.apps'], [{ aesgcm: { keys: [key(known)] } }]],
    [['podtemplates'], [{ aescbc: { keys: [key(known), ...(letter === 'a' ? [] : others)] } }]],
  ]);
}

/** Objects that the server encrypts with its own key can be created, read and deleted. */
async function ofItsOwn({ wire }: Pick<OwnServer, 'wire'>): Promise<void> {
  const created = await wire.post(revisions, revision('own'));
  // An earlier attempt may have been interrupted.
  expectStatus(created, 200, 201, 409);
  expectOk(await wire.get(`${revisions}/own`));
  expectOk(await wire.delete(`${revisions}/own`));
}

/** A server error: a 404 would claim that the object does not exist. */
function expectUnread(answer: Exchange): void {
  const isError = answer.status >= 500;
  expectThat(`status of ${answer.title}`, isError, 'an error of the server', `${answer.status} ${answer.text()}`);
}
