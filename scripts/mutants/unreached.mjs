// Places that no case reaches, where the suite cannot notice any fault. They come from the recordings, so it costs no trial.
import { benchOf } from './benches.mjs';

/**
 * The outermost blocks and functions that nothing runs, one line each, and how many mutants of each folder are in such places.
 * @param {readonly import('./instrument.mjs').Mutant[]} mutants in the order of files and places
 */
export function unreachedText(mutants, folders, recordings) {
  const isReached = ({ id, file }) => recordings[benchOf(file)].reached.has(id);
  const lines = [];
  for (const folder of folders) {
    const inFolder = mutants.filter(({ file }) => file.startsWith(`${folder}/`));
    const unreached = inFolder.filter((mutant) => !isReached(mutant));
    lines.push(`# ${folder}: ${unreached.length} of ${inFolder.length} mutants are reached by no case`);
    let outer;
    for (const mutant of unreached) {
      const { file, line, lastLine, mutator, original } = mutant;
      if (mutator !== 'BlockStatement' && mutator !== 'ArrowFunction') continue;
      if (outer !== undefined && outer.file === file && lastLine <= outer.lastLine) continue;
      outer = mutant;
      lines.push(`${file}:${line}-${lastLine} ${original.replaceAll(/\s+/g, ' ').slice(0, 120)}`);
    }
  }
  return lines.join('\n');
}
