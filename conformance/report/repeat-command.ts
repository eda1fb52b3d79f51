// The command that runs one case again, ready to paste into a shell.

import type { Report } from './report.ts';

/** The command for a report that does not have the words of its run. */
const unknownStart = ['orch-conformance', 'run', '--kubeconfig', './admin.kubeconfig'];

/** The command for one case, quoted for a shell. */
export function repeatCommand({ command = unknownStart }: Report, area: string, id: string): string {
  return [...command, '--case', `${area}/${id}`].map(shellWord).join(' ');
}

/** Quotes a word for a shell. */
export function shellWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
