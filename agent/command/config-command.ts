// `orch-agent config`: the configuration as it would be in force, and where each setting of it comes from. Starts nothing
// and needs no server.

import { toYaml } from '../../shared/codec/yaml/yaml-writer.ts';
import { command } from '../../shared/process/command-line/command.ts';
import { choiceFlag } from '../../shared/process/command-line/flag.ts';
import type { ConfigurationFormat } from '../config/configuration.ts';
import type { LoadedConfiguration } from '../config/configuration-file.ts';
import { agentFlags } from '../config/flags.ts';
import { leavesOf, pathText } from '../config/origins.ts';
import { configurationOfFlags } from '../config/settings.ts';

const forms = ['text', 'yaml', 'json'] as const;

const configFlags = {
  ...agentFlags,
  output: choiceFlag('a table, a configuration file, or both for programs', forms, { short: 'o', default: 'text' }),
};

export const configCommand = command({
  name: 'config',
  summary: 'print the merged configuration, and where each setting comes from',
  description:
    'Prints the configuration that the agent would run with: defaults, file, drop-in files and flags, merged. ' +
    'The source of a setting is a file with its line, a flag, or default.',
  flags: configFlags,
  run: async ({ flags, given, output }) => {
    const loaded = await configurationOfFlags(flags, given);
    output.out(`${formatted(loaded, loaded.format, flags.output).trimEnd()}\n`);
  },
});

/** `json`: `{configuration, origins}`, where origins are by the path of the field. */
function formatted(
  { shown, origins }: LoadedConfiguration,
  { apiVersion, kind }: ConfigurationFormat,
  form: (typeof forms)[number],
): string {
  const file = { apiVersion, kind, ...shown };
  if (form === 'yaml') return toYaml(file);
  const rows = [...leavesOf(shown)].map(({ path, value }) => {
    return { field: pathText(path), value, source: origins.sourceOf(path) };
  });
  if (form === 'json') {
    const sources = Object.fromEntries(rows.map(({ field, source }) => [field, source]));
    return JSON.stringify({ configuration: file, origins: sources }, undefined, 2);
  }
  const table = [
    ['FIELD', 'VALUE', 'FROM'],
    ...rows.map(({ field, value, source }) => [
      field,
      typeof value === 'string' ? value : JSON.stringify(value),
      source,
    ]),
  ] as const;
  const widths = [0, 1].map((column) => Math.min(60, Math.max(...table.map((row) => row[column]?.length ?? 0))));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
