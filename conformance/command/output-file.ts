// The output of a command: standard output, or a file.

import { writeFile } from 'node:fs/promises';
import { FileError, type Surface } from './surface.ts';

/** Truncates the file before the work, so that a long run does not fail to write its report. Throws FileError. */
export async function claimOutput(file: string | undefined): Promise<void> {
  if (file !== undefined) await write(file, '');
}

/** Writes the text. Throws FileError. */
export async function deliver(text: string, file: string | undefined, surface: Surface): Promise<void> {
  if (file === undefined) surface.write(text);
  else await write(file, text);
}

async function write(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: Error) => {
    throw new FileError(`cannot write ${file}: ${error.message}`);
  });
}
