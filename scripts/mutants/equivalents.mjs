// Mutants that change nothing that anybody could notice, each with the reason, kept by hand in equivalents.json: by file, the
// text that is replaced and what replaces it, so that an entry survives a move of its lines.
import { readFileSync } from 'node:fs';

/**
 * @param {readonly import('./instrument.mjs').Mutant[]} mutants all there are
 * @returns {{ reasons: Map<string, string>, stale: string[] }} `reasons` by id; `stale`: entries that no mutant matches
 */
export function readEquivalents(mutants) {
  const entries = JSON.parse(readFileSync(new URL('equivalents.json', import.meta.url), 'utf8'));
  const byText = new Map();
  for (const mutant of mutants) {
    const key = keyOf(mutant);
    byText.set(key, [...(byText.get(key) ?? []), mutant.id]);
  }
  const reasons = new Map();
  const stale = [];
  for (const entry of entries) {
    const ids = byText.get(keyOf(entry));
    if (ids === undefined) stale.push(`${entry.file}: ${entry.original} -> ${entry.replacement}`);
    else for (const id of ids) reasons.set(id, entry.reason);
  }
  return { reasons, stale };
}

/** Blanks are the compiler's. */
function keyOf({ file, original, replacement }) {
  return [file, original, replacement].map((text) => text.replaceAll(/\s+/g, ' ')).join('\0');
}
