// `orch-agent checkpoint`: the archives in the agent's folder, from the command line. Works on the folder itself, so it
// needs the rights of the agent's user and neither the agent nor its API.

import { join } from 'node:path';
import { command, type Command } from '../../shared/process/command-line/command.ts';
import { choiceFlag } from '../../shared/process/command-line/flag.ts';
import { type ArchiveFolder, archiveFolder } from '../checkpoint/archive-folder.ts';
import { readArchive } from '../checkpoint/archive-contents.ts';
import { agentFlags } from '../config/flags.ts';
import { archiveView } from '../server/endpoint/archive-endpoints.ts';

const folderFlag = { 'root-dir': agentFlags['root-dir'] };
const formFlag = {
  output: choiceFlag('a table, or JSON for programs', ['text', 'json'], { short: 'o', default: 'text' }),
};
const archives = [{ name: 'CHECKPOINT', meaning: 'name of an archive, as list prints it', repeatable: true }];

const folderOf = (flags: { readonly 'root-dir': string }): ArchiveFolder =>
  archiveFolder(join(flags['root-dir'], 'checkpoints'));

const list = command({
  name: 'list',
  summary: 'print the archives, oldest first',
  flags: { ...folderFlag, ...formFlag },
  run: async ({ flags, output }) => {
    const items = (await folderOf(flags).list()).map(archiveView);
    if (flags.output === 'json') return output.out(`${JSON.stringify({ items }, undefined, 2)}\n`);
    const rows = items.map(({ name, bytes, created, pinned }) => [created, String(bytes), pinned ? 'yes' : 'no', name]);
    output.out(table([['CREATED', 'BYTES', 'PINNED', 'NAME'], ...rows]));
  },
});

const inspect = command({
  name: 'inspect',
  summary: 'print details of the containers in archives',
  flags: { ...folderFlag, ...formFlag },
  operands: archives,
  run: async ({ flags, operands, output }) => {
    const folder = folderOf(flags);
    const { signal } = new AbortController();
    const items: object[] = [];
    for (const name of operands) {
      const found = await folder.find(name);
      const file = found && (await folder.open(name));
      if (found === undefined || file === undefined) throw new Error(`checkpoint ${name} does not exist`);
      const contents = await readArchive(file, signal).catch((error: unknown) => {
        throw new Error(`checkpoint ${name}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      });
      items.push({ ...archiveView(found), contents });
    }
    if (flags.output === 'json') return output.out(`${JSON.stringify({ items }, undefined, 2)}\n`);
    for (const { contents, ...archive } of items as { contents?: object }[]) {
      output.out(`${table(Object.entries({ ...archive, ...contents }).map(([key, value]) => [key, String(value)]))}\n`);
    }
  },
});

const pin = change('pin', 'keep archives from retention and from deletion', (folder, name) => folder.pin(name));
const unpin = change('unpin', 'let archives go again', (folder, name) => folder.unpin(name));
const remove = change('delete', 'delete archives that are not pinned', async (folder, name) => {
  const outcome = await folder.remove(name);
  if (outcome === 'pinned') throw new Error(`checkpoint ${name} is pinned: unpin it first`);
  return outcome === 'removed';
});

/** Stops at the first archive that fails; earlier ones are done. */
function change(
  name: string,
  summary: string,
  apply: (folder: ArchiveFolder, archive: string) => Promise<boolean>,
): Command {
  return command({
    name,
    summary,
    flags: folderFlag,
    operands: archives,
    run: async ({ flags, operands }) => {
      for (const archive of operands) {
        if (!(await apply(folderOf(flags), archive))) throw new Error(`checkpoint ${archive} does not exist`);
      }
    },
  });
}

export const checkpointCommand = command({
  name: 'checkpoint',
  summary: 'list, inspect, pin and delete the checkpoint archives of this host',
  commands: [list, inspect, pin, unpin, remove],
});

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
