// The program from its command line: exit codes, one-line errors, and report output.

import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { vendorIds, vendorOf } from '../shared/vendor/profile.ts';
import { runProgram } from './main.ts';
import type { Report } from './report/report.ts';

async function run(...args: string[]) {
  let out = '';
  let err = '';
  const code = await runProgram(args, {
    write: (text) => {
      out += text;
    },
    writeError: (text) => {
      err += text;
    },
    colors: false,
    terminal: false,
    signal: new AbortController().signal,
  });
  return { code, out, err };
}

/**
 * A target that serves only its health and its API groups, with the given text and group names. `posted`: its 200
 * response to every POST.
 */
async function serve(
  t: Test,
  health: string,
  groups: readonly string[] = [],
  folder = t.testdir({}),
  posted?: string,
): Promise<string> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    response.setHeader('content-type', 'application/json');
    if (request.method === 'POST' && posted !== undefined) response.end(posted);
    else if (path === '/version') response.end('{"gitVersion":"v1.34.0"}');
    else if (path === '/apis' && groups.length > 0)
      response.end(JSON.stringify({ groups: groups.map((name) => ({ name })) }));
    else if (['/livez', '/readyz', '/healthz'].includes(path)) response.end(health);
    else {
      response.statusCode = 404;
      response.end('{}');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const file = join(folder, `config-${port}`);
  const address = `http://127.0.0.1:${port}`;
  const parts = [
    `clusters: [{ name: c, cluster: { server: '${address}' } }]`,
    'users: [{ name: u, user: { token: x } }]',
  ];
  await writeFile(
    file,
    ['current-context: x', 'contexts: [{ name: x, context: { cluster: c, user: u } }]', ...parts].join('\n'),
  );
  return file;
}

t.test('a wrong command line prints one line on standard error and exits 2', async (t) => {
  const refused = async (args: string[], message: RegExp) => {
    const { code, out, err } = await run(...args);
    t.equal(code, 2, args.join(' '));
    t.equal(out, '');
    t.match(err, message);
    t.equal(err.trimEnd().split('\n').length, 1);
  };
  await refused([], /a command is needed/);
  await refused(['run'], /^orch-conformance: --kubeconfig: it is required: /);
  await refused(['run', '--kubeconfg', 'x'], /unknown flag '--kubeconfg' \(did you mean --kubeconfig\?\)/);
  await refused(['run', '--kubeconfig', 'x', '--report', 'pdf'], /--report: "pdf" is not one of console, tap/);
  await refused(['run', '--kubeconfig', 'x', '--parallel', '0'], /--parallel: "0" is not an integer from 1 to 10000/);
  await refused(['run', '--kubeconfig', 'x', '--vendor', 'acme'], /--vendor: "acme" is not one of /);
  await refused(['run', '--kubeconfig', '/nonexistent'], /cannot read \/nonexistent/);
  await refused(['list', 'cases', '--area', 'lists'], /no cases in an area "lists"/);
  await refused(['walk'], /^orch-conformance: unknown command "walk"; see orch-conformance --help\n$/);
  await refused(['lst'], /unknown command "lst" \(did you mean list\?\)/);
  await refused(
    ['list', 'cases', '--area', 'watchng'],
    /\(is it watching, watchdog\?\); orch-conformance run --help lists/,
  );
  await refused(['list', 'requirements', '--area', 'updaing'], /\(is it updating\?\)/);
  await refused(['list', '--jason'], /unknown flag '--jason' \(did you mean --json\?\)/);
});

t.test('help and version are complete and exit 0', async (t) => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  t.match(await run('--version'), { code: 0, out: `orch-conformance ${version}\n`, err: '' });
  const { code, out } = await run('run', '--help');
  t.equal(code, 0);
  for (const flag of [
    '--kubeconfig',
    '--server',
    '--vendor',
    '--area',
    '--requirement',
    '--report',
    '--output',
    '--parallel',
    '--agent-url',
  ])
    t.match(out, flag);
  t.match((await run('--help')).out, 'Exit codes:');
});

