import type { Case } from '../../contract/case.ts';
import { wrongEntries } from '../../fixtures/encrypted/data/wrong-entries.ts';
import { encryptionFile, type Entry, identity, soundKey } from '../../fixtures/encrypted/encryption-file.ts';
import { expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'unfit-encryption-is-refused',
  title: 'A server MUST NOT start with an encryption file that it does not fully understand, and MUST name each fault.',
  requirements: ['OBJ-005'],
  needs: ['launch-server'],
  async run(c) {
    const refused = async (what: string, text: string, faults: readonly string[]) => {
      const flag = '--encryption-provider-config={folder}/encryption';
      const end = await c.attemptServer({ server: [flag], files: { encryption: text } });
      const failed = end !== undefined && end.code !== 0;
      expectThat(`start with ${what}`, failed, 'an end with another exit code than 0', end?.code ?? 'a server');
      // Logs may write texts as strings.
      const output = end?.output.replaceAll('\\"', '"') ?? '';
      for (const fault of faults) expectThat(`output for ${what}`, output.includes(fault), fault, output.slice(-2000));
    };
    const rows = c.vendor
      .fill(wrongEntries)
      .trim()
      .split('\n')
      .map((row) => row.replaceAll('KEY', soundKey).split(' | '));
    const entries = rows.map(([names = '', providers = '']): Entry => {
      return [names === '' ? [] : names.split(' '), JSON.parse(providers) as readonly object[]];
    });
    const faults = rows.flatMap(([, , texts = ''], index) =>
      texts.split(' & ').map((text) => {
        const entry = `resources[${index}]`;
        return `${text.startsWith('.') ? entry : ''}${text.replaceAll('ENTRY', entry)}`;
      }),
    );
    await refused('wrong entries', encryptionFile(c.vendor, entries), faults);
    const masked = (...names: readonly string[]) =>
      encryptionFile(
        c.vendor,
        names.map((name): Entry => [[name], [identity]]),
      );
    await refused('a masked name', masked('*.', 'secrets'), ['resource "secrets" is masked by earlier rule "*."']);
    await refused('a name after everything', masked('*.*', 'pods.apps'), [
      'resource "pods.apps" is masked by earlier rule "*.*"',
    ]);
    const sound = masked('secrets');
    for (const [what, text] of Object.entries({
      'an empty file': '',
      'a list': '[]',
      'half a file': sound.slice(0, -2),
      'another version': sound.replace('/v1"', '/v2"'),
      'another kind': sound.replace('EncryptionConfiguration', 'AdmissionConfiguration'),
      'an unknown field': sound.replace('"providers"', '"extra":1,"providers"'),
      'no entries': encryptionFile(c.vendor, []),
      'a number as a key': sound.replace('"identity":{}', '"aescbc":{"keys":[{"name":"a","secret":1234567890123456}]}'),
    }))
      await refused(what, text, []);
  },
} satisfies Case;
