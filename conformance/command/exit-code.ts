// Exit codes of commands: their own, that of a signal, or 2 with a one-line message for invalid input.

import { StoppedBySignal } from '../../shared/process/host/signals.ts';
import { CommandError } from '../launch/command-words.ts';
import { KnownDifferencesError } from '../runner/known-differences.ts';
import { ReportError } from '../report/read-report.ts';
import { SelectionError } from '../runner/select.ts';
import { KubeconfigError } from '../target/kubeconfig-error.ts';
import { TargetError } from '../target/target.ts';
import { FileError, type Surface } from './surface.ts';

const unusable = [
  SelectionError,
  KubeconfigError,
  TargetError,
  FileError,
  CommandError,
  ReportError,
  KnownDifferencesError,
];

/** Returns the exit code of a command: its own result, that of the signal that ended it, or 2 for invalid input. */
export async function exitCode(command: () => Promise<number>, surface: Surface): Promise<number> {
  const { signal } = surface;
  try {
    const code = await command();
    return signal.aborted ? codeOf(signal) : code;
  } catch (error) {
    if (signal.aborted) {
      surface.writeError(`orch-conformance: ${abortWords(signal)} before the first case\n`);
      return codeOf(signal);
    }
    if (!isUnusable(error)) throw error;
    surface.writeError(`orch-conformance: ${error.message}\n`);
    return 2;
  }
}

/** What ended the run, as text. */
export function abortWords({ reason }: AbortSignal): string {
  return reason instanceof Error ? reason.message : 'stopped';
}

function codeOf({ reason }: AbortSignal): number {
  return reason instanceof StoppedBySignal ? reason.exitCode : 1;
}

function isUnusable(error: unknown): error is Error {
  return unusable.some((known) => error instanceof known);
}