t.test('completion offers commands, flags, enumerated values and paths', async (t) => {
  const offered = async (...words: string[]) => {
    const { out } = await run('__complete', '--', ...words);
    return out.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0]]));
  };
  t.strictSame(await offered(''), ['run', 'list', 'report', 'compare', 'completion']);
  t.strictSame(await offered('r'), ['run', 'report']);
  t.strictSame(await offered('--'), ['--version', '--help']);
  t.strictSame(await offered('run', ''), []);
  t.strictSame(await offered('run', '--kube'), ['--kubeconfig']);
  t.strictSame(
    await offered('run', '--server', 'list', '--ser'),
    [],
    'a flag that is given, and a value that looks like a command',
  );
  t.strictSame(await offered('run', '--area', 'errors', '--are'), ['--area'], 'repeatable');
  t.strictSame(await offered('run', '--kubeconfig', ''), [':paths']);
  t.strictSame(await offered('run', '--output=re'), [':paths']);
  t.strictSame(await offered('run', '--report', ''), ['console', 'tap', 'junit', 'json', 'markdown', 'html']);
  t.strictSame(await offered('run', '--report=h'), ['--report=html']);
  t.strictSame(await offered('report', 'm'), ['markdown']);
  t.strictSame(await offered('report', 'html', ''), [':paths']);
  t.strictSame(await offered('compare', ''), [':paths']);
  t.strictSame(await offered('compare', 'a.json', ''), [':paths']);
  t.strictSame(await offered('compare', '--cas'), ['--case', '--case-timeout']);
  t.strictSame(await offered('list', ''), ['cases', 'requirements']);
  t.strictSame(await offered('list', 'cases', '--area', 'wat'), ['watchdog', 'watching']);
  t.strictSame(await offered('list', 'cases', '--he'), ['--help']);
  t.strictSame(await offered('run', '--unknown=', 'nothing', 'x'), []);
  t.strictSame(await offered(), ['run', 'list', 'report', 'compare', 'completion']);
  t.strictSame(await offered('completion', 'f'), ['fish']);
  for (const shell of ['bash', 'zsh', 'fish'])
    t.match((await run('completion', shell)).out, 'orch-conformance __complete -- ');
});

t.test('cases and requirements are listed as lines and as JSON', async (t) => {
  t.match((await run('list', '--area', 'deletion')).out, /^deletion\/preconditions .*\[DEL-004\]$/m);
  const cases = JSON.parse((await run('list', 'cases', '--json')).out) as unknown[];
  t.ok(cases.length >= 120);
  const lines = (await run('list', 'requirements', '--area', 'updating')).out.trimEnd().split('\n');
  t.equal(lines.length, 16);
  const all = JSON.parse((await run('list', 'requirements', '--json')).out) as unknown[];
  t.equal(all.length, 1750);
});

t.test('a run in which everything passes exits 0 and writes the requested form', async (t) => {
  const kubeconfig = await serve(t, 'ok');
  const args = ['run', '--kubeconfig', kubeconfig, '--vendor', 'orch', '--requirement', 'HEALTH-001'];
  t.match(await run(...args, '--report', 'tap'), {
    code: 0,
    out: /^TAP version 14\n1\.\.1\n# Subtest: health\/health-endpoints\n( {4}ok .*\n)+ {4}1\.\.\d+\nok 1 - health\/health-endpoints/,
  });
  const output = join(dirname(kubeconfig), 'report.json');
  t.match(await run(...args, '--report', 'json', '--output', output), { code: 0, out: '' });
  t.match(JSON.parse(await readFile(output, 'utf8')), {
    version: 'v1',
    counts: { passed: 1, failed: 0 },
    target: { version: 'v1.34.0' },
  });
});

t.test('known differences do not fail a run, and stale ones are reported', async (t) => {
  const kubeconfig = await serve(t, 'ok');
  const file = join(dirname(kubeconfig), 'known.yaml');
  const args = ['run', '--kubeconfig', kubeconfig, '--vendor', 'orch', '--case', 'health-endpoints,verbose'];
  const withRow = async (row: string) => {
    await writeFile(file, `{ kind: KnownDifferences, version: v1, differences: [${row}] }`);
    return run(...args, '--known-differences', file);
  };
  const row = (id: string, version = 'v1.34') => `{ cases: [health/${id}], target: orch ${version}, reason: is terse }`;
  t.match(await run(...args), { code: 1, out: /^failed health\/verbose$/m });
  t.match(await withRow(row('verbose')), {
    code: 0,
    out: /^known health\/verbose: is terse$/m,
    err: /^known {3}health\/verbose/m,
  });
  t.match(await withRow(row('verbose', 'v1.33')), { code: 1, out: /^failed health\/verbose$/m });
  const vain = await withRow(`${row('verbose')}, ${row('health-endpoints')}`);
  t.match(vain, { code: 0, out: /^stale health\/health-endpoints: no longer true: is terse$/m });
  t.match(await withRow(row('verbsoe')), { code: 2, out: '', err: /known\.yaml: unknown case "health\/verbsoe"/ });
  t.match(await run(...args, '--known-differences', '/nonexistent'), { code: 2, err: /cannot read \/nonexistent/ });
});

