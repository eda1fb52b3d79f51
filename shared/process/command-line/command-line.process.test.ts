import { spawn } from 'node:child_process';
import t from 'tap';

import { runProgram } from './command-line.ts';
import { UsageError } from './usage-error.ts';
import type { Program } from './command.ts';
import { command, program } from './command.ts';
import { choiceFlag, durationFlag, integerFlag, listFlag, switchFlag, textFlag } from './flag.ts';

interface Run {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  readonly seen: Record<string, unknown>[];
}

async function run(...words: string[]): Promise<Run> {
  const seen: Record<string, unknown>[] = [];
  let out = '';
  let error = '';
  const output = { out: (text: string) => void (out += text), error: (text: string) => void (error += text) };
  return { code: await runProgram(sample(seen), words, output), out, error, seen };
}

function sample(seen: Record<string, unknown>[]): Program {
  return program({
    name: 'orch-sample',
    version: '1.2.3',
    summary: 'A sample program',
    flags: {
      port: integerFlag('port to listen on', { max: 65535, default: 6443, group: 'Serving' }),
      config: textFlag('configuration file', { value: 'FILE', short: 'c' }),
      verbose: switchFlag('tell more', { short: 'v' }),
      timeout: durationFlag('longest wait', { default: 60_000 }),
      mode: choiceFlag('how to decide', ['open', 'closed'], { default: 'closed' }),
      issuer: listFlag('accepted issuer', { value: 'URL', separator: null }),
      old: textFlag('the former name', { deprecated: 'use --config' }),
      inner: switchFlag('for ourselves', { hidden: true }),
    },
    notes: () => 'Examples: none.',
    run: async ({ flags, given, operands }) => {
      const port: number = flags.port;
      const config: string | undefined = flags.config;
      seen.push({ ...flags, port, config, given: [...given], operands });
    },
    commands: [
      command({
        name: 'check',
        summary: 'check files',
        flags: { strict: switchFlag('refuse warnings', { default: true }) },
        operands: [{ name: 'FILE', meaning: 'what to check', repeatable: true }],
        run: async ({ flags, operands }) => {
          seen.push({ check: operands, strict: flags.strict });
          if (operands.includes('bad')) throw new Error('bad\nfile');
          if (operands.includes('worse')) throw new UsageError('worse is no file');
          return operands.length;
        },
      }),
      {
        name: 'paint',
        summary: 'paint in these colours',
        operands: [{ name: 'COLOUR', meaning: 'which', required: false, repeatable: true, choices: ['red', 'blue'] }],
        run: async ({ operands }) => void seen.push({ paint: operands }),
      },
      { name: 'group', summary: 'a group', commands: [{ name: 'one', summary: 'the only one', run: async () => {} }] },
    ],
  });
}

t.test('without words every flag has its default', async (t) => {
  const { code, seen, out, error } = await run();
  t.equal(code + out + error, '0');
  t.match(seen[0], {
    port: 6443,
    verbose: false,
    timeout: 60_000,
    mode: 'closed',
    issuer: [],
    given: [],
    operands: [],
  });
});

t.test('values stand after an equals sign or as the next word, switches alone or with true or false', async (t) => {
  const words = ['--port=1', '--config', '--odd', '--verbose', '--timeout', '1m30s', '--issuer', 'a,b', '--issuer=c'];
  const { seen, error } = await run(...words);
  t.equal(error, '');
  t.match(seen[0], { port: 1, config: '--odd', verbose: true, timeout: 90_000, issuer: ['a,b', 'c'] });
  t.strictSame(seen[0]?.['given'], ['port', 'config', 'verbose', 'timeout', 'issuer']);
  t.match((await run('--verbose=true', '--verbose=false')).seen[0], { verbose: false });
  t.match((await run('-v', '-c=x')).seen[0], { verbose: true, config: 'x' });
  t.match((await run('-c', 'y', '--port', '1', '--port', '2')).seen[0], { config: 'y', port: 2 });
});

t.test('each wrong word gives one clear line on standard error and exit code 2', async (t) => {
  const cases: [string[], RegExp][] = [
    [['--prot', '1'], /^orch-sample: unknown flag '--prot' \(did you mean --port\?\)\n$/],
    [['--port', 'x'], /^orch-sample: --port: "x" is not an integer from 0 to 65535\n$/],
    [['--port=65536'], /is not an integer from 0 to 65535/],
    [['--port=1e3'], /is not an integer/],
    [['--port'], /^orch-sample: --port: a value is needed\n$/],
    [['--verbose=maybe'], /--verbose: "maybe" is neither true nor false/],
    [['--timeout', '5 apples\nnow'], /--timeout: "5 apples\\nnow" is not a duration/],
    [['--timeout=-5s'], /is not a duration/],
    [['--mode', 'ajar'], /--mode: "ajar" is not one of open, closed/],
    [['chekc'], /^orch-sample: unknown command "chekc" \(did you mean check\?\); see orch-sample --help\n$/],
    [['check', '--strct', 'f'], /unknown flag '--strct' \(did you mean --strict\?\)/],
    [['--strict'], /^orch-sample: unknown flag '--strict'\n$/],
    [['--strict=no'], /^orch-sample: unknown flag '--strict'\n$/],
    [['check'], /missing required argument 'FILE'/],
    [['group'], /a command is needed: one; see orch-sample group --help/],
    [['group', 'two'], /unknown command "two"/],
    [['completion', 'tcsh'], /SHELL: "tcsh" is not one of bash, zsh, fish/],
    [['paint', 'red', 'bleu'], /COLOUR: "bleu" is not one of red, blue/],
    [['--__proto__=1'], /unknown flag/],
  ];
  for (const [words, line] of cases) {
    const { code, error, out, seen } = await run(...words);
    t.equal(code, 2, words.join(' '));
    t.match(error, line, words.join(' '));
    t.equal(error.split('\n').length, 2, `one line for ${words.join(' ')}`);
    t.equal(out, '');
    t.strictSame(seen, []);
  }
});

