// The command that runs one case again, as somebody can paste it into a shell.

import type { Report } from './report.ts';

/** What stands where a report does not say how the run was started. */
const unknownStart = ['orch-conformance', 'run', '--kubeconfig', './admin.kubeconfig'];

/** The command for one case, quoted for a shell. */
export function repeatCommand({ command = unknownStart }: Report, area: string, id: string): string {
  return [...command, '--case', `${area}/${id}`].map(shellWord).join(' ');
}

/** A word as a shell reads it, whatever it holds. */
export function shellWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