t.test('a saved report is rendered in every form as the run wrote it', async (t) => {
  const kubeconfig = await serve(t, 'not so well');
  const args = ['run', '--kubeconfig', kubeconfig, '--vendor=orch', '--match', 'health-endpoints', '--parallel', '2'];
  const saved = join(dirname(kubeconfig), 'report.json');
  t.equal((await run(...args, '--report', 'json', '--output', saved)).code, 1);
  const report = JSON.parse(await readFile(saved, 'utf8')) as Report;
  t.strictSame(report.command, ['orch-conformance', 'run', '--kubeconfig', kubeconfig, '--vendor=orch']);
  const expected = {
    console: 'failed health/health-endpoints',
    tap: 'not ok 1 - health/health-endpoints',
    junit: '<testcase classname="health" name="health-endpoints"',
    json: '"kind": "ConformanceReport"',
    markdown: '### failed ` health/health-endpoints `',
    html: `run --kubeconfig ${kubeconfig} --vendor=orch --case health/health-endpoints`,
  };
  for (const [form, part] of Object.entries(expected)) {
    const { code, out, err } = await run('report', form, saved);
    t.strictSame({ code, err }, { code: 0, err: '' }, form);
    t.ok(out.includes(part), `${form}: ${part}`);
  }
  t.strictSame(JSON.parse((await run('report', 'json', saved)).out), report);
  const page = join(dirname(kubeconfig), 'report.html');
  t.match(await run('report', 'html', saved, '--output', page), { code: 0, out: '' });
  t.match(await readFile(page, 'utf8'), /^<!doctype html>/);
});

t.test('a report that cannot be read or written prints one line and exits 2', async (t) => {
  const folder = t.testdir({ 'not.json': '{', 'other.json': '{"kind":"Config"}' });
  const refused = async (args: string[], message: RegExp) => {
    const { code, out, err } = await run(...args);
    t.strictSame({ code, out }, { code: 2, out: '' }, args.join(' '));
    t.match(err, message);
    t.equal(err.trimEnd().split('\n').length, 1);
  };
  await refused(['report'], /missing required argument 'FORM'/);
  await refused(['report', 'pdf', 'x'], /FORM: "pdf" is not one of console, tap/);
  await refused(['report', 'html'], /missing required argument 'FILE'/);
  await refused(['report', 'html', '/nonexistent'], /^orch-conformance: cannot read \/nonexistent: ENOENT/);
  await refused(['report', 'html', folder], /cannot read .*: EISDIR/);
  await refused(['report', 'html', join(folder, 'not.json')], /not\.json: not JSON: /);
  await refused(['compare', 'x'], /missing required argument 'AFTER-FILE'/);
  await refused(['compare', join(folder, 'other.json'), '/nonexistent'], /other\.json: not a report: its kind is not/);
  await refused(['compare', 'x', 'y', '--area', 'lists'], /unknown area "lists"/);
});

t.test('two runs are compared, saved or live: exit 0 for the same or better, 1 for newly failing', async (t) => {
  const folder = t.testdir({});
  const groups = [vendorOf('orch').fill('coordination.{api}')];
  const [good, bad] = [await serve(t, 'ok', groups, folder), await serve(t, 'not so well', groups, folder)];
  const chosen = ['--match', 'health-endpoints'];
  const [saved, worse] = [join(folder, 'good.json'), join(folder, 'bad.json')];
  await run('run', '--kubeconfig', good, ...chosen, '--report', 'json', '--output', saved);
  await run('run', '--kubeconfig', bad, ...chosen, '--report', 'json', '--output', worse);
  t.match(await run('compare', saved, saved), { code: 0, out: /1 the same\nnot worse\n$/, err: '' });
  t.match(await run('compare', saved, worse), { code: 1, out: /newly failing 1\n {2}health\/health-endpoints/ });
  t.match(await run('compare', worse, saved), { code: 0, out: /newly passing 1\n/ });
  const { out } = await run('compare', saved, worse, '--json');
  t.match(JSON.parse(out), {
    kind: 'ConformanceComparison',
    version: 'v1',
    worse: true,
    newlyFailing: [{ id: 'health-endpoints', before: 'passed', after: 'failed' }],
  });
  t.match(await run('compare', saved, worse, '--area', 'updating'), { code: 0, out: / 0 the same\nnot worse\n$/ });
  const live = await run('compare', bad, good, ...chosen);
  t.match(live, { code: 0, out: /newly passing 1\n/, err: /^FAILED .*\nok / });
  t.match(await run('compare', worse, good, ...chosen), { code: 0, out: /newly passing 1\n/ });
});