t.test('a command gives the exit code, or 1 and one line when it throws, or 2 when it refuses its flags', async (t) => {
  t.match(await run('check', 'a', 'b', '--strict=false'), {
    code: 2,
    seen: [{ check: ['a', 'b'], strict: false }],
    error: '',
  });
  t.match(await run('check', 'bad'), { code: 1, error: 'orch-sample: bad file\n' });
  t.match(await run('check', 'worse'), { code: 2, error: 'orch-sample: worse is no file\n' });
  t.match(await run('check', '--', '--strict=false'), { code: 1, seen: [{ check: ['--strict=false'], strict: true }] });
});

t.test('help shows every flag with meaning and default, on standard output', async (t) => {
  const { code, out, error, seen } = await run('--help');
  t.equal(`${code}${error}`, '0');
  t.match(out, /Serving:\n\s+--port <N>\s+port to listen on \(default 6443\)/);
  t.match(out, /-v, --verbose\s+tell more \(default false\)/);
  t.match(out, /-c, --config <FILE>\s+configuration file\n/);
  t.match(out, /longest wait \(default 1m0s\)/);
  t.match(out.replace(/\s+/g, ' '), 'how to decide (one of open, closed; default closed)');
  t.match(out.replace(/\s+/g, ' '), 'the former name (deprecated: use --config)');
  t.match(out, /check \[options\] <FILE\.\.\.>\s+check files/);
  t.match(out, 'Examples: none.');
  t.notMatch(out, '--inner');
  t.strictSame(seen, []);
  t.match((await run('check', '--help')).out, '--strict');
});

t.test('the version names the program', async (t) => {
  t.match(await run('--version'), { code: 0, out: 'orch-sample 1.2.3\n', error: '' });
});

t.test('a deprecated flag works and warns', async (t) => {
  t.match(await run('--old=x'), { code: 0, seen: [{ old: 'x' }], error: '--old is deprecated: use --config\n' });
});

t.test('a flag that program and command share may stand before or after the command', async (t) => {
  const told: unknown[] = [];
  const size = integerFlag('size', { default: 1 });
  const shared = program({
    name: 'p',
    version: '1',
    summary: 's',
    flags: { size, other: integerFlag('other') },
    run: async () => {},
    commands: [
      command({
        name: 'show',
        summary: 's',
        flags: { size },
        run: async ({ flags, given }) => void told.push([flags.size, [...given]]),
      }),
    ],
  });
  const output = { out: () => {}, error: () => {} };
  for (const words of [['show', '--size=2'], ['--size=3', 'show'], ['--other=1', 'show'], ['show']]) {
    t.equal(await runProgram(shared, words, output), 0);
  }
  t.strictSame(told, [
    [2, ['size']],
    [3, ['size']],
    [1, []],
    [1, []],
  ]);
});

t.test('a reader that leaves before it has read all is no failure', async (t) => {
  const module = new URL('command-line.js', import.meta.url).href;
  const script = `import { processOutput } from '${module}'; processOutput.out('x'.repeat(1e6)); processOutput.out('y');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.once('close', resolve));
  t.equal(said, '');
  t.equal(code, 0);
});

t.test(
  'a flag that the program has too counts for the command that is asked for, however deep that lies',
  async (t) => {
    const seen: unknown[] = [];
    const flags = { folder: textFlag('where', { default: '/usual' }) };
    const leaf = (name: string) =>
      command({ name, summary: 'a leaf', flags, run: async ({ flags: { folder } }) => void seen.push(folder) });
    const whole = program({
      name: 'orch-sample',
      version: '1',
      summary: 'A sample program',
      flags,
      commands: [{ name: 'group', summary: 'a group', commands: [leaf('list')] }, leaf('show')],
      run: async () => {},
    });
    const silent = { out: () => {}, error: () => {} };
    for (const words of [
      ['show', '--folder=/a'],
      ['group', 'list', '--folder=/b'],
      ['group', 'list', '--folder', '/c'],
      ['--folder=/d', 'group', 'list'],
      ['group', 'list'],
    ]) {
      t.equal(await runProgram(whole, words, silent), 0, words.join(' '));
    }
    t.strictSame(seen, ['/a', '/b', '/c', '/d', '/usual']);
  },
);
