// The command line of orch-conformance as data: what it takes, its help, and the refusal of what it does not take. A
// wrong flag is one line on standard error and exit code 2; nothing is run.

import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { vendorIds } from '../../shared/vendor/profile.ts';
import type { VendorId } from '../../shared/vendor/vendor.ts';
import { nearest } from '../../shared/process/command-line/nearest.ts';
import { completionScript, howToUse, shells } from '../../shared/process/command-line/completion-script.ts';
import type { RunningContainer } from '../contract/case.ts';
import type { ProfileName } from '../runner/profile.ts';
import { areaOption, paced, selecting } from './case-options.ts';
import { complete } from './completion.ts';
import { repeatedWords } from './repeated-words.ts';

/** Options of `run`. */
export interface RunFlags {
  readonly kubeconfig: string;
  readonly context?: string;
  readonly server?: string;
  readonly vendor?: VendorId;
  readonly agentUrl?: string;
  readonly agentTokenFile?: string;
  readonly launchServer?: string;
  readonly launchAgent?: string;
  readonly agentContainer?: RunningContainer;
  readonly profile: readonly ProfileName[];
  readonly area: readonly string[];
  readonly requirement: readonly string[];
  readonly match?: string;
  readonly case: readonly string[];
  readonly except: readonly string[];
  /** Say what would run, and run nothing. */
  readonly plan: boolean;
  readonly report: ReportForm;
  readonly output?: string;
  readonly parallel: number;
  /** Absent: another one each time. */
  readonly seed?: number;
  /** Seconds. */
  readonly caseTimeout: number;
  /** The words that start the same run again, without those that choose cases and a report. */
  readonly words: readonly string[];
}

/** Forms of a report. */
export const reportForms = ['console', 'tap', 'junit', 'json', 'markdown', 'html'] as const;
export type ReportForm = (typeof reportForms)[number];

/** Options of `report`. */
export interface RenderFlags {
  readonly output?: string;
}

/** Options of `compare`; all but `json` and `output` are for the sides that are run. */
export interface CompareFlags
  extends Pick<
    RunFlags,
    'profile' | 'area' | 'case' | 'requirement' | 'match' | 'except' | 'parallel' | 'caseTimeout' | 'seed' | 'output'
  > {
  readonly json: boolean;
}

/** Options of `list`. */
export interface ListFlags {
  readonly area: readonly string[];
  readonly json: boolean;
}

/** The actions of the program, and where it writes. */
export interface Actions {
  run(flags: RunFlags): Promise<void>;
  list(what: 'cases' | 'requirements', flags: ListFlags): void;
  report(form: ReportForm, file: string, flags: RenderFlags): Promise<void>;
  compare(before: string, after: string, flags: CompareFlags): Promise<void>;
  write(text: string): void;
  writeError(text: string): void;
}

/** The outcome of reading a command line: the action ran, or this exit code is due. */
export async function runCommandLine(args: readonly string[], version: string, actions: Actions): Promise<number> {
  const program = buildProgram(version, actions, args);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

function buildProgram(version: string, actions: Actions, args: readonly string[]): Command {
  const program = new Command('orch-conformance')
    .description('Checks an implementation of the resource API against its documents, requirement by requirement.')
    .version(`orch-conformance ${version}`, '--version', 'print the version and exit')
    .helpOption('-h, --help', 'print this help and exit')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => actions.write(text),
      writeErr: () => {},
      outputError: (text) =>
        actions.writeError(
          `orch-conformance: ${text
            .replace(/^error: /, '')
            .trim()
            .replace(/\s*\n\s*/g, ' ')}\n`,
        ),
    });
  for (const command of [
    runCommand(actions, args),
    listCommand(actions),
    reportCommand(actions),
    compareCommand(actions),
  ])
    program.addCommand(command.copyInheritedSettings(program));
  program
    .command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText('after', `\n${howToUse('orch-conformance')}`)
    .action((shell: (typeof shells)[number]) => actions.write(completionScript('orch-conformance', shell)));
  program
    .command('__complete [words...]', { hidden: true })
    .helpOption(false)
    .action((words: string[]) =>
      actions.write(
        complete(program, words)
          .map((line) => `${line}\n`)
          .join(''),
      ),
    );
  // Commander would print the help on standard error for no command, and only count the words for an unknown one.
  program.allowExcessArguments().action(() => {
    const [word] = program.args;
    const fault =
      word === undefined
        ? 'a command is needed: run, list, report, compare or completion'
        : `unknown command ${JSON.stringify(word)}${meant(word)}`;
    program.error(`error: ${fault}; see orch-conformance --help`, { exitCode: 2 });
  });
  program.addHelpText('after', exitCodes);
  return program;
}

