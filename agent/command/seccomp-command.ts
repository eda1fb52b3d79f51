// `orch-agent seccomp check`: whether seccomp profiles can be used, before a pod names them. Needs neither agent nor server.

import { stat } from 'node:fs/promises';
import { command } from '../../shared/process/command-line/command.ts';
import { choiceFlag } from '../../shared/process/command-line/flag.ts';
import { profileJudge } from '../seccomp/profile.ts';
import { faultsOfFile, type JudgedProfile, judgeFolder } from '../seccomp/profile-file.ts';

const check = command({
  name: 'check',
  summary: 'check seccomp profiles: files, or all files of folders',
  description:
    'Prints each profile with its faults, each with its path in the profile. Exits with 0 when all can be used, and with 1 ' +
    'otherwise.',
  flags: { output: choiceFlag('lines, or JSON for programs', ['text', 'json'], { short: 'o', default: 'text' }) },
  operands: [{ name: 'FILE|FOLDER', meaning: 'a profile, or a folder of profiles', repeatable: true }],
  run: async ({ flags, operands, output }) => {
    const judged = (await Promise.all(operands.map(judgedAt))).flat();
    const faulty = judged.filter(({ faults }) => faults.length > 0);
    if (flags.output === 'json') output.out(`${JSON.stringify({ profiles: judged }, undefined, 2)}\n`);
    else output.out(judged.map(textOf).join(''));
    return faulty.length === 0 ? 0 : 1;
  },
});

export const seccompCommand = command({
  name: 'seccomp',
  summary: 'check the seccomp profiles of this host',
  commands: [check],
});

/** Names are paths relative to the working folder. */
async function judgedAt(path: string): Promise<readonly JudgedProfile[]> {
  const judge = profileJudge();
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return [{ name: path, faults: await faultsOfFile(path, judge) }];
  const inside = await judgeFolder(path, judge);
  return inside.map(({ name, faults }) => ({ name: `${path.replace(/\/$/, '')}/${name}`, faults }));
}

function textOf({ name, faults }: JudgedProfile): string {
  return faults.length === 0 ? `ok      ${name}\n` : faults.map((fault) => `faulty  ${name}: ${fault}\n`).join('');
}
