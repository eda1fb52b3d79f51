import { execFileSync } from 'node:child_process';
import t from 'tap';
import { shellWord } from './shell-word.ts';

t.test('a shell reads the word as the text', async (t) => {
  t.equal(shellWord('/srv/orch/admin.kubeconfig'), '/srv/orch/admin.kubeconfig', 'unquoted where nothing needs it');
  for (const text of ['/a folder/b', "it's", '$HOME', '`id`', 'a;b', '', '~', '*', 'a\nb', '"x"', '\\']) {
    t.equal(execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`]).toString(), text);
  }
});
