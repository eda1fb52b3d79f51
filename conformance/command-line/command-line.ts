// The command line of orch-conformance as data: commands, flags and help. The parser is shared by all programs. A wrong
// flag prints one line on standard error and exits with code 2; nothing runs.

import { command, type Program, program } from '../../shared/process/command-line/command.ts';
import { choiceFlag, type FlagValues, switchFlag, textFlag } from '../../shared/process/command-line/flag.ts';
import { UsageError } from '../../shared/process/command-line/usage-error.ts';
import { areaFlag, paceFlags, selectionFlags } from './case-flags.ts';
import { repeatedWords } from './repeated-words.ts';
import { targetFlags } from './target-flags.ts';

/** Forms of a report. */
export const reportForms = ['console', 'tap', 'junit', 'json', 'markdown', 'html'] as const;
export type ReportForm = (typeof reportForms)[number];

const runOnlyFlags = {
  plan: switchFlag('print which cases would run, which would not and why; run none'),
  report: choiceFlag('form of the report', reportForms, { value: 'FORM', default: 'console' }),
  output: textFlag('write the report to a file instead of standard output', { value: 'FILE' }),
};
const runTable = { ...targetFlags, ...runOnlyFlags, ...selectionFlags, ...paceFlags };
const compareTable = {
  json: switchFlag('print JSON'),
  output: textFlag('write the comparison to a file instead of standard output', { value: 'FILE' }),
  ...selectionFlags,
  ...paceFlags,
};
const listTable = { area: areaFlag, json: switchFlag('print JSON') };
const renderTable = { output: textFlag('write to a file instead of standard output', { value: 'FILE' }) };

/** Flags of `run`. */
export type RunFlags = Partial<FlagValues<typeof targetFlags>> &
  FlagValues<typeof runOnlyFlags & typeof selectionFlags & typeof paceFlags> & {
    readonly kubeconfig: string;
    /** The words that start the same run again, without those that select cases or a report. */
    readonly words: readonly string[];
  };

/** Flags of `report`. */
export type RenderFlags = FlagValues<typeof renderTable>;

/** Flags of `compare`; all but `json` and `output` apply to targets that are run for the comparison. */
export type CompareFlags = FlagValues<typeof compareTable>;

/** Flags of `list`. */
export type ListFlags = FlagValues<typeof listTable>;

/** The implementations of the commands; each returns the exit code. */
export interface Actions {
  run(flags: RunFlags): Promise<number>;
  list(what: 'cases' | 'requirements', flags: ListFlags): number;
  report(form: ReportForm, file: string, flags: RenderFlags): Promise<number>;
  compare(before: string, after: string, flags: CompareFlags): Promise<number>;
}

/** Builds the program. `args` are repeated in the report of a run. */
export function suiteProgram(version: string, args: readonly string[], actions: Actions): Program {
  return program({
    name: 'orch-conformance',
    version,
    summary: 'Checks an implementation of the resource API against its documents, requirement by requirement.',
    commands: [runCommand(actions, args), listCommand(actions), reportCommand(actions), compareCommand(actions)],
    notes: () => exitCodes,
  });
}

const exitCodes = `Exit codes:
  0  at least one case ran and none failed
  1  a case failed or could not be decided, or every case was skipped; compare: the later run is worse
  2  wrong command line, unusable configuration or report, target not reachable
  130, 143  ended by Ctrl-C or SIGTERM; cases that were not decided by then count as not run
`;

function runCommand(actions: Actions, args: readonly string[]) {
  return command({
    name: 'run',
    summary: 'run cases against a target',
    flags: runTable,
    run: async ({ flags }) => {
      const { kubeconfig } = flags;
      if (kubeconfig === undefined)
        throw new UsageError('--kubeconfig: it is required: the file that clients of the target use');
      return actions.run({ ...flags, kubeconfig, words: repeatedWords('run', runTable, args) });
    },
  });
}

function reportCommand(actions: Actions) {
  return command({
    name: 'report',
    summary: 'write a saved JSON report in another form',
    flags: renderTable,
    operands: [
      { name: 'FORM', meaning: `form to write: one of ${reportForms.join(', ')}`, choices: reportForms },
      { name: 'FILE', meaning: 'a report written by run --report json' },
    ],
    run: async ({ flags, operands: [form, file = ''] }) => actions.report(form as ReportForm, file, flags),
  });
}

function compareCommand(actions: Actions) {
  return command({
    name: 'compare',
    summary: 'compare two runs: newly failing, newly passing, changed, added, removed',
    flags: compareTable,
    operands: [
      {
        name: 'BEFORE-FILE',
        meaning: 'a saved JSON report, or the client configuration of a target, which is run now',
      },
      { name: 'AFTER-FILE', meaning: 'the same of the later run' },
    ],
    run: async ({ flags, operands: [before = '', after = ''] }) => actions.compare(before, after, flags),
  });
}

function listCommand(actions: Actions) {
  const listed = ['cases', 'requirements'] as const;
  return command({
    name: 'list',
    summary: 'print the cases of the suite or the requirements it knows',
    flags: listTable,
    operands: [
      {
        name: 'WHAT',
        meaning: `what to list: one of ${listed.join(', ')} (default cases)`,
        choices: listed,
        required: false,
      },
    ],
    run: async ({ flags, operands: [what = 'cases'] }) => actions.list(what as (typeof listed)[number], flags),
  });
}