function meant(word: string): string {
  const near = nearest(word, ['run', 'list', 'report', 'compare', 'completion']);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

const exitCodes = `
Exit codes:
  0  at least one case ran and none failed
  1  a case failed or could not be decided, or every case was skipped; compare: the later run is worse
  2  wrong command line, unusable configuration or report, target not reachable
  130, 143  ended by Ctrl-C or SIGTERM; cases that were not decided by then count as not run
`;

function runCommand(actions: Actions, args: readonly string[]): Command {
  const run = new Command('run')
    .description('run cases against a target')
    .option('--kubeconfig <file>', 'client configuration: address and credentials of an administrator (required)')
    .option('--context <name>', 'context of the configuration (default: its current one)')
    .addOption(new Option('--server <url>', 'address to use in place of the configured one').argParser(url))
    .addOption(
      new Option('--vendor <name>', 'names and behaviours to expect (default: found out)').choices([...vendorIds]),
    )
    .addOption(new Option('--agent-url <url>', 'address of a node agent, for the cases about agents').argParser(url))
    .option('--agent-token-file <file>', 'bearer token for the agent (default: the configured client certificate)')
    .option('--launch-server <command>', 'how to start servers with flags of their own, for the cases that need such')
    .option('--launch-agent <command>', 'how to start agents with flags of their own, for the cases that need such')
    .addOption(
      new Option(
        '--agent-container <name>',
        'a container that the runtime of these agents runs, namespace/pod/container',
      ).argParser(container),
    )
    .option('--plan', 'print which cases would run, which not and why, and run none', false)
    .addOption(new Option('--report <form>', 'form of the report').choices(reportForms).default('console'))
    .option('--output <file>', 'write the report to a file instead of standard output');
  return paced(selecting(run)).action(async (flags: Omit<RunFlags, 'words'>, command: Command) => {
    // Asked for here and not by commander, which would hide a misspelled flag behind the missing one.
    if (flags.kubeconfig === undefined)
      command.error(
        "error: required option '--kubeconfig <file>' not specified; it is the file that clients of the target use",
        { exitCode: 2 },
      );
    await actions.run({ ...flags, words: repeatedWords(command, args) });
  });
}

function reportCommand(actions: Actions): Command {
  return new Command('report')
    .description('write a saved JSON report in another form')
    .addArgument(new Argument('<form>', 'form to write').choices(reportForms))
    .argument('<file>', 'what run --report json wrote')
    .option('--output <file>', 'write to a file instead of standard output')
    .action((form: ReportForm, file: string, flags: RenderFlags) => actions.report(form, file, flags));
}

function compareCommand(actions: Actions): Command {
  const compare = new Command('compare')
    .description('compare two runs: newly failing, newly passing, changed, added, removed')
    .argument('<before-file>', 'a saved JSON report, or the client configuration of a target, which is run now')
    .argument('<after-file>', 'the same of the later run')
    .option('--json', 'print JSON', false)
    .option('--output <file>', 'write the comparison to a file instead of standard output');
  return paced(selecting(compare)).action((before: string, after: string, flags: CompareFlags) =>
    actions.compare(before, after, flags),
  );
}

function listCommand(actions: Actions): Command {
  return new Command('list')
    .description('print the cases of the suite or the requirements it knows')
    .addArgument(new Argument('[what]', 'what to list').choices(['cases', 'requirements']).default('cases'))
    .addOption(areaOption())
    .option('--json', 'print JSON', false)
    .action((what: 'cases' | 'requirements', flags: ListFlags) => {
      actions.list(what, flags);
    });
}

function url(text: string): string {
  if (!/^https?:\/\/./.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('must be an http or https address.');
  return text.replace(/\/$/, '');
}

/** `namespace/pod/container`. Throws InvalidArgumentError. */
export function container(text: string): RunningContainer {
  const [namespace, pod, name, ...rest] = text.split('/');
  if (!namespace || !pod || !name || rest.length > 0) throw new InvalidArgumentError('want namespace/pod/container.');
  return { namespace, pod, container: name };
}
