// Files of profiles (requirements SECC): below their folder only, and `orch-agent seccomp check` on them.

import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { program } from '../../shared/process/command-line/command.ts';
import { runProgram } from '../../shared/process/command-line/command-line.ts';
import { seccompCommand } from '../command/seccomp-command.ts';
import { seccompCheck } from '../verify/seccomp-check.ts';
import { profileJudge } from './profile.ts';
import { usableProfile } from './profile-file.ts';

const good = JSON.stringify({ defaultAction: 'SCMP_ACT_ALLOW' });
const judge = profileJudge();

async function scene(t: Test): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'seccomp-'));
  t.teardown(() => rm(root, { recursive: true }));
  const folder = join(root, 'seccomp');
  await mkdir(join(folder, 'profiles'), { recursive: true });
  await writeFile(join(folder, 'profiles', 'good.json'), good);
  await writeFile(join(folder, 'bad.json'), '{"defaultAction":"ALLOW","x":1}');
  await writeFile(join(root, 'outside.json'), good);
  await symlink('profiles/good.json', join(folder, 'alias.json'));
  await symlink('../outside.json', join(folder, 'out.json'));
  await symlink('..', join(folder, 'up'));
  return folder;
}

t.test('a profile is found below its folder, also by a link that stays there (SECC-009)', async (t) => {
  const folder = await scene(t);
  const path = join(folder, 'profiles', 'good.json');
  t.equal(await usableProfile(folder, 'profiles/good.json', judge), path);
  t.equal(await usableProfile(folder, 'alias.json', judge), path);
  const other = `${folder}-link`;
  await symlink(folder, other);
  t.equal(await usableProfile(other, 'profiles/good.json', judge), path, 'the folder itself may be a link');
});

t.test(
  'missing files, outside paths, other file types and invalid profiles are refused, with advice (SECC-010)',
  async (t) => {
    const folder = await scene(t);
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await writeFile(join(folder, 'large'), '');
    await truncate(join(folder, 'large'), 2_000_000);
    for (const [name, message] of Object.entries({
      'none.json': /does not exist on this node: put the file there/,
      'bad.json/x': /does not exist/,
      '../outside.json': /without "\.\."/,
      'profiles/../../outside.json': /without "\.\."/,
      '/etc/passwd': /must be a path below/,
      'out.json': /is a link out of the folder/,
      'up/outside.json': /is a link out of the folder/,
      profiles: /is not a regular file/,
      pipe: /is not a regular file/,
      large: /at most 1048576 are read/,
      'bad.json': /is not valid: x: unknown key; orch-agent seccomp check/,
      'a\0b': /must be a path below/,
    })) {
      await t.rejects(usableProfile(folder, name, judge), { name: 'SeccompRefused', message }, name);
    }
  },
);

t.test('check prints every profile of a folder, or one file, and fails with 1 when one cannot be used', async (t) => {
  const folder = await scene(t);
  const agent = program({ name: 'orch-agent', version: '1', summary: 'the agent', commands: [seccompCommand] });
  const run = async (...words: readonly string[]) => {
    let out = '';
    const output = { out: (text: string) => (out += text), error: (text: string) => (out += text) };
    return { code: await runProgram(agent, ['seccomp', 'check', ...words], output), out };
  };
  const all = await run(folder);
  t.equal(all.code, 1);
  t.match(all.out, new RegExp(`faulty  ${folder}/bad\\.json: x: unknown key\n`));
  t.match(all.out, /out\.json: .*link out of the folder/);
  t.match(all.out, new RegExp(`ok      ${folder}/alias\\.json\n`));
  t.strictSame(await run(join(folder, 'alias.json')), { code: 0, out: `ok      ${join(folder, 'alias.json')}\n` });
  const json = await run('-o', 'json', join(folder, 'bad.json'));
  t.equal(json.code, 1);
  t.match(JSON.parse(json.out), { profiles: [{ name: join(folder, 'bad.json'), faults: ['x: unknown key'] }] });
  t.match(await run(join(folder, 'nothing')), { code: 1, out: /cannot be read \(ENOENT\)/ });
});

t.test('verify warns of profiles that cannot be used, and has nothing to say where there are none', async (t) => {
  const folder = await scene(t);
  const { signal } = new AbortController();
  t.match(await seccompCheck(folder).look(signal), { verdict: 'warning', found: /^3 of 5 profiles .*bad\.json/ });
  t.match(await seccompCheck(join(folder, 'none')).look(signal), { verdict: 'ok', found: /^0 profiles/ });
});