t.test("a vendor that differs from the target's prints one line with the right one, and exits 2", async (t) => {
  for (const served of vendorIds) {
    const kubeconfig = await serve(t, 'ok', [vendorOf(served).fill('coordination.{api}')]);
    const args = ['run', '--kubeconfig', kubeconfig, '--requirement', 'HEALTH-001'];
    for (const named of vendorIds) {
      const { code, err } = await run(...args, '--vendor', named);
      t.equal(code, named === served ? 0 : 2, `${named} against ${served}`);
      const words = `orch-conformance: --vendor ${named}: the target serves the API groups of vendor ${served}: `;
      if (named !== served) t.equal(err, `${words}use --vendor ${served}, or leave it out\n`);
    }
  }
});

t.test('a finding exits 1 and shows both sides', async (t) => {
  const kubeconfig = await serve(t, 'not so well');
  const { code, out } = await run('run', '--kubeconfig', kubeconfig, '--vendor', 'orch', '--match', 'health-endpoints');
  t.equal(code, 1);
  t.match(out, 'expected      "ok"');
  t.match(out, 'got           "not so well"');
});

t.test('a run in which everything is skipped exits 1', async (t) => {
  const kubeconfig = await serve(t, 'ok');
  const { code, out } = await run('run', '--kubeconfig', kubeconfig, '--vendor', 'orch', '--area', 'checkpoint');
  t.equal(code, 1);
  t.match(out, 'no node agent was given');
});

t.test('a target that is unreachable or of unknown vendor prints one line and exits 2', async (t) => {
  const kubeconfig = await serve(t, 'ok');
  const base = ['run', '--kubeconfig', kubeconfig];
  t.match(await run(...base, '--server', 'http://127.0.0.1:1', '--vendor', 'orch'), {
    code: 2,
    err: /^orch-conformance: cannot reach the target: .*\n$/,
  });
  t.match(await run(...base), { code: 2, err: /the target answers 404 to GET \/apis/ });
  t.match(await run(...base, '--vendor', 'orch', '--area', 'lists'), { code: 2, err: /unknown area "lists"/ });
  t.match(await run(...base, '--vendor', 'orch', '--case', 'updating/lists'), {
    code: 2,
    err: /unknown case "updating\/lists"/,
  });
  t.match(await run(...base, '--vendor', 'orch', '--output', '/nonexistent/report'), {
    code: 2,
    err: /cannot write \/nonexistent\/report/,
  });
  t.match(await run(...base, '--vendor', 'orch', '--requirement', 'X-001'), {
    code: 2,
    err: /unknown requirement "X-001".*; orch-conformance list requirements prints all\n$/,
  });
  t.match(await run(...base, '--requirement', 'UDP-002'), { err: /\(is it UPD-002/ });
  t.match(await run(...base, '--case', 'updating/stale-verson'), {
    code: 2,
    err: /\(is it updating\/stale-version\?\); orch-conformance list cases prints all\n$/,
  });
  t.match(await run(...base, '--except', 'stale'), { code: 2, err: /\(is it .*stale-version.*\?\)/ });
  t.match(await run(...base, '--context', 'y'), { code: 2, err: /no context named "y"; it has x\n$/ });
});

t.test('a target that does not send JSON where JSON is expected prints one line and exits 2', async (t) => {
  const folder = t.testdir({});
  for (const posted of ['<html>', '', '{"status":']) {
    const kubeconfig = await serve(t, 'ok', [], folder, posted);
    const { code, out, err } = await run('run', '--kubeconfig', kubeconfig, '--vendor', 'orch', '--area', 'health');
    t.strictSame({ code, out }, { code: 2, out: '' }, posted);
    t.match(err, /^orch-conformance: the target did not answer with JSON to POST \/apis\/\S+selfsubjectreviews\n$/);
  }
  for (const posted of ['null', '"x"', '[]', '{"status":"x"}']) {
    const kubeconfig = await serve(t, 'ok', [], folder, posted);
    const { code, err } = await run(
      'run',
      '--kubeconfig',
      kubeconfig,
      '--vendor',
      'orch',
      '--requirement',
      'HEALTH-001',
    );
    t.strictSame(code, 0, `${posted}: ${err}`);
  }
});
