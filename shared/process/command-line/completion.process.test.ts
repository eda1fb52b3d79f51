import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

import type { Command } from './command.ts';
import { complete } from './completion.ts';
import { completionScript, shells } from './completion-script.ts';
import { choiceFlag, integerFlag, listFlag, switchFlag, textFlag } from './flag.ts';

const root: Command = {
  name: 'orch-sample',
  summary: 'sample',
  flags: {
    port: integerFlag('port to listen on'),
    config: textFlag('configuration file', { value: 'FILE' }),
    mode: choiceFlag('how to decide', ['open', 'closed']),
    issuer: listFlag('issuer'),
    inner: switchFlag('hidden', { hidden: true }),
    verbose: switchFlag('tell more', { short: 'v' }),
  },
  commands: [
    { name: 'check', summary: 'check files', operands: [{ name: 'FILE', meaning: 'what', repeatable: true }] },
    {
      name: 'diff',
      summary: 'compare',
      operands: [
        { name: 'OLD-FILE', meaning: 'one' },
        { name: 'PROFILE', meaning: 'no path' },
      ],
    },
  ],
};

const candidates = (...words: string[]): string[] =>
  complete(root, words)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t')[0] as string);

t.test('flags, values, commands and paths are offered where they fit', (t) => {
  t.strictSame(candidates(''), ['check', 'diff']);
  t.strictSame(candidates('--'), ['--port', '--config', '--mode', '--issuer', '--verbose', '--help']);
  t.strictSame(candidates('--port', '1', '--issuer=x', '--'), [
    '--config',
    '--mode',
    '--issuer',
    '--verbose',
    '--help',
  ]);
  t.strictSame(candidates('--mode', ''), ['open', 'closed']);
  t.strictSame(candidates('--mode=cl'), ['--mode=closed']);
  t.strictSame(candidates('--verbose='), ['--verbose=true', '--verbose=false']);
  t.strictSame(candidates('-v', 'ch'), ['check']);
  t.strictSame(candidates('--config', ''), [':paths']);
  t.strictSame(candidates('--config='), [':paths']);
  t.strictSame(candidates('check', 'a', ''), [':paths']);
  t.strictSame(candidates('check', '--'), ['--help']);
  t.strictSame(candidates('diff', ''), [':paths']);
  t.strictSame(candidates('diff', 'a', ''), []);
  const version = '1';
  t.strictSame(complete({ ...root, version } as Command, ['--ve']).match(/^--\w+/gm), ['--verbose', '--version']);
  t.strictSame(candidates('--unknown=', 'nothing', 'x'), []);
  t.strictSame(candidates(), ['check', 'diff']);
  t.end();
});

t.test('each script names the program and asks it', (t) => {
  for (const shell of shells) t.match(completionScript('orch-sample', shell), 'orch-sample __complete --');
  t.end();
});

t.test('in zsh the script answers at once, read from the function path or by a session', (t) => {
  const script = completionScript('orch-sample', 'zsh');
  t.match(script, /^#compdef orch-sample\n/);
  t.ok(
    script.endsWith('if (( ${+compstate} )); then\n  _orch_sample\nelse\n  compdef _orch_sample orch-sample\nfi\n'),
    script,
  );
  t.end();
});

t.test('in fish paths after an equals sign keep what stands before it', (t) => {
  t.match(completionScript('orch-sample', 'fish'), 'echo "$before$found"\n');
  t.end();
});

t.test('bash completes with the script, values after an equals sign and paths included', (t) => {
  const folder = t.testdir({ 'orch-sample': '', 'file one.txt': '', script: completionScript('orch-sample', 'bash') });
  const answer = (line: string): string[] => {
    const words = line.split(' ').slice(1);
    writeFileSync(join(folder, 'orch-sample'), `#!/bin/sh\ncat <<'X'\n${complete(root, words)}X\n`);
    chmodSync(join(folder, 'orch-sample'), 0o755);
    const probe = `compopt() { :; }; source script; COMP_LINE='${line}'; COMP_POINT=${line.length}; _orch_sample; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const env = { PATH: `${folder}:${process.env['PATH']}` };
    return execFileSync('bash', ['--norc', '-c', probe], { cwd: folder, env, encoding: 'utf8' })
      .split('\n')
      .filter((candidate) => candidate !== '');
  };
  t.strictSame(answer('orch-sample ch'), ['check']);
  t.strictSame(answer('orch-sample --mode=cl'), ['closed']);
  t.strictSame(answer('orch-sample --mode '), ['open', 'closed']);
  t.strictSame(answer('orch-sample check file'), ['file one.txt']);
  t.strictSame(answer('orch-sample --config=file'), ['file one.txt']);
  t.end();
});
